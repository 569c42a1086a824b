package measure

import (
	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// OverFloor returns what an operation takes in parts of the floor, both net of null,
// repetition by repetition; ok is false if one of them is missing in some repetition,
// or no more than noise.
func OverFloor(c analysis.Cell, op string) (m stat.Median, ok bool) {
	var ratios []float64
	for i, r := range c.Records {
		gross, _, ok1 := r.PerOp(op)
		null, ok2 := nullPerOp(c, i, op)
		if i >= len(c.Floors) {
			return stat.Median{}, false
		}
		floor, _, ok3 := c.Floors[i].PerOp(op)
		if !ok1 || !ok2 || !ok3 || floor <= null {
			return stat.Median{}, false
		}
		ratios = append(ratios, (gross-null)/(floor-null))
	}
	return stat.NewMedian(ratios), len(ratios) > 0
}

// FloorNet returns what the floor of a cell takes net of null, repetition by repetition.
func FloorNet(c analysis.Cell, op string) (m stat.Median, ok bool) {
	net, ok := floorNet(c, op)
	if !ok {
		return stat.Median{}, false
	}
	return stat.MedianOf(net), true
}

// finest is the least net time that another is divided by, in nanoseconds: no loop is
// known better, and a quotient by less says nothing.
const finest = 0.1

// TimesAs returns how many times as long as in the second cell an operation takes in
// the first, both net of null, over the repetitions that both have; a time of the
// second cell below a tenth of a nanosecond counts as that much. ok is false if there
// is no such repetition.
func TimesAs(a, b analysis.Cell, op string) (m stat.Median, ok bool) { return timesAs(a, op, b, op) }

// timesAs is [TimesAs] for an operation in each cell.
func timesAs(a analysis.Cell, op string, b analysis.Cell, than string) (m stat.Median, ok bool) {
	return ratioOf(a, b, func(r *record.Record) (float64, bool) { return Net(a, r, op) }, func(r *record.Record) (float64, bool) { return Net(b, r, than) })
}

// GrossAs is [TimesAs] with the loop, and so the hash of each side, in both times.
func GrossAs(a, b analysis.Cell, op string) stat.Median {
	whole := func(r *record.Record) (float64, bool) {
		ns, _, ok := r.PerOp(op)
		return ns, ok
	}
	m, _ := ratioOf(a, b, whole, whole)
	return m
}

func ratioOf(a, b analysis.Cell, time, base func(*record.Record) (float64, bool)) (m stat.Median, ok bool) {
	other := map[int]float64{}
	for _, r := range b.Records {
		if ns, ok := base(r); ok {
			other[r.Rep] = ns
		}
	}
	var ratios []float64
	for _, r := range a.Records {
		ns, ok := time(r)
		least, both := other[r.Rep]
		if !ok || !both {
			continue
		}
		ratios = append(ratios, ns/max(least, finest))
	}
	if len(ratios) == 0 {
		return stat.Median{}, false
	}
	return stat.NewMedian(ratios), true
}
