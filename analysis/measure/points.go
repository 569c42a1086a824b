package measure

import (
	"filterbench/analysis"
	"filterbench/internal/stat"
	"filterbench/variants/theory"
)

// The points that tables and figures show of a cell. What a cell of another kind lacks is an
// error that names it.

// RatePoint is the false positive rate of a cell, with theory and bound.
func RatePoint(c analysis.Cell) ([]analysis.Point, error) {
	f, err := FPR(c)
	if err != nil {
		return nil, err
	}
	return []analysis.Point{f.Point()}, nil
}

// Point is the rate with theory and bound, its X to be filled in.
func (f FalsePositives) Point() analysis.Point {
	p := ProportionPoint(f.Proportion)
	p.Theory, p.Bound = f.Theory, f.Bound
	return p
}

// ProportionPoint is a share with its widened interval.
func ProportionPoint(x stat.Proportion) analysis.Point {
	p := analysis.At(0)
	p.Y, p.Lo, p.Hi = x.Rate, x.WideLo, x.WideHi
	p.N, p.Hits, p.Seeds, p.Phi = x.Trials, x.Hits, len(x.Rates), x.Phi
	return p
}

// MedianPoint is a median with its interval.
func MedianPoint(m stat.Median) analysis.Point {
	p := analysis.At(0)
	p.Y, p.Lo, p.Hi = m.Value, m.Lo, m.Hi
	p.N, p.Hits, p.Seeds = uint64(m.N), uint64(m.N), m.N
	return p
}

// LoadPoint is the median load at the first refusal, with the range of nine in ten
// fillings, and the threshold of an unlimited search.
func LoadPoint(c analysis.Cell) ([]analysis.Point, error) {
	loads, err := Load(c)
	if err != nil {
		return nil, err
	}
	p := analysis.At(0)
	p.Y, p.Lo, p.Hi = loads.Quantile(0.5).Value, loads.Quantile(0.05).Value, loads.Quantile(0.95).Value
	if slots := c.Shape().BucketSlots; slots > 0 {
		p.Theory = theory.LoadThreshold(Choices(c), slots)
	}
	p.N, p.Hits, p.Seeds = uint64(len(loads.Distribution)), uint64(len(loads.Distribution)), len(c.Records)
	p.Warnings = loads.Warnings()
	return []analysis.Point{p}, nil
}

// Choices is how many buckets a key may lie in: a cuckoo filter's fingerprints have two, a
// hash table's keys as many as its shape has probes.
func Choices(c analysis.Cell) int { return max(2, c.Shape().Probes) }

// NetPoint is the net time of an operation in nanoseconds, none where it was not timed.
func NetPoint(op string) analysis.Measure {
	return func(c analysis.Cell) ([]analysis.Point, error) {
		t, ok := Time(c, op)
		if !ok || !t.HasNet() {
			return nil, nil
		}
		return []analysis.Point{MedianPoint(t.Net)}, nil
	}
}
