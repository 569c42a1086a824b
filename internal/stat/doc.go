// Package stat turns counts and samples into estimates with intervals: proportions
// pooled over seeds ([Proportion]), medians ([Median]), quantiles of a distribution
// ([Distribution]) and means over repetitions ([Estimate]). Figures, claims and report
// use the same ones, so that a number shown twice is the same number.
//
// Every interval covers with [Confidence] or more. A statistic of times takes medians,
// which a few interrupted repetitions do not move; a statistic of counts takes means.
//
// The package knows no record and no filter, and prints nothing.
package stat
