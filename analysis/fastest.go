package analysis

import (
	"math"

	"filterbench/internal/record"
)

// Fastest is the cell whose operation takes the least time among several that took turns.
type Fastest struct {
	Variant string
	Time    Timing
	Ties    []string // others that are not told apart from it, in the order of the cells
}

// FastestOf returns the fastest of cells of one size at an operation, by the median as
// timed: all are less the same null. Another is told apart if it takes longer in the
// interval of the median over the repetitions that both have, and by more than noise, a
// share of the time. ok is false if none of them timed the operation beside null.
func FastestOf(cells []Cell, op string, noise float64) (best Fastest, ok bool) {
	winner := Cell{}
	for _, c := range cells {
		t, timed := MeasureTime(c, op)
		if timed && t.HasNet() && (!ok || t.Gross.Value < best.Time.Gross.Value) {
			winner, best, ok = c, Fastest{Variant: c.Variant, Time: t}, true
		}
	}
	for _, c := range cells {
		t, timed := MeasureTime(c, op)
		if timed && t.HasNet() && c.Variant != best.Variant && !slower(c, winner, op, noise) {
			best.Ties = append(best.Ties, c.Variant)
		}
	}
	return best, ok
}

// slower reports whether an operation surely takes longer in the first cell, as timed.
func slower(a, b Cell, op string, noise float64) bool {
	base := map[int]*record.Record{}
	for _, r := range b.Records {
		base[r.Rep] = r
	}
	more := map[int]float64{}
	for _, r := range a.Records {
		x, _, ok := perOp(r, op)
		y, _, both := perOp(base[r.Rep], op)
		if ok && both && y > 0 {
			more[r.Rep] = x/y - 1
		}
	}
	m := median(more)
	return m.N > 0 && m.Confidence >= Confidence && m.Lo > 0 && m.Value > noise
}

// Noise is how far the times of equal trials are from each other, as a share: what 19 in
// 20 pairs of twins stay within; 0 where no twins were timed.
func (d *Dataset) Noise() (float64, error) {
	cells, err := d.Cells(barsExperiment, "twins")
	if err != nil {
		return 0, err
	}
	return compareTwins(cells).Spread, nil
}

// Told reports whether two times or a time and nothing can be told apart: their
// intervals do not meet, and one is longer by more than noise.
func Told(a, b Median, noise float64) bool {
	apart := a.Hi < b.Lo || b.Hi < a.Lo
	return apart && math.Abs(a.Value-b.Value) > noise*math.Min(math.Abs(a.Value), math.Abs(b.Value))
}
