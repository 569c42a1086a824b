// Package measure turns cells of records into estimates, one file for each kind of
// trial: [FPR], [Churn], [Load], [Kicks], [Duplicates], [Drift], [Erasure], [Time],
// [Heap], [Audit] and what is built on them (bars, cost model, agreement with theory).
// Claims, figures and report read the same functions, so that a quantity shown twice is
// one number.
//
// It is the only package of the analysis that reads the payloads of records. Rates are
// pooled over the seeds, times are medians over the repetitions, net of the null filter
// of the same repetition; the statistics themselves are those of internal/stat.
//
// Everything is a pure function of the records: same records, same numbers.
package measure
