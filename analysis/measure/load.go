package measure

import (
	"fmt"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// Loads are the loads at the first refusal of a cell of kind load, over all draws
// of all repetitions: accepted inserts over slots.
type Loads struct {
	stat.Distribution
	Distinct stat.Distribution // distinct keys among them, over slots
	Missing  uint64            // accepted keys answered false after the refusal
	Unfilled int               // draws that ran out of keys: their load is a lower bound
}

// Load summarises a cell of kind load.
func Load(c analysis.Cell) (Loads, error) {
	var l Loads
	var loads, distinct []float64
	for _, r := range c.Records {
		if r.Load() == nil {
			return l, fmt.Errorf("%s: no fillings recorded", analysis.Describe(c.Trial))
		}
		for i, accepted := range r.Load().Accepted {
			loads = append(loads, ratio(accepted, r.Shape.Cells))
			distinct = append(distinct, ratio(r.Load().Distinct[i], r.Shape.Cells))
		}
		l.Missing += r.Load().Missing
		l.Unfilled += r.Load().Unfilled
	}
	if len(loads) == 0 {
		return l, fmt.Errorf("%s: no fillings recorded", analysis.Describe(c.Trial))
	}
	l.Distribution, l.Distinct = stat.NewDistribution(loads), stat.NewDistribution(distinct)
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
func WindowLoad(c analysis.Cell, i int, w record.KickWindow) float64 {
	if i < len(c.Loads) {
		return c.Loads[i]
	}
	return (w.From + w.To) / 2
}
