package peers_test

import (
	"slices"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/peers"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// bareFamilies are the families that can be measured without their hash.
func bareFamilies() (list []variants.Family) {
	for _, f := range peers.Families() {
		if slices.ContainsFunc(f.Fields, func(field spec.Field) bool { return field.Key == "hash" }) {
			list = append(list, f)
		}
	}
	return list
}

// confirmed fills a filter and returns which of some absent keys it confirms.
func confirmed(t *testing.T, name string, keys, absent []uint64) (yes []uint64) {
	t.Helper()
	v, err := variants.ParseIn(peers.Families(), name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := v.New(variants.Size{Keys: uint64(len(keys))}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		if err := f.Insert(key); err != nil {
			t.Fatalf("%s: %v", v, err)
		}
	}
	if !v.Library.Forgets {
		for _, key := range keys {
			if !f.Contains(key) {
				t.Fatalf("%s lost a key", v)
			}
		}
	}
	for _, key := range absent {
		if f.Contains(key) {
			yes = append(yes, key)
		}
	}
	return yes
}

// TestBareReplacesTheHash: without their hash libraries hold their keys as well, and
// others are false positives, so that the hash was indeed replaced. Of 20 and more
// false positives in 200,000 keys each kind has all in common with the other with a
// chance that is nil. Of boom-stable this shows nothing, as no two of its filters agree.
func TestBareReplacesTheHash(t *testing.T) {
	keys, absent := randomKeys(21, 5000), randomKeys(22, 200_000)
	families := bareFamilies()
	if len(families) != 8 {
		t.Errorf("%d families can be measured without their hash, want 8", len(families))
	}
	for _, f := range families {
		own, none := confirmed(t, f.Name, keys, absent), confirmed(t, f.Name+"(hash=none)", keys, absent)
		if len(own) < 20 || len(none) < 20 || slices.Equal(own, none) {
			t.Errorf("%s: %d false positives with its hash, %d without it; the same: %v", f.Name, len(own), len(none), slices.Equal(own, none))
		}
	}
}

// TestBareKeepsTheRate: what takes the place of a hash is as good as one. The filters
// have rates known from theory, which differ between tables of this size by less than
// half of what 3000 positives differ by; 1e-6 of false alarms each.
func TestBareKeepsTheRate(t *testing.T) {
	keys, absent := randomKeys(31, 20_000), randomKeys(32, 100_000)
	for _, name := range []string{"boom-bloom(fpr=0.03,hash=none)", "bab-bloom(fpr=0.03,hash=none)", "boom-counting(fpr=0.03,hash=none)"} {
		v, err := variants.ParseIn(peers.Families(), name)
		if err != nil {
			t.Fatal(err)
		}
		shape, err := v.Shape(variants.Size{Keys: uint64(len(keys))})
		if err != nil {
			t.Fatal(err)
		}
		t.Log(v)
		stattest.Rate(t, uint64(len(confirmed(t, name, keys, absent))), uint64(len(absent)), theory.BloomFPR(shape.Cells, uint64(len(keys)), shape.Probes), 1e-6)
	}
}
