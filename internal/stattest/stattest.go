// Package stattest holds the assertions of tests whose outcome is random: an
// observed rate or mean against the value that theory gives.
//
// Every assertion is two-sided, exact in its distribution (a mean: exact for
// normal values), and takes its alarm rate: the probability with which it fails
// although theory is right. State one that fits how often the test will run with
// new seeds; 1e-6 is the routine value here, and seeds are fixed, so a test that
// once passed keeps passing. There is no tolerance to choose: more trials make
// an assertion stricter.
//
//	stattest.Rate(t, hits, trials, theory.BloomExactFPR(m, n, k), 1e-6)
//
// A failure prints what was seen, what was expected and how improbable that is.
package stattest

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"filterbench/internal/prob"
)

// Rate fails the test if hits among trials independent trials of probability p
// is a result whose two-sided exact p-value is below alarm. It panics if there
// are no trials, if hits > trials, or if p or alarm is no probability.
func Rate(t testing.TB, hits, trials uint64, p, alarm float64) {
	t.Helper()
	checkAlarm(alarm)
	if trials == 0 {
		panic("stattest: a rate of no trials")
	}
	if value := prob.BinomialPValue(hits, trials, p); value < alarm {
		lo, hi := prob.ClopperPearson(hits, trials, 1-alarm)
		t.Errorf("rate %d/%d = %.6g, want %.6g: p-value %.2g is below %.2g; the %g %% interval is [%.6g, %.6g]",
			hits, trials, float64(hits)/float64(trials), p, value, alarm, 100*(1-alarm), lo, hi)
	}
}

// Mean fails the test if the mean of xs differs from want by more than chance
// allows: Student's two-sided t-test at level alarm. The level is exact for
// normal xs and close to that when their mean is nearly normal; values that are
// strongly skewed or rarely vary need many of them. Values that are all equal
// must equal want. It panics on fewer than two values or a bad alarm.
func Mean(t testing.TB, xs []float64, want, alarm float64) {
	t.Helper()
	checkAlarm(alarm)
	if len(xs) < 2 {
		panic("stattest: a mean of fewer than two values")
	}
	mean, sem := meanAndError(xs)
	if math.IsNaN(mean) {
		t.Errorf("mean of %d values is NaN, want %.6g", len(xs), want)
		return
	}
	if value := studentPValue(mean-want, sem, len(xs)-1); value < alarm {
		t.Errorf("mean of %d values %.6g ± %.2g (standard error), want %.6g: p-value %.2g is below %.2g",
			len(xs), mean, sem, want, value, alarm)
	}
}

// meanAndError returns the mean of xs and its estimated standard error.
func meanAndError(xs []float64) (mean, sem float64) {
	n := float64(len(xs))
	for _, x := range xs {
		mean += x / n
	}
	squares := 0.0
	for _, x := range xs {
		squares += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(squares / (n - 1) / n)
}

// studentPValue returns P(|T| >= |difference/sem|) for T of Student's
// distribution, through the incomplete beta function, which keeps small tails.
func studentPValue(difference, sem float64, freedom int) float64 {
	if difference == 0 {
		return 1
	}
	if sem == 0 {
		return 0
	}
	score, nu := difference/sem, float64(freedom)
	return mathext.RegIncBeta(nu/2, 0.5, nu/(nu+score*score))
}

func checkAlarm(alarm float64) {
	if !(alarm > 0 && alarm < 1) {
		panic("stattest: the alarm rate must lie between 0 and 1")
	}
}
