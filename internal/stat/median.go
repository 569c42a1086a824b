package stat

import (
	"slices"

	"filterbench/internal/prob"
)

// Median is the middle of a sample with a distribution-free interval.
type Median struct {
	Value, Lo, Hi float64
	Confidence    float64 // coverage of [Lo, Hi]; below 95 % where the sample is too small for that
	N             int
}

// NewMedian summarises a sample. The interval lies between the two draws of equal rank
// from either end that are the closest to cover with 95 %; a sample too small for that
// gets its range. It panics on an empty sample.
func NewMedian(values []float64) Median {
	if len(values) == 0 {
		panic("stat: the median of nothing")
	}
	x := slices.Clone(values)
	slices.Sort(x)
	n, r := len(x), MedianRank(len(x))
	below, _ := prob.BinomialTails(uint64(r-1), uint64(n), 0.5)
	return Median{Value: (x[(n-1)/2] + x[n/2]) / 2, Lo: x[r-1], Hi: x[n-r], Confidence: 1 - 2*below, N: n}
}

// MedianRank returns r such that the r-th smallest and the r-th largest of n draws are
// the ends of the interval of [NewMedian].
func MedianRank(n int) int { return max(1, lowerRank(n, 0.5)) }

// MedianOf is [NewMedian] of values by repetition; its N is 0 if there are none.
func MedianOf(byRep map[int]float64) Median {
	var values []float64
	for _, v := range byRep {
		values = append(values, v)
	}
	if len(values) == 0 {
		return Median{}
	}
	slices.Sort(values)
	return NewMedian(values)
}
