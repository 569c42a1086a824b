package workloads

import "math"

// Zipf draws need logarithms and exponentials that round alike everywhere, for a
// workload is the same on every machine. Those of package math do not promise
// that: some processors have instructions or assembly of their own, and compilers
// fuse a multiplication with an addition where the processor can. So the few that
// are needed are made here of the four operations of arithmetic, each rounded by
// itself. Every product is written float64(a*b): that is the language's way to
// forbid fusing it with a sum it may meet later, in this function or its caller.

// Taylor coefficients 1/(i+1)! of (e^t-1)/t. The first one left out is below
// 2^-54 of the sum for |t| <= 1/2.
var expTerms = [...]float64{
	1, 1. / 2, 1. / 6, 1. / 24, 1. / 120, 1. / 720, 1. / 5040, 1. / 40320, 1. / 362880,
	1. / 3628800, 1. / 39916800, 1. / 479001600, 1. / 6227020800, 1. / 87178291200,
}

// Coefficients 1/(2i+1) of atanh(w)/w in powers of w^2. The first one left out is
// below 2^-54 of the sum for w^2 <= 0.03.
var atanhTerms = [...]float64{1, 1. / 3, 1. / 5, 1. / 7, 1. / 9, 1. / 11, 1. / 13, 1. / 15, 1. / 17, 1. / 19}

// polynomial evaluates terms[0] + terms[1] x + ... by Horner's rule.
func polynomial(terms []float64, x float64) float64 {
	sum := 0.0
	for i := len(terms) - 1; i >= 0; i-- {
		sum = float64(sum*x) + terms[i]
	}
	return sum
}

// ln 2 in two parts; the high part has 21 zero bits at the end, so its multiples
// by small integers are exact.
const (
	ln2High = 0x1.62e42feep-1
	ln2Low  = math.Ln2 - ln2High
)

// exp returns e^t for |t| < 700.
func exp(t float64) float64 {
	n := math.Floor(float64(t*(1/math.Ln2)) + 0.5)
	rest := t - float64(n*ln2High)
	rest -= float64(n * ln2Low)
	mantissa := 1 + float64(rest*polynomial(expTerms[:], rest))
	return float64(mantissa * math.Float64frombits(uint64(1023+int64(n))<<52))
}

// expm1Over returns (e^t-1)/t, and 1 for t = 0.
func expm1Over(t float64) float64 {
	if math.Abs(t) <= 0.5 {
		return polynomial(expTerms[:], t)
	}
	return (exp(t) - 1) / t
}

// log returns the natural logarithm of a positive, finite, normal x.
func log(x float64) float64 {
	mantissa, exponent := math.Frexp(x)
	if mantissa < math.Sqrt2/2 {
		mantissa, exponent = 2*mantissa, exponent-1
	}
	w := (mantissa - 1) / (mantissa + 1) // |w| < 0.172
	n := float64(exponent)
	small := float64(2*w*polynomial(atanhTerms[:], float64(w*w))) + float64(n*ln2Low)
	return float64(n*ln2High) + small
}

// log1pOver returns log(1+y)/y for y > -1, and 1 for y = 0.
func log1pOver(y float64) float64 {
	if math.Abs(y) <= 0.25 {
		w := y / (2 + y) // |w| < 0.143
		return float64(2 / (2 + y) * polynomial(atanhTerms[:], float64(w*w)))
	}
	return log(1+y) / y
}
