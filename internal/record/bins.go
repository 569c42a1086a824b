package record

import "fmt"

// KindBins: insert into chains, and measure their lengths.
const KindBins = "bins"

var _ = kinds.add(Kind{
	Name: KindBins, Order: 11, Title: "Bins", Doc: "insert into chains, and measure their lengths",
	Summary: "%s fillings, %s keys",
	New:     func() Outcome { return new(Bins) },
})

// Bins is the outcome of a [KindBins] trial: every draw fills fresh chains.
type Bins struct {
	Chains  uint64    `json:"chains"`  // of one filling
	Keys    uint64    `json:"keys"`    // inserted in one filling
	Longest []uint64  `json:"longest"` // entries in the longest chain, one a draw
	Lengths Histogram `json:"lengths"` // chains by entries, over all draws
}

// Bins returns the outcome of a [KindBins] trial, nil of any other and of one that failed.
func (r *Record) Bins() *Bins { p, _ := r.Outcome.(*Bins); return p }

func (*Bins) Kind() string { return KindBins }

func (b *Bins) Tally() (fillings, keys uint64) {
	return uint64(len(b.Longest)), uint64(len(b.Longest)) * b.Keys
}

func (*Bins) Held(Trial) (asked, denied uint64) { return 0, 0 }

func (b *Bins) Exact(Trial) Outcome { return b }

func (b *Bins) check(Trial) error {
	if err := b.Lengths.check("lengths"); err != nil {
		return err
	}
	chains, keys := b.Lengths.totals()
	draws := uint64(len(b.Longest))
	if chains != draws*b.Chains || keys != draws*b.Keys {
		return fmt.Errorf("lengths are of %d chains with %d keys; must be %d draws of %d and %d", chains, keys, draws, b.Chains, b.Keys)
	}
	most := uint64(0)
	for _, n := range b.Longest {
		most = max(most, n)
	}
	if n := len(b.Lengths); n > 0 && b.Lengths[n-1][0] != most {
		return fmt.Errorf("lengths go up to %d; must to the longest chain, %d", b.Lengths[n-1][0], most)
	}
	return nil
}

func (b *Bins) samples(r *Record, _ Nulls) []Sampled {
	all := make([]Sampled, len(b.Longest))
	for i, n := range b.Longest {
		all[i] = Sampled{Record: r, N: max(1, b.Keys), Values: []Value{{UnitLongest, float64(n)}}}
	}
	return all
}
