package cuckoo

import (
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/variants"
	"filterbench/variants/theory"
)

// TestHashtableReachesItsThreshold fills tables of 2^13 slots until the first
// refusal. The median of 15 fillings lies within 4 points below the threshold of an
// unlimited search, and at most 2 above: a walk of 500 kicks reaches nearly all of
// it, and a table of this size may pass it a little. Two choices of one slot are
// left out: their table fails by its first crowded component, far from a median.
// The seeds are fixed; with others, the medians of all rows stay inside these
// bounds by more than their own spread (0.3 points).
func TestHashtableReachesItsThreshold(t *testing.T) {
	const slots, fillings = 1 << 13, 15
	for _, name := range []string{"hashtable(d=2,b=2)", "hashtable(d=2,b=4)", "hashtable(d=3,b=1)", "hashtable(d=3,b=2)", "hashtable(d=4,b=1)", "hashtable(d=4,b=2)"} {
		v := mustParse(t, name)
		var loads []float64
		for seed := range uint64(fillings) {
			f, err := v.New(variants.Size{Slots: slots}, seed)
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(seed, 5))
			for f.Insert(r.Uint64()) == nil {
			}
			loads = append(loads, float64(f.(variants.Kicker).Used())/float64(f.Shape().Cells))
		}
		slices.Sort(loads)
		median, top := loads[fillings/2], theory.LoadThreshold(v.Values.Int("d"), v.Values.Int("b"))
		t.Logf("%s: median load %.4f, threshold %.4f", name, median, top)
		if median < top-0.04 || median > top+0.02 {
			t.Errorf("%s: median load %.4f; want the threshold %.4f less 0.04 to plus 0.02", name, median, top)
		}
	}
}

// TestEvictionCycle: three keys whose two places are the same cannot all be held
// by a table of one slot a bucket, whatever the number of kicks.
func TestEvictionCycle(t *testing.T) {
	v := mustParse(t, "hashtable(d=2,b=1,kicks=1000)")
	f, err := v.New(variants.Size{Slots: 64}, 1)
	if err != nil {
		t.Fatal(err)
	}
	table := f.(*HashTable)
	places := func(h uint64) [2]uint64 {
		a, b := table.bucket(h, 0), table.bucket(h, 1)
		return [2]uint64{min(a, b), max(a, b)}
	}
	groups := map[[2]uint64][]uint64{}
	r := rand.New(rand.NewPCG(1, 1))
	for {
		h := r.Uint64()
		p := places(h)
		if p[0] == p[1] {
			continue
		}
		if groups[p] = append(groups[p], h); len(groups[p]) < 3 {
			continue
		}
		for i, key := range groups[p] {
			err := f.Insert(key)
			if (err != nil) != (i == 2) {
				t.Fatalf("key %d of three with places %v: %v; want the third alone refused", i+1, p, err)
			}
		}
		if f.(variants.Kicker).LastKicks() != 1000 || table.used != 2 {
			t.Errorf("the refusal took %d kicks and left %d keys; want 1000 and 2", f.(variants.Kicker).LastKicks(), table.used)
		}
		return
	}
}
