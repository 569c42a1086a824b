package prob

import (
	"math"
	"slices"
)

// BenjaminiHochberg returns the p-values adjusted for the false discovery rate,
// in the order given: rejecting all with an adjusted value of at most q keeps the
// expected share of wrong rejections below q, for tests that are independent or
// positively dependent. It panics if a value is outside [0, 1].
//
// Source: Benjamini and Hochberg, J. R. Statist. Soc. B 57 (1995), as step-up.
func BenjaminiHochberg(p []float64) []float64 {
	order, adjusted := ascending(p), make([]float64, len(p))
	least := 1.0
	for rank := len(p); rank >= 1; rank-- {
		i := order[rank-1]
		least = math.Min(least, p[i]*(float64(len(p))/float64(rank))) // in this order never below p
		adjusted[i] = least
	}
	return adjusted
}

// Holm returns the p-values adjusted for the family-wise error rate, in the order
// given: rejecting all with an adjusted value of at most a keeps the probability
// of any wrong rejection below a, whatever the dependence. It panics if a value
// is outside [0, 1].
//
// Source: Holm, Scand. J. Statist. 6 (1979), as step-down.
func Holm(p []float64) []float64 {
	order, adjusted := ascending(p), make([]float64, len(p))
	most := 0.0
	for done, i := range order {
		most = math.Max(most, math.Min(1, p[i]*float64(len(p)-done)))
		adjusted[i] = most
	}
	return adjusted
}

// ascending returns the indices of p in the order of its values.
func ascending(p []float64) []int {
	order := make([]int, len(p))
	for i := range p {
		checkProbability(p[i])
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	return order
}
