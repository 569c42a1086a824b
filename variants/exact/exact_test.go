package exact_test

import (
	"filterbench/variants"
	"filterbench/variants/exact"
	"math/rand/v2"
	"runtime"
	"testing"
)

// TestExactIsTheTruth holds the oracle of all other tests against a plain map.
func TestExactIsTheTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 1))
	f := mustNew(t, "exact", variants.Size{Keys: 20}, 0).(*exact.Filter)
	truth := map[uint64]uint64{}
	for range 20000 {
		h := r.Uint64N(50)
		if r.IntN(2) == 0 {
			if err := f.Insert(h); err != nil {
				t.Fatal(err)
			}
			truth[h]++
		} else {
			if got, want := f.Delete(h), truth[h] > 0; got != want {
				t.Fatalf("Delete(%d) is %v of %d copies", h, got, truth[h])
			}
			truth[h] -= min(1, truth[h])
		}
		for h, n := range truth {
			if f.Count(h) != n || f.Contains(h) != (n > 0) {
				t.Fatalf("of %d copies of %d, Count says %d and Contains %v", n, h, f.Count(h), f.Contains(h))
			}
		}
	}
}

// TestExactMemory: the estimate of a map's size is at most 7 % below what the
// runtime takes for it, and not above.
func TestExactMemory(t *testing.T) {
	for _, keys := range []uint64{100, 500, 896, 897, 5000, 100000, 300000} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f := mustNew(t, "exact", variants.Size{Keys: keys}, 0)
		runtime.ReadMemStats(&after)
		got, want := after.TotalAlloc-before.TotalAlloc, f.Shape().Bits/8
		if got < want || got > want+want*7/100+2048 {
			t.Errorf("a map for %d keys takes %d bytes, estimated were %d", keys, got, want)
		}
	}
}
