package figures

import (
	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// barsFigures show how far lookups are above what memory itself costs.
var barsFigures = []Figure{{
	ID: "speed-bars", Experiment: "speed-bars",
	Title:   "Batched lookups over the floor of as many random lines",
	Caption: "The floor reads one line a key, or two for a cuckoo filter, of a table of the same size with the same prefetching, in the same repetition; both are net of the loop, in which all get the same hash of an integer. Bits per key are in the names, or those of slots at 95 % load. The dotted line is the bar, 1.5 times the floor, which applies once the table is beyond the second-level cache.",
	X:       Axis{Label: "keys", Scale: Log, Unit: Decimal}, Y: Axis{Label: "times the floor", Scale: Log},
	At:      sizeOf,
	Apart:   true,
	Bars:    intervalBars,
	Bound:   "the bar",
	Columns: 2,
	Layers: []Layer{
		{Keep: overMemory, Series: onPages, Facet: named("hit"), Measure: overFloor("hit")},
		{Keep: overMemory, Series: onPages, Facet: named("miss"), Measure: overFloor("miss")},
	},
}}

// overMemory keeps the cells of batches at all sizes, of which the largest say on which
// pages they were.
func overMemory(cells []analysis.Cell) []analysis.Cell {
	return where(func(c analysis.Cell) bool { return c.Part == "bars" || c.Part == "pages" })(cells)
}

// onPages names a filter by its pages where they are huge, and else as elsewhere.
func onPages(c analysis.Cell) string {
	if c.Pages == "huge" {
		return variant(c) + ", huge pages"
	}
	return variant(c)
}

// floorBar is the demand that the dotted line shows.
const floorBar = 1.5

// overFloor is what an operation takes in times of the floor of its cell, where there
// is one.
func overFloor(op string) analysis.Measure {
	return func(c analysis.Cell) ([]analysis.Point, error) {
		m, ok := measure.OverFloor(c, op)
		if !ok || !(m.Lo > 0) {
			return nil, nil
		}
		p := analysis.At(0)
		p.Y, p.Lo, p.Hi, p.Bound = m.Value, m.Lo, m.Hi, floorBar
		p.N, p.Hits, p.Seeds = uint64(m.N), uint64(m.N), m.N
		return []analysis.Point{p}, nil
	}
}
