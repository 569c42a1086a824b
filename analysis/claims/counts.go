package claims

import (
	"math"

	"filterbench/analysis"
	"filterbench/internal/prob"
)

// ofCounts is the estimate of a rate from one count, where nothing is drawn twice: the
// exact interval, and normal tails for p-values.
func ofCounts(hits, trials uint64) Estimate {
	if trials == 0 {
		return Estimate{}
	}
	x := Estimate{Value: float64(hits) / float64(trials), N: int(min(trials, math.MaxInt32))}
	x.Lo, x.Hi = prob.ClopperPearson(hits, trials, analysis.Confidence)
	x.mean, x.deviation = x.Value, math.Sqrt(x.Value*(1-x.Value)/float64(trials))
	return x
}

// positivesOf adds up the false positives and lookups of a cell.
func positivesOf(c analysis.Cell) (hits, lookups uint64) {
	for _, r := range c.Records {
		hits += r.FPR.Positives
		lookups += r.FPR.Queries
	}
	return hits, lookups
}

// chance is the two-sided probability of a count at least as far from the published
// rate.
func chance(hits, lookups uint64) float64 { return prob.BinomialPValue(hits, lookups, publishedRate) }
