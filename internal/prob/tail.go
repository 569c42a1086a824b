package prob

import "math"

// BinomialTails returns P(X <= x) and P(X >= x) for X ~ Binomial(n, p), both
// with full relative precision where they are small. Both include x itself, so
// they add up to 1 + pmf(x). It panics if x > n.
func BinomialTails(x, n uint64, p float64) (lower, upper float64) {
	checkProbability(p)
	if x > n {
		panic("prob: more hits than trials")
	}
	if p == 0 || p == 1 {
		return certainTails(x, n, p)
	}
	pmf, odds := BinomialPMF(x, n, p), p/(1-p)
	// Sum the tail that leads away from the mean: its terms fall. The other one
	// holds about half of the probability or more, so a difference is good there.
	if float64(x) >= float64(n)*p {
		upper = sumFalling(pmf, func(i float64) float64 {
			return (float64(n-x) - i + 1) / (float64(x) + i) * odds
		})
		return clamp(1 - upper + pmf), clamp(upper)
	}
	lower = sumFalling(pmf, func(i float64) float64 {
		return (float64(x) - i + 1) / (float64(n-x) + i) / odds
	})
	return clamp(lower), clamp(1 - lower + pmf)
}

// certainTails is BinomialTails for p = 0 or 1.
func certainTails(x, n uint64, p float64) (lower, upper float64) {
	value := certain(n, p)
	if x >= value {
		lower = 1
	}
	if x <= value {
		upper = 1
	}
	return lower, upper
}

// UnequalTail returns the probability that x or more of independent events happen, whose
// probabilities are p. It adds up positive terms only, so that a tiny tail keeps its digits.
func UnequalTail(x int, p []float64) float64 {
	happen := make([]float64, len(p)+1) // by their number, of those so far
	happen[0] = 1
	for n, q := range p {
		checkProbability(q)
		for i := n + 1; i > 0; i-- {
			happen[i] = happen[i]*(1-q) + happen[i-1]*q
		}
		happen[0] *= 1 - q
	}
	tail := 0.0
	for i := len(p); i >= max(x, 0); i-- {
		tail += happen[i]
	}
	return clamp(tail)
}

// PoissonTails returns P(X <= x) and P(X >= x) for X ~ Poisson(mean), mean >= 0,
// both with full relative precision where they are small. Both include x itself.
func PoissonTails(x uint64, mean float64) (lower, upper float64) {
	pmf := PoissonPMF(x, mean)
	if float64(x) >= mean {
		upper = sumFalling(pmf, func(i float64) float64 { return mean / (float64(x) + i) })
		return clamp(1 - upper + pmf), clamp(upper)
	}
	lower = sumFalling(pmf, func(i float64) float64 { return (float64(x) - i + 1) / mean })
	return clamp(lower), clamp(1 - lower + pmf)
}

// PoissonTail returns P(X >= x) for X ~ Poisson(mean), mean >= 0.
func PoissonTail(x uint64, mean float64) float64 {
	_, upper := PoissonTails(x, mean)
	return upper
}

// sumFalling adds first, first*ratio(1), first*ratio(1)*ratio(2), ... until the
// terms no longer count. The ratios fall and end below 1.
func sumFalling(first float64, ratio func(i float64) float64) float64 {
	sum, term := first, first
	for i := 1.0; ; i++ {
		r := ratio(i)
		if r <= 0 {
			return sum
		}
		term *= r
		// What follows is less than a geometric series of ratio r.
		if sum += term; r < 1 && term*r <= 0x1p-55*(1-r)*sum {
			return sum
		}
	}
}

func clamp(p float64) float64 { return math.Min(1, math.Max(0, p)) }
