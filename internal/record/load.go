package record

import (
	"fmt"
	"slices"
)

// KindLoad: fill until the first refusal.
const KindLoad = "load"

var _ = kinds.add(Kind{
	Name: KindLoad, Order: 2, Title: "Load", Doc: "fill until the first refusal",
	Summary: "%s fillings, %s keys",
	Asked:   "after the first refusal",
	New:     func() Outcome { return new(Load) },
})

// Load is the outcome of a [KindLoad] trial: one entry per draw.
type Load struct {
	Accepted []uint64 `json:"accepted"`          // inserts accepted before the first refusal
	Distinct []uint64 `json:"distinct"`          // distinct keys among them
	Kicks    []uint64 `json:"kicks,omitempty"`   // kicks of the accepted inserts together, where the filter tells them
	Missing  uint64   `json:"missing"`           // accepted keys answered false after the refusal, all draws
	Unfilled int      `json:"unfilled,omitzero"` // draws that ran out of keys before a refusal
}

// Load returns the outcome of a [KindLoad] trial, nil of any other and of one that failed.
func (r *Record) Load() *Load { p, _ := r.Outcome.(*Load); return p }

func (*Load) Kind() string { return KindLoad }

func (l *Load) Tally() (fillings, keys uint64) { return uint64(len(l.Accepted)), sum(l.Accepted) }

func (l *Load) Held(_ Trial) (asked, denied uint64) { return sum(l.Accepted), l.Missing }

func (l *Load) Exact(Trial) Outcome { return l }

func (l *Load) check(Trial) error {
	n := len(l.Accepted)
	if len(l.Distinct) != n || len(l.Kicks) != n && len(l.Kicks) != 0 {
		return fmt.Errorf("load has %d accepted, %d distinct and %d kicks; must be one of each a draw",
			n, len(l.Distinct), len(l.Kicks))
	}
	for i := range n {
		if l.Distinct[i] > l.Accepted[i] {
			return fmt.Errorf("draw %d: distinct %d exceeds accepted %d", i, l.Distinct[i], l.Accepted[i])
		}
	}
	if l.Unfilled < 0 || l.Unfilled > n {
		return fmt.Errorf("unfilled %d: must be from 0 to the %d draws", l.Unfilled, n)
	}
	return nil
}

// samples makes every draw a sample. Where keys ran out before a refusal the
// record does not say in which draws, so none of its loads is one at a refusal.
func (l *Load) samples(r *Record, _ Nulls) []Sampled {
	if l.Unfilled > 0 {
		return nil
	}
	repeats := !slices.Equal(l.Distinct, l.Accepted)
	all := make([]Sampled, len(l.Accepted))
	for i := range all {
		s := &all[i]
		s.Record, s.N = r, max(1, l.Accepted[i])
		s.add(UnitLoad, 100, l.Accepted[i], r.Shape.Cells)
		if repeats {
			s.add(UnitDistinctLoad, 100, l.Distinct[i], r.Shape.Cells)
		}
		if len(l.Kicks) > 0 {
			s.add(UnitKicks, 1, l.Kicks[i], l.Accepted[i])
		}
	}
	return all
}
