package analysis

import (
	"fmt"

	"filterbench/internal/record"
)

// Loads are the loads at the first refusal of a cell of kind load, over all draws
// of all repetitions: accepted inserts over slots.
type Loads struct {
	Distribution
	Distinct Distribution // distinct keys among them, over slots
	Missing  uint64       // accepted keys answered false after the refusal
	Unfilled int          // draws that ran out of keys: their load is a lower bound
}

// MeasureLoad summarises a cell of kind load.
func MeasureLoad(c Cell) (Loads, error) {
	var l Loads
	var loads, distinct []float64
	for _, r := range c.Records {
		if r.Load == nil {
			return l, fmt.Errorf("%s: no fillings recorded", describe(c.Trial))
		}
		for i, accepted := range r.Load.Accepted {
			loads = append(loads, ratio(accepted, r.Shape.Cells))
			distinct = append(distinct, ratio(r.Load.Distinct[i], r.Shape.Cells))
		}
		l.Missing += r.Load.Missing
		l.Unfilled += r.Load.Unfilled
	}
	if len(loads) == 0 {
		return l, fmt.Errorf("%s: no fillings recorded", describe(c.Trial))
	}
	l.Distribution, l.Distinct = NewDistribution(loads), NewDistribution(distinct)
	return l, nil
}

// Warnings says what stands in the way of taking the numbers as they are.
func (l Loads) Warnings() []string {
	if l.Unfilled == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d fillings ran out of keys before a refusal", l.Unfilled, len(l.Distribution))}
}

// WindowLoad returns the load at the centre of the i-th window of a cell of kind
// kicks.
func (c Cell) WindowLoad(i int, w record.KickWindow) float64 {
	if i < len(c.Loads) {
		return c.Loads[i]
	}
	return (w.From + w.To) / 2
}
