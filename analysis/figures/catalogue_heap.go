package figures

import (
	"math"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

var heapFigures = []Figure{{
	ID: "heap-by-size", Experiment: "memory",
	Title:   "Live heap of filters and exact sets",
	Caption: "Bytes of the live heap for each key, whatever the structure keeps included, after it was made with room for the keys and filled. The dashed line is what its shape says: the bits of its table, and the bytes of the keys where it keeps them.",
	X:       Axis{Label: "keys", Scale: Log, Unit: Decimal}, Y: Axis{Label: "bytes of heap per key", Scale: Log},
	At:     sizeOf,
	Bars:   "mean, with the range of the repetitions",
	Theory: "nominal bytes",
	Layers: []Layer{
		{Part: "integers", Keep: filledFromStart, Series: variant, Facet: named("keys: integers"), Measure: heapPoint},
		{Part: "texts", Series: variant, Facet: keysOfKind, Measure: heapPoint},
	},
}}

// filledFromStart leaves out the null filter and the maps that grow from nothing,
// whose shape says nothing.
func filledFromStart(cells []analysis.Cell) []analysis.Cell {
	return where(func(c analysis.Cell) bool {
		return family(c) != "null" && analysis.ParamText(c.Variant, "start") != "empty"
	})(cells)
}

func keysOfKind(c analysis.Cell) string { return "keys: " + c.Workload }

// heapPoint is the live heap for each key, with its nominal bytes for a theory.
func heapPoint(c analysis.Cell) ([]analysis.Point, error) {
	h, err := measure.Heap(c)
	if err != nil {
		return nil, err
	}
	p := analysis.At(0)
	p.Y, p.Lo, p.Hi = h.PerKey(h.Bytes), h.PerKey(h.Lo), h.PerKey(h.Hi)
	if !(p.Y > 0 && p.Lo > 0) {
		return nil, nil // noise of a structure that holds nothing
	}
	p.Theory = math.NaN()
	if h.Nominal > 0 {
		p.Theory = h.PerKey(h.Nominal)
	}
	p.N, p.Hits, p.Seeds = h.Keys, h.Keys, len(c.Records)
	return []analysis.Point{p}, nil
}
