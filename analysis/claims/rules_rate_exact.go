package claims

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// sharp is how near two formulas are to be told apart: half of what they differ by
// at eight bits.
const sharp = 0.001

// tellApart is how many standard errors must lie between a measurement and the
// formula that it contradicts.
const tellApart = 4

// commonRate is the rate of a cuckoo filter in the form in which it is quoted.
func commonRate(r *record.Record) float64 {
	return theory.CuckooLoadFPR(r.Shape.BucketSlots, r.Shape.FingerprintBits, float64(r.FPR().Distinct)/float64(r.Shape.Cells))
}

// standardErrors returns how many standard errors a mean ratio lies from 1. The
// error is that of the spread between seeds, or of sampling if that is larger: a few
// seeds may lie closer together than they should. Cells of one seed share their
// keys, so that only the lookups of one of them count.
func standardErrors(x Estimate, cells []analysis.Cell) float64 {
	fewest := math.Inf(1)
	for _, c := range cells {
		hits := 0.0
		for _, r := range c.Records {
			hits += float64(r.FPR().Positives)
		}
		fewest = math.Min(fewest, hits)
	}
	return (x.Mean() - 1) / math.Max(x.Deviation(), 1/math.Sqrt(fewest))
}

// formulaApart compares the rate with the formula that is commonly quoted for it. told
// is whether they differ for certain; line is "" without the records.
func formulaApart(e *Evidence) (line string, told bool) {
	cells := e.take("fpr-exact", "sharp", family("cuckoo"))
	common, exactly := overModel(cells, commonRate), overModel(cells, occupancyRate)
	if !common.Known() {
		return "", false
	}
	far := standardErrors(common, cells)
	told = near("", common, 1, sharp).outside() && math.Abs(far) > tellApart
	line = fmt.Sprintf("the rate is %s times 1-(1-2^-f)^(2ba), %s standard errors away, and %s times the exact one, %s standard errors away",
		fine(common), number(far), fine(exactly), number(standardErrors(exactly, cells)))
	return line, told
}

// fine is with for ratios that differ from 1 in the fourth digit.
func fine(x Estimate) string { return fmt.Sprintf("%.5f (%.5f to %.5f)", x.Value, x.Lo, x.Hi) }
