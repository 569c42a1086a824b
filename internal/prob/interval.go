package prob

import "math"

// ClopperPearson returns the exact two-sided confidence interval of a proportion
// of which x in n trials were hits. Each end is missed with a probability of at
// most (1-confidence)/2, whatever the proportion is:
//
//	P(X >= x | lo) = P(X <= x | hi) = (1-confidence)/2,
//
// with lo = 0 for x = 0 and hi = 1 for x = n. No trials give (0, 1). The interval
// is exact for independent trials; queries of one filter are that only given the
// filter, so the spread between filters is not in it. It panics if x > n or
// confidence is not inside (0, 1).
//
// Source: Clopper and Pearson, Biometrika 26 (1934).
func ClopperPearson(x, n uint64, confidence float64) (lo, hi float64) {
	if !(confidence > 0 && confidence < 1) {
		panic("prob: confidence must lie between 0 and 1")
	}
	if x > n {
		panic("prob: more hits than trials")
	}
	miss := (1 - confidence) / 2
	lo, hi = 0, 1
	if x > 0 {
		lo = solveTail(miss, x, n, func(p float64) (tail, slope float64) {
			_, upper := BinomialTails(x, n, p)
			return upper, BinomialPMF(x, n, p) * float64(x) * (1 - p)
		})
	}
	if x < n {
		hi = solveTail(miss, x, n, func(p float64) (tail, slope float64) {
			lower, _ := BinomialTails(x, n, p)
			return lower, -BinomialPMF(x, n, p) * float64(n-x) * p
		})
	}
	return lo, hi
}

// BinomialPValue returns the two-sided p-value of x hits in n trials under hit
// probability p: twice the smaller tail, at most 1. Doubling is the convention
// under which the test rejects at level a exactly when the Clopper-Pearson
// interval of confidence 1-a leaves p out. It panics if x > n.
func BinomialPValue(x, n uint64, p float64) float64 {
	lower, upper := BinomialTails(x, n, p)
	return math.Min(1, 2*math.Min(lower, upper))
}

// solveTail returns the p at which a tail of x in n equals target. tail returns its
// value and its derivative by the logit of p.
//
// It is Newton's method on the logarithm of the tail, which is concave in the
// logit: the second derivative is the variance of X within the tail less that of
// X. So the first step may go too far, but not back, and all further steps come
// closer from one side; some ten of them reach the rounding errors of the tail.
// Should the first go where the tail has no digits left, it is halved.
func solveTail(target float64, x, n uint64, tail func(p float64) (value, slope float64)) float64 {
	logit, step := math.Log((float64(x)+0.5)/(float64(n-x)+0.5)), 0.0
	for range 200 {
		p := 1 / (1 + math.Exp(-logit))
		value, slope := tail(p)
		if value < 0x1p-900 {
			step /= 2
			logit -= step
			continue
		}
		step = math.Log(target/value) * value / slope
		logit += step
		if math.Abs(step)*(1-p) <= 0x1p-44 { // the change of p, in parts of p
			break
		}
	}
	return 1 / (1 + math.Exp(-logit))
}
