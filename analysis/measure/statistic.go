package measure

import (
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// Statistic is one number for each repetition of an experiment, computed over all the
// cells that it needs: what the cells of one repetition have in common is then in the
// interval over the repetitions. A statistic of counts adds them up over repetitions.
type Statistic struct {
	Name  string // in words, with the unit
	Scale Scale
	Of    func(Row) float64                             // NaN where the repetition says nothing
	Count func(r *record.Record) (hits, trials uint64)  // of scales ByCounts and ByShare
	Reach func(of, with []analysis.Cell) (half float64) // least half width of the interval; nil is none
}

// Scale says how repetitions become an estimate.
type Scale int

// The scales: a mean with Student's interval, the same of logarithms, a median with its
// interval by ranks; and counts added up, with their exact interval or none.
const (
	ByMean Scale = iota
	ByLog
	ByMedian
	ByCounts
	ByShare
)

// Row is the records of one repetition, one for each cell, in the order of the cells:
// those that a statistic is of, those it is set against, and what both are read by.
type Row struct {
	Of, Over, With             []*record.Record
	ofCells, overCells, withIn []analysis.Cell
}

// Net returns the nanoseconds of an operation in a cell of the row, net of null; NaN is
// returned as ok false.
func (w Row) Net(over bool, i int, op string) (ns float64, ok bool) {
	if over {
		return Net(w.overCells[i], w.Over[i], op)
	}
	return Net(w.ofCells[i], w.Of[i], op)
}

// WithCells returns the cells of With.
func (w Row) WithCells() []analysis.Cell { return w.withIn }

// Estimate evaluates the statistic over the repetitions that all cells have.
func (s Statistic) Estimate(of, over, with []analysis.Cell) stat.Estimate {
	if s.Count != nil {
		return s.counted(of)
	}
	var values []float64
	for _, first := range of[0].Records {
		w := Row{ofCells: of, overCells: over, withIn: with}
		complete := true
		for _, group := range []struct {
			cells []analysis.Cell
			to    *[]*record.Record
		}{{of, &w.Of}, {over, &w.Over}, {with, &w.With}} {
			for _, c := range group.cells {
				i := slices.IndexFunc(c.Records, func(r *record.Record) bool { return r.Rep == first.Rep })
				if i < 0 {
					complete = false
					break
				}
				*group.to = append(*group.to, c.Records[i])
			}
		}
		if complete {
			values = append(values, s.Of(w))
		}
	}
	var x stat.Estimate
	switch s.Scale {
	case ByLog:
		x = stat.NewLogEstimate(values)
	case ByMedian:
		x = stat.NewMedianEstimate(values)
	default:
		x = stat.NewEstimate(values)
	}
	if s.Reach != nil {
		x = x.AtLeastReach(s.Reach(of, with))
	}
	return x
}

func (s Statistic) counted(of []analysis.Cell) stat.Estimate {
	var hits, trials uint64
	for _, c := range of {
		for _, r := range c.Records {
			h, n := s.Count(r)
			hits, trials = hits+h, trials+n
		}
	}
	if s.Scale == ByShare && trials > 0 {
		return stat.Exact(float64(hits) / float64(trials))
	}
	return stat.OfCounts(hits, trials)
}
