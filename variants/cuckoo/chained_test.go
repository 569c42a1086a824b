package cuckoo

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// TestChainedLinks: no two groups of a fingerprint share a link, and the pairs of a
// chain differ, so every pair of buckets is link n of one pair for every n. A bucket
// of a link and what is stored there give the other bucket.
func TestChainedLinks(t *testing.T) {
	for _, c := range []struct {
		name  string
		slots uint64
	}{
		{"chained(b=1,f=5,d=1,links=16)", 32}, {"chained(b=2,f=4,d=2,links=8)", 64},
		{"chained(b=4,f=6,d=3,links=2)", 16}, {"chained(b=8,f=7,d=3,links=4)", 1024},
	} {
		f := mustNew(t, c.name, variants.Size{Slots: c.slots}, 1).(*Chained)
		for tag := uint64(1); tag <= f.filter.tags; tag++ {
			type place struct{ n, low uint64 }
			seen := map[place]uint64{}
			for bucket := range f.filter.buckets() {
				way := f.follow(f.filter.hashOf(bucket, tag))
				from := min(bucket, f.filter.other(bucket, tag))
				pairs := map[uint64]bool{}
				for n := range f.links {
					i, j, entry := f.link(way, n)
					if i >= f.filter.buckets() || j != f.filter.other(i, entry&f.filter.tags) || entry&f.filter.tags != tag {
						t.Fatalf("%s: link %d of bucket %d is %d and %d with entry %#x", c.name, n, bucket, i, j, entry)
					}
					low := min(i, j)
					if group, ok := seen[place{n, low}]; ok && group != from {
						t.Fatalf("%s: link %d of the pairs of %d and %d is the same", c.name, n, group, from)
					}
					seen[place{n, low}] = from
					pairs[low] = true
				}
				if len(pairs) != int(f.links) {
					t.Fatalf("%s: a chain of %d links has %d pairs", c.name, f.links, len(pairs))
				}
			}
		}
	}
}

// TestChainedSpreadsCopies: in no pair of buckets is a fingerprint more than d times, with
// kicks all around, a link is empty unless the one before has d, and a pair that is
// hot has room for another key.
func TestChainedSpreadsCopies(t *testing.T) {
	for i, c := range grouped {
		if mustParse(t, c.name).Name != "chained" {
			continue
		}
		step := 0
		churn(t, c.name, c.slots, uint64(100+i), func(filter variants.Filter, _ *Filter, _ ledger) {
			if step++; step%10 != 0 {
				return
			}
			f := filter.(*Chained)
			for bucket := range f.filter.buckets() {
				for tag := uint64(1); tag <= f.filter.tags; tag++ {
					way, before := f.follow(f.filter.hashOf(bucket, tag)), f.most
					for n := range f.links {
						held := f.tally(f.link(way, n))
						if held > f.most || held > 0 && before < f.most {
							t.Fatalf("%s: link %d holds %d, the one before %d", c.name, n, held, before)
						}
						before = held
					}
				}
			}
		})
	}
	f := mustNew(t, "chained(b=4,f=12,d=4)", variants.Size{Slots: 1024}, 1).(*Chained)
	hot := f.filter.hashOf(7, 99)
	for f.Insert(hot) == nil {
	}
	if f.Used() != 32 || f.LastKicks() != 0 {
		t.Errorf("%d copies are held, and the last was refused after %d kicks; want 32 and 0", f.Used(), f.LastKicks())
	}
	for tag := uint64(1); tag <= 4; tag++ {
		if err := f.Insert(f.filter.hashOf(7, tag)); err != nil || f.LastKicks() != 0 {
			t.Errorf("a key in a hot bucket: %v, %d kicks", err, f.LastKicks())
		}
	}
}

// TestChainedRate: chains leave the rate of false positives as it is without.
func TestChainedRate(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 1))
	f := mustNew(t, "chained(b=4,f=6,d=2,links=4)", variants.Size{Slots: 256}, 1).(*Chained)
	plain := newCuckooSlots(t, "cuckoo(b=4,f=6)", 256, 1)
	var keys []uint64
	for range 100 {
		h := r.Uint64()
		keys = append(keys, h)
		plain.Insert(h)
		for range 1 + r.IntN(4) { // copies
			if f.Insert(h) != nil {
				break
			}
		}
	}
	if a, b := positiveShare(t, f.filter), positiveShare(t, plain); a != b {
		t.Errorf("%d keys with copies have a rate of %g, without copies in a cuckoo filter %g", len(keys), a, b)
	}
}

// TestLayeredIsOneMultiset: what is found does not depend on which layer has it. The rate is
// that of one layer with all the keys, and a refused insert leaves all layers as they were.
func TestLayeredIsOneMultiset(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 1))
	f := mustNew(t, "layered(b=4,f=6,layers=20)", variants.Size{Slots: 64}, 1).(*Layered)
	first, groups := f.layers[0], map[uint64]bool{}
	for range 600 {
		h := r.Uint64()
		if err := f.Insert(h); err != nil {
			t.Fatal(err)
		}
		groups[first.group(h)] = true
	}
	positives := 0
	for bucket := range first.buckets() {
		for tag := uint64(1); tag <= first.tags; tag++ {
			h := first.hashOf(bucket, tag)
			if f.Contains(h) {
				positives++
			}
			if f.Contains(h) != groups[first.group(h)] {
				t.Fatalf("Contains is %v of a group that is held: %v", f.Contains(h), groups[first.group(h)])
			}
		}
	}
	s := f.Shape()
	if s.Layers != len(f.layers) || s.Layers < 10 || s.Cells != uint64(64*s.Layers) || s.Bits != s.Cells*6 {
		t.Errorf("%d layers have the shape %+v", len(f.layers), s)
	}
	if p, ok := families.Predict(s, 600); !ok || p.FPR != theory.CuckooFPR(16, 600, 6) || p.FPR > p.Bound {
		t.Errorf("predicted %+v, want %g", p, theory.CuckooFPR(16, 600, 6))
	}
}

// TestLayeredGrowsWhenRefused: a layer is added exactly when the newest refused, keys
// fill what deletes left in old layers first, and deletes begin with the newest.
func TestLayeredGrowsWhenRefused(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 1))
	f := mustNew(t, "layered(b=4,f=12,layers=4,kicks=50)", variants.Size{Slots: 64}, 1).(*Layered)
	for range 150 {
		layers := len(f.layers)
		if err := f.Insert(r.Uint64()); err != nil {
			t.Fatal(err)
		}
		if grown := len(f.layers) > layers; grown && f.LastKicks() != 50 {
			t.Fatalf("a layer was added after %d kicks", f.LastKicks())
		}
	}
	f = mustNew(t, "layered(b=2,f=12,layers=4)", variants.Size{Slots: 64}, 1).(*Layered)
	hot := r.Uint64()
	held := func() string {
		out := ""
		for _, layer := range f.layers {
			out += fmt.Sprint(layer.Count(hot))
		}
		return out
	}
	insert := func() { f.Insert(hot) }
	remove := func() { f.Delete(hot) }
	for i, c := range []struct {
		do    func()
		times int
		want  string
	}{
		{insert, 5, "41"}, {insert, 6, "443"}, {remove, 4, "430"}, {insert, 1, "440"}, {remove, 5, "300"},
		{insert, 13, "4444"}, {insert, 1, "4444"}, {remove, 20, "0000"},
	} {
		for range c.times {
			c.do()
		}
		if got := held(); got != c.want {
			t.Errorf("step %d: layers hold %s copies, want %s", i, got, c.want)
		}
	}
}
