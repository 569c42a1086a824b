// Package compare tells what changed between two runs, and whether it is noise.
//
// It takes two sets of samples, OLD and NEW, from results folders or from files in
// Go's benchmark format, pairs them cell by cell (a cell is one series in one unit)
// and decides in one of three ways:
//
//   - Counts are pure functions of their trial. Where OLD and NEW hold the same
//     trial, by id, every count must be equal; one that is not means that the code
//     behaves differently now, and is a finding without statistics. Values that
//     come out identical in both sets need no test and are called equal.
//     Times and bytes of the heap are no counts: the latter depend on the version
//     of Go and its allocator, so a run under another may differ without a finding.
//   - Units whose samples scatter get the statistics of benchstat: medians with
//     distribution-free 95 % intervals and the two-sided Mann-Whitney U test, both
//     from golang.org/x/perf/benchmath.
//   - Units declared exact differ when they differ.
//
// A thousand tests at the 5 % level cry wolf fifty times. The p-values of all tested
// cells are therefore adjusted together (Benjamini and Hochberg): of the cells
// called better or worse, at most the share alpha is expected to be noise. Nothing
// here knows filters or theory, and everything is a pure function of its arguments.
package compare
