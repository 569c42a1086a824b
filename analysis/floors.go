package analysis

import (
	"math"

	"filterbench/internal/record"
	"filterbench/variants/families"
)

// LinesOf returns how many cache lines a lookup in a variant touches; ok is false where that
// is not fixed, and there is no floor to compare with.
func LinesOf(variant string) (lines int, ok bool) {
	f := families.Named(FamilyOf(variant))
	if f == nil || f.Lines == 0 {
		return 0, false
	}
	return f.Lines, true
}

// floorMargin is how far the size of a floor's table may be from that of the filter's.
const floorMargin = 0.05

// floorIndex is the records of family floor by the trial they are.
type floorIndex map[string][]*record.Record

func (d *Dataset) floors() floorIndex {
	index := floorIndex{}
	for i := range d.Records {
		if r := &d.Records[i]; r.Time() != nil && FamilyOf(r.Variant) == "floor" {
			key := r.NullID()
			index[key] = append(index[key], r)
		}
	}
	return index
}

// of returns the floor of a record: as many lines, the size nearest to its table's,
// under the same circumstances and in the same repetition; nil if there is none.
func (f floorIndex) of(r *record.Record) (best *record.Record) {
	lines, ok := LinesOf(r.Variant)
	if !ok || r.Time() == nil || r.Shape.Bits == 0 {
		return nil
	}
	least := floorMargin
	for _, floor := range f[r.NullID()] {
		off := math.Abs(float64(floor.Shape.Bits)/float64(r.Shape.Bits) - 1)
		if int(Param(floor.Variant, "lines")) == lines && off <= least {
			best, least = floor, off
		}
	}
	return best
}
