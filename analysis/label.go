package analysis

import (
	"math"
	"strconv"

	"filterbench/internal/spec"
)

// paramDefaults are the parameters that canonical names leave out at their
// default, for axes on which the default is one of the values.
var paramDefaults = map[string]float64{"kicks": 500, "r": 1}

// Param returns a number among the parameters of a variant's or workload's name,
// its default if it is left out there, NaN if it has none.
func Param(name, key string) float64 {
	s, err := spec.Parse(name)
	if err != nil {
		return math.NaN()
	}
	text, ok := s.Lookup(key)
	if !ok {
		if value, ok := paramDefaults[key]; ok {
			return value
		}
		return math.NaN()
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return value
}

// Size returns what a filter's size is counted in: keys it is meant for, or slots.
func (c Cell) Size() uint64 { return c.Capacity + c.Slots }

// Load returns the share of slots that a filled cuckoo table uses, on average
// over the repetitions; for other families the share of the design's keys.
func (c Cell) Load() float64 {
	sum := 0.0
	for _, r := range c.Records {
		switch {
		case r.FPR != nil && r.Shape.BucketSlots > 0:
			sum += ratio(r.FPR.Accepted, r.Shape.Cells)
		case r.Time != nil && r.Shape.BucketSlots > 0:
			sum += ratio(r.Time.Accepted, r.Shape.Cells)
		default:
			sum += c.Fill
		}
	}
	return sum / float64(len(c.Records))
}

// BitsPerKey returns the bits of the table over the keys that it holds, on average
// over the repetitions; NaN where the record does not count keys.
func (c Cell) BitsPerKey() float64 {
	bits, keys := 0.0, 0.0
	for _, r := range c.Records {
		bits += float64(r.Shape.Bits)
		switch {
		case r.FPR != nil:
			keys += float64(r.FPR.Distinct)
		case r.Time != nil:
			keys += float64(r.Time.Accepted)
		case r.Heap != nil:
			keys += float64(r.Heap.Accepted)
		}
	}
	if keys == 0 {
		return math.NaN()
	}
	return bits / keys
}
