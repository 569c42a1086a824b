package prob

import "math"

// BinomialPMF returns P(X = x) for X ~ Binomial(n, p).
func BinomialPMF(x, n uint64, p float64) float64 {
	checkProbability(p)
	switch {
	case x > n:
		return 0
	case p == 0 || p == 1:
		if x == certain(n, p) {
			return 1
		}
		return 0
	case x == 0:
		return math.Exp(float64(n) * math.Log1p(-p))
	case x == n:
		return math.Exp(float64(n) * math.Log(p))
	}
	fn, fx, fy := float64(n), float64(x), float64(n-x)
	exponent := stirlingError(n) - stirlingError(x) - stirlingError(n-x) -
		deviance(fx, fn*p) - deviance(fy, fn*(1-p))
	return math.Exp(exponent) * math.Sqrt(fn/(2*math.Pi*fx)/fy)
}

// PoissonPMF returns P(X = x) for X ~ Poisson(mean), mean >= 0.
func PoissonPMF(x uint64, mean float64) float64 {
	checkMean(mean)
	switch {
	case x == 0:
		return math.Exp(-mean)
	case mean == 0:
		return 0
	}
	fx := float64(x)
	return math.Exp(-stirlingError(x)-deviance(fx, mean)) / math.Sqrt(2*math.Pi*fx)
}

// LogBinomial returns the natural logarithm of the binomial coefficient C(n, x),
// -Inf for x > n. Its relative error is about 1e-15 however large n is.
func LogBinomial(n, x uint64) float64 {
	if x > n {
		return math.Inf(-1)
	}
	if x == 0 || x == n {
		return 0
	}
	if x > n-x {
		x = n - x
	}
	fn, fx, fy := float64(n), float64(x), float64(n-x)
	entropy := fx*math.Log(fn/fx) - fy*math.Log1p(-fx/fn)
	return entropy + stirlingError(n) - stirlingError(x) - stirlingError(n-x) +
		0.5*math.Log(fn/(2*math.Pi*fx)/fy)
}

// stirlingError returns ln n! - ln(sqrt(2πn) (n/e)^n), which is about 1/12n, for
// n >= 1. Below 16 the factorial is an exact float64; from there on five terms of
// Stirling's series leave less than 2e-16.
func stirlingError(n uint64) float64 {
	x := float64(n)
	if n < 16 {
		factorial := 1.0
		for i := uint64(2); i <= n; i++ {
			factorial *= float64(i)
		}
		return math.Log(factorial) - 0.5*math.Log(2*math.Pi*x) - x*math.Log(x) + x
	}
	y := 1 / (x * x)
	return (1./12 - (1./360-(1./1260-(1./1680-1./1188*y)*y)*y)*y) / x
}

// deviance returns x ln(x/mean) + mean - x, which is 0 at x = mean and positive
// elsewhere, for positive arguments. Near the mean the three terms cancel; there
// the logarithm is expanded in v = (x-mean)/(x+mean), whose first term absorbs
// the rest: (x-mean) v + 2x (v^3/3 + v^5/5 + ...).
func deviance(x, mean float64) float64 {
	v := (x - mean) / (x + mean)
	if math.Abs(v) > 0.1 {
		return x*math.Log(x/mean) + mean - x
	}
	sum, power := (x-mean)*v, 2*x*v
	for j := 3.0; ; j += 2 {
		power *= v * v
		next := sum + power/j
		if next == sum {
			return sum
		}
		sum = next
	}
}

// certain returns the hits in n trials where every trial misses (p = 0) or hits
// (p = 1).
func certain(n uint64, p float64) uint64 {
	if p == 0 {
		return 0
	}
	return n
}

func checkProbability(p float64) {
	if !(p >= 0 && p <= 1) {
		panic("prob: probability outside [0, 1]")
	}
}

func checkMean(mean float64) {
	if !(mean >= 0) || math.IsInf(mean, 1) {
		panic("prob: mean must be finite and not negative")
	}
}
