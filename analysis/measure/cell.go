package measure

import (
	"math"

	"filterbench/analysis"
)

// CellLoad returns the share of slots that a filled cuckoo table uses, on average
// over the repetitions; for other families the share of the design's keys.
func CellLoad(c analysis.Cell) float64 {
	sum := 0.0
	for _, r := range c.Records {
		switch {
		case r.FPR() != nil && r.Shape.BucketSlots > 0:
			sum += ratio(r.FPR().Accepted, r.Shape.Cells)
		case r.Time() != nil && r.Shape.BucketSlots > 0:
			sum += ratio(r.Time().Accepted, r.Shape.Cells)
		default:
			sum += c.Fill
		}
	}
	return sum / float64(len(c.Records))
}

// BitsPerKey returns the bits of the table over the keys that it holds, on average
// over the repetitions; NaN where the record does not count keys.
func BitsPerKey(c analysis.Cell) float64 {
	bits, keys := 0.0, 0.0
	for _, r := range c.Records {
		bits += float64(r.Shape.Bits)
		switch {
		case r.FPR() != nil:
			keys += float64(r.FPR().Distinct)
		case r.Time() != nil:
			keys += float64(r.Time().Accepted)
		case r.Heap() != nil:
			keys += float64(r.Heap().Accepted)
		}
	}
	if keys == 0 {
		return math.NaN()
	}
	return bits / keys
}
