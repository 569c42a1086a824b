package claims

import (
	"filterbench/analysis"
	"filterbench/internal/prob"
)

// positivesOf adds up the false positives and lookups of a cell.
func positivesOf(c analysis.Cell) (hits, lookups uint64) {
	for _, r := range c.Records {
		hits += r.FPR().Positives
		lookups += r.FPR().Queries
	}
	return hits, lookups
}

// chance is the two-sided probability of a count at least as far from the published
// rate.
func chance(hits, lookups uint64) float64 { return prob.BinomialPValue(hits, lookups, publishedRate) }
