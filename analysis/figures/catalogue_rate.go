package figures

import (
	"fmt"

	"filterbench/analysis"
)

// percentRate is the axis of false positive rates.
var percentRate = Axis{Label: "false positive rate", Scale: Log, Unit: Percent}

// ratioAxis is the axis of measured over predicted rates.
var ratioAxis = Axis{Label: "measured / theory"}

var overviewFigures = []Figure{{
	ID: "space", Experiment: "fpr-bloom",
	Title:   "What a false positive rate costs in space",
	Caption: "Every filter at its design load: a Bloom filter with the best number of probes, a cuckoo filter filled to the highest load of the experiment, at three lengths of fingerprint. Lower and further left is better; the dotted line is what no filter can pass.",
	X:       Axis{Label: "bits per key, as measured", Scale: Log},
	Y:       percentRate,
	At:      bitsPerKey,
	Bars:    intervalBars, Theory: exactTheory, Bound: "least bits per key that any filter needs",
	Layers: []Layer{
		{Part: "bits", Series: family, Measure: withoutBound(fprPoint)},
		{Experiment: "fpr-cuckoo", Keep: fullest, Series: cuckooBySlots, Measure: withoutBound(fprPoint)},
		{Part: "bits", Keep: ofFamily("bloom"), Series: named(""), Measure: limitPoint, Mark: Line, Style: "null"},
	},
}}

var rateFigures = []Figure{
	{
		ID: "fpr-bloom-bits", Experiment: "fpr-bloom",
		Title:   "False positive rate by bits per key",
		Caption: "Each filter holds as many keys as it was sized for, with its best number of probes. On the right every cell is a counter, so the same curve needs as many times the bits as a counter has.",
		X:       Axis{Label: "bits per key", Free: true}, Y: percentRate,
		At: bitsPerKey, Facet: cellWidth,
		Bars: intervalBars, Theory: exactTheory,
		Layers: []Layer{{Part: "bits", Series: family, Measure: withoutBound(fprPoint)}},
	},
	{
		ID: "fpr-bloom-ratio", Experiment: "fpr-bloom",
		Title:   "Measured false positive rate relative to theory",
		Caption: "The points of the figure before, divided by what theory predicts, so that the intervals can be seen.",
		X:       Axis{Label: "bits per key", Free: true}, Y: ratioAxis,
		At: bitsPerKey, Facet: cellWidth,
		Apart: true,
		Bars:  intervalBars, Theory: exactTheory,
		Layers: []Layer{{Part: "bits", Series: family, Measure: ratioPoint}},
	},
	{
		ID: "fpr-bloom-probes", Experiment: "fpr-bloom",
		Title:   "False positive rate by number of probes",
		Caption: "At a fixed number of bits per key, the number of probes runs past its optimum.",
		X:       Axis{Label: "probes per key"}, Y: percentRate,
		At: probes, Facet: func(c analysis.Cell) string {
			return fmt.Sprintf("%g bits per key", analysis.Param(c.Variant, "bpk"))
		},
		Bars: intervalBars, Theory: exactTheory,
		Layers: []Layer{{Part: "probes", Series: family, Measure: withoutBound(fprPoint)}},
	},
	{
		ID: "fpr-cuckoo-load", Experiment: "fpr-cuckoo",
		Title:   "False positive rate of a cuckoo filter by load",
		Caption: "The dashed line is the exact rate of a partly filled table. The dotted line is the bound that papers quote, which holds at any load.",
		X:       Axis{Label: "load, occupied slots in all slots", Unit: Percent, Zero: true, Max: 1}, Y: freeRate,
		At: load, Facet: fingerprintBits,
		Bars: intervalBars, Theory: exactTheory, Bound: "union bound",
		Layers: []Layer{{Series: bucketSlots, Measure: fprPoint}},
	},
	{
		ID: "fpr-cuckoo-ratio", Experiment: "fpr-cuckoo",
		Title:   "Measured false positive rate of a cuckoo filter relative to theory",
		Caption: "The points of the figure before, divided by the exact rate.",
		X:       Axis{Label: "load, occupied slots in all slots", Unit: Percent, Zero: true, Max: 1}, Y: ratioAxis,
		At: load, Facet: fingerprintBits,
		Apart: true,
		Bars:  intervalBars, Theory: exactTheory,
		Layers: []Layer{{Series: bucketSlots, Measure: ratioPoint}},
	},
}

// freeRate is percentRate with limits of its own in each panel.
var freeRate = Axis{Label: percentRate.Label, Scale: Log, Unit: Percent, Free: true}

// withoutBound drops the bound where it would only be in the way.
func withoutBound(m analysis.Measure) analysis.Measure {
	return func(c analysis.Cell) ([]analysis.Point, error) {
		points, err := m(c)
		for i := range points {
			points[i].Bound = analysis.At(0).Bound
		}
		return points, err
	}
}

// ofFamily keeps the cells of one family.
func ofFamily(name string) func([]analysis.Cell) []analysis.Cell {
	return where(func(c analysis.Cell) bool { return family(c) == name })
}

// cellWidth tells filters whose cells are bits from those whose cells count.
func cellWidth(c analysis.Cell) string {
	if w := c.Shape().CounterBits; w > 0 {
		return fmt.Sprintf("counters of %d bits", w)
	}
	return "cells of one bit"
}

func cuckooBySlots(c analysis.Cell) string {
	return fmt.Sprintf("cuckoo, %s", bucketSlots(c))
}

// fullest keeps, of each variant, the cell with the highest fill.
func fullest(cells []analysis.Cell) []analysis.Cell {
	highest := map[string]float64{}
	for _, c := range cells {
		highest[c.Variant] = max(highest[c.Variant], c.Fill)
	}
	return where(func(c analysis.Cell) bool { return c.Fill == highest[c.Variant] })(cells)
}
