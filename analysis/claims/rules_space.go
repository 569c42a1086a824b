package claims

import (
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// overFormula is the bits per key of a record over the published formula, at the
// rate and the load that were measured.
func overFormula(row []*record.Record) float64 {
	r := row[0]
	load := float64(r.FPR().Accepted) / float64(r.Shape.Cells)
	return bitsPerKey(r) / theory.CuckooBitsPerKey(positiveRate(r), r.Shape.BucketSlots, load)
}
