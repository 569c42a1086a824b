package quotient

import (
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/internal/stattest"
	"filterbench/variants/theory"
)

// TestExpandingRate: made for a few keys and given many times as many, a filter has the rate
// of theory, two-sided, on average over filters; also where old fingerprints have no bit left.
func TestExpandingRate(t *testing.T) {
	for _, c := range []struct {
		first, keys uint64
		bits        int
	}{{57, 57, 6}, {57, 4000, 9}, {57, 3000, 4}} {
		var rates []float64
		for seed := range uint64(60) {
			f, err := NewExpanding(ExpandingConfig{Keys: c.first, FingerprintBits: c.bits})
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(seed, 1))
			filtertest.InsertRandom(t, f, int(c.keys), r)
			const asked = 20_000
			rates = append(rates, float64(filtertest.Hits(f, asked, r))/asked)
		}
		want := theory.ExpandingFPR(64, c.keys, c.bits, 0.9)
		if c.bits == 4 { // theory leaves out shared entries, and says so
			mean := 0.0
			for _, x := range rates {
				mean += x / float64(len(rates))
			}
			if mean < want || mean > want*(1+want) {
				t.Errorf("the rate is %g, theory's %g", mean, want)
			}
			continue
		}
		stattest.Mean(t, rates, want, filtertest.Alarm)
	}
}

// TestExpandingDoubles: the table after doublings is the one that a model of sets holds:
// of each key the slot and as many bits as are left.
func TestExpandingDoubles(t *testing.T) {
	const bits = 3
	f, err := NewExpanding(ExpandingConfig{FingerprintBits: bits})
	if err != nil {
		t.Fatal(err)
	}
	type entry struct{ slot, print uint64 }
	held := map[entry]bool{}
	slots := f.shape.Cells
	r := rand.New(rand.NewPCG(3, 3))
	for range 3000 {
		h := r.Uint64()
		f.Insert(h)
		for slots < f.shape.Cells {
			next := map[entry]bool{}
			for e := range held {
				switch {
				case e.print == 1:
					next[entry{2 * e.slot, 1}], next[entry{2*e.slot + 1, 1}] = true, true
				case e.print < 4: // one bit
					next[entry{2*e.slot + e.print&1, 1}] = true
				case e.print < 8:
					next[entry{2*e.slot + e.print>>1&1, 2 | e.print&1}] = true
				default:
					next[entry{2*e.slot + e.print>>2&1, 4 | e.print&3}] = true
				}
			}
			held, slots = next, 2*slots
		}
		slot, print := f.split(h)
		held[entry{slot, print}] = true
	}
	var got, want []entry
	f.runs.Each(func(slot, print uint64) { got = append(got, entry{slot, print}) })
	for e := range held {
		want = append(want, e)
	}
	order := func(a, b entry) int { return int(int64(a.slot<<8|a.print) - int64(b.slot<<8|b.print)) }
	slices.SortFunc(want, order)
	if !slices.Equal(got, want) || f.used != uint64(len(got)) || slots < 2048 {
		t.Errorf("%d slots hold %d entries, %d are counted; the model has %d of %d", f.shape.Cells, len(got), f.used, len(want), slots)
	}
}
