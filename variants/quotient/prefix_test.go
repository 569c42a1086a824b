package quotient

import (
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/internal/stattest"
	"filterbench/variants/theory"
)

// TestPrefixBins: after any inserts a bin holds the smallest of its fingerprints in order, and
// the spare the others, as a model of sorted lists has them.
func TestPrefixBins(t *testing.T) {
	f, err := NewPrefix(PrefixConfig{Slots: 200})
	if err != nil {
		t.Fatal(err)
	}
	model := make([][]uint64, f.bins)
	r := rand.New(rand.NewPCG(9, 9))
	spilled := 0
	for n := range 1000 {
		h := r.Uint64()
		if n%5 == 0 {
			h = h>>60<<40 | h&0xf<<20 // few that come often
		}
		number, print, _ := f.locate(h)
		if f.Insert(h) != nil {
			break
		}
		at, _ := slices.BinarySearch(model[number], print)
		model[number] = slices.Insert(model[number], at, print)
		for i, held := range model {
			b := (*bin)(f.words[i*binWords:])
			var got []uint64
			for q := range uint64(theory.PrefixBin) {
				for from, to := run(b[0], q); from < to; from++ {
					got = append(got, q<<theory.PrefixRest|rest(b, from))
				}
			}
			kept := held[:min(len(held), theory.PrefixBin)]
			if !slices.Equal(got, kept) || entries(b[0]) != len(kept) || (b[0]&binSpilled != 0) != (len(held) > len(kept)) {
				t.Fatalf("after %d inserts bin %d holds %v, want %v of %d", n+1, i, got, kept, len(held))
			}
			for _, print := range held[len(kept):] {
				if !f.spare.Contains(f.inSpare(uint64(i), print)) {
					t.Fatalf("the spare lacks %d of bin %d", print, i)
				}
			}
			if int(number) == i && len(held) > theory.PrefixBin {
				spilled++
			}
		}
	}
	if spilled < 50 {
		t.Errorf("bins were too small %d times: the test has shown little", spilled)
	}
}

// TestPrefixRate: on average over filters the rate is that of theory, two-sided.
func TestPrefixRate(t *testing.T) {
	for _, keys := range []uint64{500, 950, 1000} {
		var rates []float64
		var want float64
		for seed := range uint64(60) {
			f, err := NewPrefix(PrefixConfig{Slots: 1000, Load: 1})
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(seed, keys))
			filtertest.InsertRandom(t, f, int(keys), r)
			const asked = 30_000
			rates = append(rates, float64(filtertest.Hits(f, asked, r))/asked)
			p, ok := theory.Predict(theory.ModelPrefix, f.Shape(), keys)
			if !ok {
				t.Fatal("no prediction")
			}
			want = p.FPR
		}
		stattest.Mean(t, rates, want, filtertest.Alarm)
	}
}

// TestPrefixHolds: filters take the keys that they were made for.
func TestPrefixHolds(t *testing.T) {
	for _, load := range []float64{0.5, 0.95, 1} {
		for _, keys := range []uint64{1, 24, 25, 100, 1000, 30_000} {
			for seed := range uint64(20) {
				f, err := NewPrefix(PrefixConfig{Keys: keys, Load: load})
				if err != nil {
					t.Fatal(err)
				}
				filtertest.InsertRandom(t, f, int(keys), rand.New(rand.NewPCG(seed, keys)))
			}
		}
	}
}
