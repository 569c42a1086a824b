package record

import (
	"fmt"
	"strconv"
)

// Kinds of trial that look at where keys may lie.
const (
	KindBins   = "bins"   // insert into chains, lengths of the chains
	KindPlaces = "places" // share of keys whose places coincide
	KindCycle  = "cycle"  // keys with the same places, inserted into an empty table
)

// Bins is the outcome of a [KindBins] trial: every draw fills fresh chains.
type Bins struct {
	Chains  uint64    `json:"chains"`  // of one filling
	Keys    uint64    `json:"keys"`    // inserted in one filling
	Longest []uint64  `json:"longest"` // entries in the longest chain, one a draw
	Lengths Histogram `json:"lengths"` // chains by entries, over all draws
}

// Places is the outcome of a [KindPlaces] trial.
type Places struct {
	Keys uint64 `json:"keys"` // keys looked at; none is inserted
	Same uint64 `json:"same"` // of those, keys with fewer different places than choices
}

// Cycle is the outcome of a [KindCycle] trial: each draw finds a group of keys with
// the same places by search, and inserts it into an empty table. For comparison the
// last of them is left out of another empty table, in favour of a key that shares at
// least one of the places and has at least one more.
type Cycle struct {
	Searched uint64    `json:"searched"` // keys looked at in all draws together
	Refused  Histogram `json:"refused"`  // groups by keys refused
	Last     uint64    `json:"last"`     // groups of which the last key was refused and no other
	Kicks    Histogram `json:"kicks"`    // refused inserts by kicks
	Apart    Histogram `json:"apart"`    // groups for comparison by keys refused
}

func (b *Bins) check() error {
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

func (p *Places) check() error { return checkParts(atMost{"same", p.Same, "keys", p.Keys}) }

func (c *Cycle) check() error {
	for _, h := range []struct {
		name string
		h    Histogram
	}{{"refused", c.Refused}, {"kicks", c.Kicks}, {"apart", c.Apart}} {
		if err := h.h.check(h.name); err != nil {
			return err
		}
	}
	groups, refused := c.Refused.totals()
	other, _ := c.Apart.totals()
	spent, _ := c.Kicks.totals()
	if groups != other || refused != spent {
		return fmt.Errorf("%d groups and %d for comparison, %d refusals and kicks of %d; must be as many of each", groups, other, refused, spent)
	}
	return checkParts(atMost{"last", c.Last, "groups", groups})
}

func sampleBins(r *Record) []Sampled {
	all := make([]Sampled, len(r.Bins.Longest))
	for i, n := range r.Bins.Longest {
		all[i] = Sampled{Record: r, N: max(1, r.Bins.Keys), Values: []Value{{UnitLongest, float64(n)}}}
	}
	return all
}

func samplePlaces(r *Record) Sampled {
	s := Sampled{Record: r, N: max(1, r.Places.Keys)}
	s.add(UnitSamePlaces, 1e6, r.Places.Same, r.Places.Keys)
	return s
}

func sampleCycle(r *Record) Sampled {
	groups, refused := r.Cycle.Refused.totals()
	spent, kicks := r.Cycle.Kicks.totals()
	s := Sampled{Record: r, N: max(1, groups), Point: []Label{{"share", strconv.Itoa(r.Copies)}}}
	s.add(UnitRefused, 100, refused, groups*uint64(max(1, r.Copies)))
	s.add(UnitRefusalKicks, 1, kicks, spent)
	return s
}
