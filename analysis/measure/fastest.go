package measure

import (
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
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
func FastestOf(cells []analysis.Cell, op string, noise float64) (best Fastest, ok bool) {
	winner := analysis.Cell{}
	for _, c := range cells {
		t, timed := Time(c, op)
		if timed && t.HasNet() && (!ok || t.Gross.Value < best.Time.Gross.Value) {
			winner, best, ok = c, Fastest{Variant: c.Variant, Time: t}, true
		}
	}
	for _, c := range cells {
		t, timed := Time(c, op)
		if timed && t.HasNet() && c.Variant != best.Variant && !slower(c, winner, op, noise) {
			best.Ties = append(best.Ties, c.Variant)
		}
	}
	return best, ok
}

// slower reports whether an operation surely takes longer in the first cell, as timed.
func slower(a, b analysis.Cell, op string, noise float64) bool {
	base := map[int]*record.Record{}
	for _, r := range b.Records {
		base[r.Rep] = r
	}
	more := map[int]float64{}
	for _, r := range a.Records {
		x, _, ok := r.PerOp(op)
		y, _, both := base[r.Rep].PerOp(op)
		if ok && both && y > 0 {
			more[r.Rep] = x/y - 1
		}
	}
	m := stat.MedianOf(more)
	return m.N > 0 && m.Confidence >= stat.Confidence && m.Lo > 0 && m.Value > noise
}

// Noise is how far the times of equal trials are from each other, as a share: what 19 in
// 20 pairs of twins stay within; 0 where no twins were timed.
func Noise(d *analysis.Dataset) (float64, error) {
	cells, err := d.Cells(barsExperiment, "twins")
	if err != nil {
		return 0, err
	}
	return compareTwins(cells).Spread, nil
}

// Told reports whether two times or a time and nothing can be told apart: their
// intervals do not meet, and one is longer by more than noise.
func Told(a, b stat.Median, noise float64) bool {
	apart := a.Hi < b.Lo || b.Hi < a.Lo
	return apart && math.Abs(a.Value-b.Value) > noise*math.Min(math.Abs(a.Value), math.Abs(b.Value))
}
