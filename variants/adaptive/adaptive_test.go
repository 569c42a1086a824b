package adaptive

import (
	"math/rand/v2"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/theory"
)

func TestConformance(t *testing.T) {
	filtertest.Run(t, Families(), "adaptive(f=8)", "adaptive(f=14)", "adaptive(f=2)", "adaptive(f=8,kicks=0)", "adaptive(f=7,kicks=1)", "adaptive(f=8,load=0.5)")
}

func TestPins(t *testing.T) {
	filtertest.Pins(t, Families(), func(f variants.Filter) []byte { return filtertest.Words(f.(*Filter).hashes) },
		filtertest.Pin{Name: "adaptive(f=8)", Copies: true, Digest: "04ff0aca54b4"})
}

// filled returns a filter of 1000 slots and the keys that it holds.
func filled(t *testing.T, seed uint64) (*Filter, []uint64, *rand.Rand) {
	f, err := New(Config{Slots: 1000, FingerprintBits: 6, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 2))
	keys := make([]uint64, 900)
	for i := range keys {
		keys[i] = r.Uint64()
		if err := f.Insert(keys[i]); err != nil {
			t.Fatal(err)
		}
	}
	return f, keys, r
}

// TestAdapt: a false positive that was repaired is one again with the chance of a new key at
// most, no key is ever lost by repairs, and the rate for new keys stays that of theory, before
// and after many repairs; two-sided, with a false alarm in a million each.
func TestAdapt(t *testing.T) {
	var before, after, again []float64
	for seed := range uint64(40) {
		f, keys, r := filled(t, seed)
		rate := func() float64 { return float64(filtertest.Hits(f, 20_000, r)) / 20_000 }
		before = append(before, rate())
		repaired, still := 0, 0
		for repaired < 2000 {
			h := r.Uint64()
			if !f.Contains(h) {
				continue
			}
			if f.Adapt(h) == 0 {
				t.Fatal("no entry answered for a false positive")
			}
			repaired++
			if f.Contains(h) {
				still++
			}
		}
		again = append(again, float64(still)/float64(repaired))
		after = append(after, rate())
		for _, k := range keys {
			if !f.Contains(k) {
				t.Fatal("a repair lost a key")
			}
		}
	}
	want := theory.CuckooFPR(250, 900, 6)
	stattest.Mean(t, before, want, filtertest.Alarm)
	mean := func(list []float64) (m float64) {
		for _, x := range list {
			m += x / float64(len(list))
		}
		return m
	}
	// After repairs entries answer for keys of other buckets' pairs too: near the same rate.
	if got := mean(after); got < 0.95*want || got > 1.05*want {
		t.Errorf("after repairs the rate is %g, was %g", got, want)
	}
	if got := mean(again); got < 0.2/63 || got > 2*want {
		t.Errorf("%g of repaired keys are false positives still", got)
	}
}

// TestAdaptSparesMembers: a repair for a key that is held leaves its own entry alone.
func TestAdaptSparesMembers(t *testing.T) {
	f, keys, _ := filled(t, 1)
	for _, k := range keys {
		f.Adapt(k)
		if !f.Contains(k) {
			t.Fatal("a key is lost")
		}
	}
}
