package peers_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"filterbench/variants"
	"filterbench/variants/peers"
)

// TestTexts: libraries that take keys as they are find the texts that they took, deny about
// as many of others as they deny hashes, and do not take texts without their own hash. The
// lengths include the one that stands for a hash in one of the adapters. A rate of 1 % over
// 100,000 lookups lies outside of the bounds, 6 standard errors on either side, less than
// once in a million; that of two filters differs by 1.4 times as much.
func TestTexts(t *testing.T) {
	const n, asked = 2000, 100_000
	key := func(i int) []byte {
		return []byte(fmt.Sprintf("%06d", i) + strings.Repeat("/", i%12))
	}
	tried := 0
	for _, family := range peers.Families() {
		if family.Name == "boom-stable" { // forgets
			continue
		}
		v, err := variants.ParseIn(peers.Families(), family.Name)
		if err != nil {
			t.Fatal(err)
		}
		make := func() variants.Filter {
			f, err := v.New(variants.Size{Keys: 2 * n}, 1)
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
		texts, hashes := make(), make()
		own, ok := texts.(variants.TextFilter)
		if !ok {
			continue
		}
		tried++
		if !own.TakesText() {
			t.Errorf("%s does not take texts", v)
			continue
		}
		refused := map[int]bool{}
		for i := range n {
			if own.InsertText(key(i)) != nil {
				refused[i] = true
			}
			hashes.Insert(uint64(i) * 0x9E3779B97F4A7C15)
		}
		for i := range n {
			if !own.ContainsText(key(i)) && !refused[i] {
				t.Fatalf("%s denies text %d, which it took", v, i)
			}
		}
		var a, b float64
		for i := n; i < n+asked; i++ {
			if own.ContainsText(key(i)) {
				a++
			}
			if hashes.Contains(uint64(i) * 0x9E3779B97F4A7C15) {
				b++
			}
		}
		if spread := 6 * math.Sqrt(a+b+25); math.Abs(a-b) > spread+0.2*max(a, b) { // the loads of two filters differ, too
			t.Errorf("%s: %g false positives among texts and %g among hashes of %d", v, a, b, asked)
		}
	}
	if tried < 6 {
		t.Errorf("%d libraries take texts, want 6", tried)
	}
	for _, f := range bareFamilies() {
		v, err := variants.ParseIn(peers.Families(), f.Name+"(hash=none)")
		if err != nil {
			t.Fatal(err)
		}
		filter, err := v.New(variants.Size{Keys: 2 * n}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if own, ok := filter.(variants.TextFilter); ok && own.TakesText() {
			t.Errorf("%s takes texts, which its hash would cut", v)
		}
	}
}
