package stat

import (
	"math"
	"slices"

	"filterbench/internal/prob"
)

// Distribution is a sample of independent draws, sorted.
type Distribution []float64

// Quantile is an estimated quantile with a distribution-free 95 % interval. A
// sample too small for one side has an infinite bound there.
type Quantile struct{ Value, Lo, Hi float64 }

// NewDistribution sorts a copy of the draws. It panics if there are none.
func NewDistribution(draws []float64) Distribution {
	if len(draws) == 0 {
		panic("stat: a distribution of no draws")
	}
	d := slices.Clone(draws)
	slices.Sort(d)
	return d
}

// Quantile estimates the value that a share q, in (0, 1), of all draws does not
// exceed: the smallest draw that reaches the share. The interval is between two
// order statistics; it covers with at least 95 %, whatever the distribution.
func (d Distribution) Quantile(q float64) Quantile {
	n := len(d)
	rank := min(max(int(math.Ceil(q*float64(n)-1e-9)), 1), n)
	out := Quantile{Value: d[rank-1], Lo: math.Inf(-1), Hi: math.Inf(1)}
	if low := lowerRank(n, q); low >= 1 {
		out.Lo = d[low-1]
	}
	if high := n + 1 - lowerRank(n, 1-q); high <= n {
		out.Hi = d[high-1]
	}
	return out
}

// lowerRank returns the largest rank l, from 1, such that the l-th smallest of n
// draws exceeds the q-quantile with probability at most (1-Confidence)/2; 0 if
// there is none. The l-th smallest exceeds it when fewer than l draws fall below:
// P(Binomial(n, q) <= l-1).
func lowerRank(n int, q float64) int {
	allowed := (1 - Confidence) / 2
	low, high := 0, n // P at rank low is allowed, at rank high+1 is not known to be
	for low < high {
		middle := (low + high + 1) / 2
		below, _ := prob.BinomialTails(uint64(middle-1), uint64(n), q)
		if below <= allowed {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}

// FailedBy returns the share of draws that do not exceed a value: fillings that were
// refused a key at that load or before. Draws are independent, so the interval is
// exact.
func (d Distribution) FailedBy(x float64) Proportion {
	failed, _ := slices.BinarySearchFunc(d, x, func(draw, x float64) int {
		if draw <= x {
			return -1
		}
		return 1
	})
	return NewProportion([]uint64{uint64(failed)}, []uint64{uint64(len(d))})
}
