package measure

import (
	"cmp"
	"math"
	"slices"

	"filterbench/internal/record"
)

// curve is bits per key over bits of information, -log2 of the rate, as one
// repetition measured it; points in order of information.
type curve []point

type point struct{ information, bits float64 }

// curveOf makes a curve of the records of one repetition. A filter without false
// positives has no place on it.
func curveOf(row []*record.Record) curve {
	var c curve
	for _, r := range row {
		if r.FPR().Positives == 0 {
			continue
		}
		c = append(c, point{-math.Log2(rate(r)), bitsPerDistinct(r)})
	}
	slices.SortFunc(c, func(a, b point) int { return cmp.Compare(a.information, b.information) })
	return c
}

func bitsPerDistinct(r *record.Record) float64 {
	return float64(r.Shape.Bits) / float64(r.FPR().Distinct)
}

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

// times returns a curve of so many times the bits.
func (c curve) times(factor float64) curve {
	scaled := slices.Clone(c)
	for i := range scaled {
		scaled[i].bits *= factor
	}
	return scaled
}

// rateAt returns the rate that some bits per key buy, on the line between
// neighbours; NaN outside of the points.
func (c curve) rateAt(bits float64) float64 {
	for i := 1; i < len(c); i++ {
		a, b := c[i-1], c[i]
		if a.bits <= bits && bits <= b.bits && a.bits < b.bits {
			return math.Exp2(-(a.information + (b.information-a.information)*(bits-a.bits)/(b.bits-a.bits)))
		}
	}
	return math.NaN()
}

// average returns the mean of curves where all are known. It is straight between
// the points of any of them.
func average(list []curve) curve {
	var all curve
	for _, c := range list {
		for _, p := range c {
			sum := 0.0
			for _, other := range list {
				sum += other.at(p.information)
			}
			if !math.IsNaN(sum) {
				p.bits = sum / float64(len(list))
				all = append(all, p)
			}
		}
	}
	slices.SortFunc(all, func(a, b point) int { return cmp.Compare(a.information, b.information) })
	return all
}

// bySize returns the mean curve of one repetition's filters over their sizes.
func bySize(row []*record.Record) curve {
	groups := map[uint64][]*record.Record{}
	var sizes []uint64
	for _, r := range row {
		if groups[r.Capacity] == nil {
			sizes = append(sizes, r.Capacity)
		}
		groups[r.Capacity] = append(groups[r.Capacity], r)
	}
	slices.Sort(sizes)
	var list []curve
	for _, n := range sizes {
		list = append(list, curveOf(groups[n]))
	}
	return average(list)
}

// largestRatio returns the largest ratio of two curves where both are known.
func largestRatio(a, b curve) float64 {
	largest := math.NaN()
	for _, p := range slices.Concat(a, b) {
		if x := a.at(p.information) / b.at(p.information); !math.IsNaN(x) && !(x <= largest) {
			largest = x
		}
	}
	return largest
}
