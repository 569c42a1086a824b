package claims

import "filterbench/internal/stat"

// Estimate is a number with its interval.
type Estimate = stat.Estimate

// fewest is the least number of repetitions from which an interval is made.
const fewest = stat.Fewest

func estimate(values []float64) Estimate       { return stat.NewEstimate(values) }
func estimateLog(values []float64) Estimate    { return stat.NewLogEstimate(values) }
func estimateMedian(values []float64) Estimate { return stat.NewMedianEstimate(values) }
func exact(value float64) Estimate             { return stat.Exact(value) }
func ofCounts(hits, trials uint64) Estimate    { return stat.OfCounts(hits, trials) }
