package stat

import (
	"math"

	"filterbench/internal/prob"
)

// Some trials look keys up not a given number of times but until the r-th false
// positive, or a cap. Then the number of lookups N is what varies, and hits over
// lookups is too high on average, by about one part in r. These are the estimate
// and the interval that belong to that rule.
//
// Source: Haldane, "On a method of estimating frequencies", Biometrika 33 (1945);
// for the rule with a cap, Girshick, Mosteller and Savage, "Unbiased estimates for
// certain binomial sampling problems", Ann. Math. Statist. 17 (1946).

// Unbiased returns the estimate of a rate from the counts of one seed: hits over trials,
// or (hits-1)/(trials-1) where trials went on until that many hits, two or more. It has
// no bias whether or not there was a cap, and whichever end was reached.
func Unbiased(hits, trials uint64, stopped bool) float64 {
	if stopped && trials > 1 {
		return ratio(hits-1, trials-1)
	}
	return ratio(hits, trials)
}

// sampling sets the estimate and its exact interval. If every seed stopped at its
// r-th hit, then together they are one such sample with R the sum of theirs, and
//
//	P(N <= n | lo) = P(at least R hits in n)     = 2.5 %
//	P(N >= n | hi) = P(less than R hits in n-1)  = 2.5 %
//
// are ends of intervals for binomial counts. If only some did, the interval is that
// of a binomial count, which is the wider of the two at its upper end. The estimate
// is the mean over seeds, each without bias and each with the same weight, since
// weights by the number of lookups would favour filters with low rates.
func (p *Proportion) sampling(stopped []bool) {
	p.inverse = true
	some := false
	for _, s := range stopped {
		p.inverse, some = p.inverse && s, some || s
	}
	p.Rate = ratio(p.Hits, p.Trials)
	p.Lo, p.Hi = prob.ClopperPearson(p.Hits, p.Trials, Confidence)
	if some {
		p.Rate = mean(p.Rates)
	}
	if p.inverse {
		_, p.Hi = prob.ClopperPearson(p.Hits-1, p.Trials-1, Confidence)
	}
}

// samplingPValue is the exact two-sided p-value of the counts if all seeds have the
// rate that theory gives.
func (p Proportion) samplingPValue(theory float64) float64 {
	if !p.inverse {
		return prob.BinomialPValue(p.Hits, p.Trials, theory)
	}
	_, upper := prob.BinomialTails(p.Hits, p.Trials, theory)
	lower, _ := prob.BinomialTails(p.Hits-1, p.Trials-1, theory)
	return math.Min(1, 2*math.Min(lower, upper))
}

func mean(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum / float64(len(xs))
}
