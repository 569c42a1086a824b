package analysis

import (
	"math"

	"filterbench/internal/record"
)

// linesOf is how many lines of memory a lookup of a family reads at most, for the
// families that have a bar over the floor.
var linesOf = map[string]int{"blocked": 1, "splitblock": 1, "register": 1, "cuckoo": 2}

// floorMargin is how far the size of a floor's table may be from that of the filter's.
const floorMargin = 0.05

// floorIndex is the records of family floor by the trial they are.
type floorIndex map[string][]*record.Record

func (d *Dataset) floors() floorIndex {
	index := floorIndex{}
	for i := range d.Records {
		if r := &d.Records[i]; r.Time != nil && FamilyOf(r.Variant) == "floor" {
			key := nullKey(r.Trial)
			index[key] = append(index[key], r)
		}
	}
	return index
}

// of returns the floor of a record: as many lines, the size nearest to its table's,
// under the same circumstances and in the same repetition; nil if there is none.
func (f floorIndex) of(r *record.Record) (best *record.Record) {
	lines, ok := linesOf[FamilyOf(r.Variant)]
	if !ok || r.Time == nil || r.Shape.Bits == 0 {
		return nil
	}
	least := floorMargin
	for _, floor := range f[nullKey(r.Trial)] {
		off := math.Abs(float64(floor.Shape.Bits)/float64(r.Shape.Bits) - 1)
		if int(Param(floor.Variant, "lines")) == lines && off <= least {
			best, least = floor, off
		}
	}
	return best
}

// OverFloor returns what an operation takes in parts of the floor, both net of null,
// repetition by repetition; ok is false if one of them is missing in some repetition,
// or no more than noise.
func OverFloor(c Cell, op string) (m Median, ok bool) {
	var ratios []float64
	for i, r := range c.Records {
		gross, _, ok1 := perOp(r, op)
		null, _, ok2 := c.null(i, op)
		if i >= len(c.Floors) {
			return Median{}, false
		}
		floor, _, ok3 := perOp(c.Floors[i], op)
		if !ok1 || !ok2 || !ok3 || floor <= null {
			return Median{}, false
		}
		ratios = append(ratios, (gross-null)/(floor-null))
	}
	return NewMedian(ratios), len(ratios) > 0
}

// finest is the least net time that another is divided by, in nanoseconds: no loop is
// known better, and a quotient by less says nothing.
const finest = 0.1

// TimesAs returns how many times as long as in the second cell an operation takes in
// the first, both net of null, over the repetitions that both have; a time of the
// second cell below a tenth of a nanosecond counts as that much. ok is false if there
// is no such repetition.
func TimesAs(a, b Cell, op string) (m Median, ok bool) { return timesAs(a, op, b, op) }

// timesAs is [TimesAs] for an operation in each cell.
func timesAs(a Cell, op string, b Cell, than string) (m Median, ok bool) {
	other := map[int]float64{}
	for _, r := range b.Records {
		if ns, ok := b.Net(r, than); ok {
			other[r.Rep] = ns
		}
	}
	var ratios []float64
	for _, r := range a.Records {
		ns, ok := a.Net(r, op)
		base, both := other[r.Rep]
		if !ok || !both {
			continue
		}
		ratios = append(ratios, ns/max(base, finest))
	}
	if len(ratios) == 0 {
		return Median{}, false
	}
	return NewMedian(ratios), true
}
