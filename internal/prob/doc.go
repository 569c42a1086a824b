// Package prob computes the few probabilities that theory, analysis and the
// statistical tests need, exactly enough for rates of 1e-9 among 1e10 trials:
// binomial and Poisson probabilities and tails, exact intervals and p-values for
// a proportion, and p-values corrected for many comparisons.
//
// It is not a library of distributions; gonum's distuv is one. What it adds is
// small tails. A false positive rate is a rare event in a long run of trials, and
// there 1-CDF loses every digit, and the incomplete beta function by way of
// log-gamma loses five of them: ln n! is 2e11 for n = 1e10, so its last bit is
// worth 3e-5. Here a probability is built from
//
//	pmf(x) = sqrt(n / 2πx(n-x)) * exp(-D)      Stirling's error terms apart,
//
// where D is the deviance of x from its mean, computed without cancellation, and
// a tail is the sum of such terms, all positive, from x outwards:
//
//	pmf
//	 |      .
//	 |   .  |  .            lower(x) = ... + pmf(x-1) + pmf(x)
//	 | . |  |  | .          upper(x) = pmf(x) + pmf(x+1) + ...
//	 |_|_|__|__|_|____ x
//
// Results carry about 13 digits; the tests hold them against exact rational
// arithmetic. The time of a tail grows with the standard deviation: 1 µs for a
// thousand events, about a millisecond for a deviation of 1e5.
//
// Counts are uint64, probabilities float64 in [0, 1]. Arguments out of range are
// a caller's bug and panic. Every function is pure.
//
// Sources: Loader, "Fast and accurate computation of binomial probabilities"
// (2000), for the form of the pmf; Clopper and Pearson (1934); Benjamini and
// Hochberg (1995); Holm (1979).
package prob
