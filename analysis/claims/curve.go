package claims

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"filterbench/internal/prob"
	"filterbench/internal/record"

	"filterbench/analysis"
	"filterbench/internal/stat"
)

// curve is bits per key over bits of information, -log2 of the rate, as one
// repetition measured it; points in order of information.
type curve []struct{ information, bits float64 }

// curveOf makes a curve of the records of one repetition. A filter without false
// positives has no place on it.
func curveOf(row []*record.Record) curve {
	var c curve
	for _, r := range row {
		if r.FPR().Positives == 0 {
			continue
		}
		c = append(c, struct{ information, bits float64 }{-math.Log2(positiveRate(r)), bitsPerKey(r)})
	}
	slices.SortFunc(c, func(a, b struct{ information, bits float64 }) int { return cmp.Compare(a.information, b.information) })
	return c
}

func bitsPerKey(r *record.Record) float64 { return float64(r.Shape.Bits) / float64(r.FPR().Distinct) }

// at returns the bits per key for some information, on the straight line between
// neighbours; NaN outside of the points.
func (c curve) at(information float64) float64 {
	for i := 1; i < len(c); i++ {
		a, b := c[i-1], c[i]
		if a.information <= information && information <= b.information {
			return a.bits + (b.bits-a.bits)*(information-a.information)/(b.information-a.information)
		}
	}
	return math.NaN()
}

// crossing returns the information at which curve a, dearer before, becomes cheaper
// than b; NaN if it does not where both are measured. Between their points both are
// straight, so the difference is looked at on the points of either.
func crossing(a, b curve) float64 {
	var at []float64
	for _, p := range slices.Concat(a, b) {
		at = append(at, p.information)
	}
	slices.Sort(at)
	before, difference := math.NaN(), math.NaN()
	for _, x := range at {
		d := a.at(x) - b.at(x)
		if math.IsNaN(d) {
			continue
		}
		if difference > 0 && d <= 0 {
			return before + (x-before)*difference/(difference-d)
		}
		before, difference = x, d
	}
	return math.NaN()
}

// membersOf returns how many accepted keys a cell looked up and how many it missed.
func membersOf(c analysis.Cell) (asked, denied uint64) {
	for _, r := range c.Records {
		switch {
		case r.FPR() != nil:
			asked += r.FPR().Members
			denied += r.FPR().Missing
		case r.Load() != nil:
			for _, n := range r.Load().Accepted {
				asked += n
			}
			denied += r.Load().Missing
		}
	}
	return asked, denied
}

// upperEnd is the upper end of the exact interval of a share.
func upperEnd(hits, trials uint64) float64 {
	_, hi := prob.ClopperPearson(hits, trials, stat.Confidence)
	return hi
}

// rare is the share below which "never" counts as shown.
const rare = 1e-6

// never rules on "this does not happen": once refutes, none confirms where worst,
// the largest upper end of a share, is below rare.
func never(hits, trials uint64, worst float64, what, line string) Ruling {
	lo, hi := prob.ClopperPearson(hits, trials, stat.Confidence)
	x := Estimate{Value: float64(hits) / float64(trials), Lo: lo, Hi: hi, N: 1}
	r := Ruling{Verdict: Confirmed, What: what, Unit: "share", Effect: x, P: math.NaN(), Line: line}
	switch {
	case hits > 0:
		r.Verdict = Refuted
	case worst >= rare:
		r.Verdict = Undecided
		r.Line += " A share of " + percent(worst) + " could have gone unseen; one in a million is asked for."
	}
	return r
}

func compare(a, b float64) int { return cmp.Compare(a, b) }

func sortedKeys[V any](m map[float64]V) []float64 { return slices.Sorted(maps.Keys(m)) }
