package measure

import (
	"fmt"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// FalsePositives is the false positive rate of one cell, measured and predicted.
type FalsePositives struct {
	stat.Proportion
	Theory float64 // NaN if no formula covers the filter
	Bound  float64 // upper bound given by theory, NaN if none
	Model  string  // name of the formula

	Keys     uint64 // distinct keys held, all seeds together
	Members  uint64 // accepted keys looked up again
	Missing  uint64 // of those, answered false
	Overflow uint64 // counters that saturated
	Refused  uint64 // inserts that were refused
}

// FPR summarises a cell of kind fpr. The error names the cell if it is of
// another kind or looked nothing up.
func FPR(c analysis.Cell) (FalsePositives, error) {
	var hits, trials []uint64
	var stopped []bool
	var f FalsePositives
	for _, r := range c.Records {
		if r.FPR() == nil || r.FPR().Queries == 0 {
			return FalsePositives{}, fmt.Errorf("%s: no lookups of absent keys recorded", analysis.Describe(c.Trial))
		}
		hits = append(hits, r.FPR().Positives)
		trials = append(trials, r.FPR().Queries)
		stopped = append(stopped, r.FPR().Stop == record.StopTarget)
		f.Keys += r.FPR().Distinct
		f.Members += r.FPR().Members
		f.Missing += r.FPR().Missing
		f.Overflow += r.FPR().Overflow
		f.Refused += r.FPR().Inserted - r.FPR().Accepted
	}
	f.Proportion = stat.NewStopped(hits, trials, stopped)
	p := predict(c.Records,
		func(r *record.Record) uint64 { return r.FPR().Distinct },
		weightOf)
	f.Theory, f.Bound, f.Model = p.rate, p.bound, p.model
	return f, nil
}

// weightOf is what a seed counts for in the pooled rate.
func weightOf(r *record.Record) uint64 {
	if r.Target > 0 {
		return 1 // RateOf is averaged over seeds
	}
	return r.FPR().Queries
}

// Decidable reports whether theory gives a rate that measurement can contradict:
// neither absent nor certain.
func (f FalsePositives) Decidable() bool { return f.Theory > 0 && f.Theory < 1 }

// RateOf returns the unbiased estimate of the false positive rate of one filter from its
// record: hits over lookups, or (r-1)/(N-1) where the lookups ended with the r-th hit.
func RateOf(r *record.FPR) float64 {
	return stat.Unbiased(r.Positives, r.Queries, r.Stop == record.StopTarget)
}

func ratio(x, n uint64) float64 { return float64(x) / float64(n) }
