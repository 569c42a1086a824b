package figures

import (
	"math"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/variants/theory"
)

var spaceFigures = []Figure{
	{
		ID: "space-crossing", Experiment: "space",
		Title:   "Bits per key relative to those of an ideal Bloom filter of the same rate",
		Caption: "Full tables, at fingerprints of several lengths; below the rate at which a curve passes 1 a cuckoo filter is the smaller one. A semi-sorted slot takes a bit less than its fingerprint has. The dotted line is what no filter can pass.",
		X:       Axis{Label: "false positive rate, as measured", Scale: Log, Unit: Percent},
		Y:       Axis{Label: "bits per key / ideal Bloom", Min: 0.65},
		At:      measuredRate,
		Bars:    intervalBars, Bound: "least bits per key that any filter needs",
		Layers: []Layer{
			{Part: "bloom", Keep: positive, Series: family, Measure: overIdeal},
			{Part: "two-slots", Keep: positive, Series: bucketSlots, Measure: withoutBound(overIdeal)},
			{Part: "four-slots", Keep: doubling("cuckoo"), Series: bucketSlots, Measure: withoutBound(overIdeal)},
			{Part: "eight-slots", Keep: positive, Series: bucketSlots, Measure: withoutBound(overIdeal)},
			{Part: "four-slots", Keep: doubling("semisort"), Series: named("4 slots, semi-sorted"), Measure: withoutBound(overIdeal)},
		},
	},
	{
		ID: "space-by-size", Experiment: "space",
		Title:   "Bits per key by number of keys, at a rate of at most 0.1 %",
		Caption: "Every filter is made for the keys that it gets. A table with a power of two of buckets must double for a few keys more than it holds.",
		X:       Axis{Label: "keys", Scale: Log, Unit: Binary},
		Y:       Axis{Label: "bits per key", Zero: true},
		At:      sizeOf,
		Layers:  []Layer{{Part: "sizes", Series: variant, Measure: bitsPoint}},
	},
}

// hits counts the false positives of a cell.
func hits(c analysis.Cell) (sum, lookups uint64) {
	for _, r := range c.Records {
		if r.FPR() != nil {
			sum += r.FPR().Positives
			lookups += r.FPR().Queries
		}
	}
	return sum, lookups
}

func measuredRate(c analysis.Cell) float64 {
	sum, lookups := hits(c)
	return float64(sum) / float64(lookups)
}

// positive keeps the cells that saw false positives: others have no rate to compare at.
func positive(cells []analysis.Cell) []analysis.Cell {
	return where(func(c analysis.Cell) bool { sum, _ := hits(c); return sum > 0 })(cells)
}

// doubling keeps the cells of one family whose buckets are a power of two in number.
func doubling(name string) func([]analysis.Cell) []analysis.Cell {
	return func(cells []analysis.Cell) []analysis.Cell {
		return positive(where(func(c analysis.Cell) bool {
			s := c.Shape()
			buckets := s.Cells / uint64(max(1, s.BucketSlots))
			return family(c) == name && buckets&(buckets-1) == 0 && analysis.ParamText(c.Variant, "buckets") != "any"
		})(cells))
	}
}

// overIdeal is the bits per key of a cell over those of an ideal Bloom filter of
// the rate that was measured.
func overIdeal(c analysis.Cell) ([]analysis.Point, error) {
	f, err := measure.FPR(c)
	if err != nil {
		return nil, err
	}
	p := proportion(f)
	bits := measure.BitsPerKey(c)
	p.Y, p.Lo, p.Hi = bits/theory.BloomIdealBitsPerKey(f.Rate), ratioOver(bits, f.WideLo), ratioOver(bits, f.WideHi)
	p.Theory, p.Bound = math.NaN(), math.Ln2
	return []analysis.Point{p}, nil
}

// ratioOver is bits over the ideal, which at the ends of a wide interval may not
// exist.
func ratioOver(bits, rate float64) float64 {
	if !(rate > 0 && rate < 1) {
		return math.NaN()
	}
	return bits / theory.BloomIdealBitsPerKey(rate)
}

// bitsPoint is the bits per key of a cell, which are known without error.
func bitsPoint(c analysis.Cell) ([]analysis.Point, error) {
	p := analysis.At(0)
	p.Y, p.Seeds = measure.BitsPerKey(c), len(c.Records)
	return []analysis.Point{p}, nil
}
