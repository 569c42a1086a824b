package figures

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

var loadFigures = []Figure{
	{
		ID: "load-by-size", Experiment: "load-factor",
		Title:   "Load at the first refused insert, by size of the table",
		Caption: "Each bar holds nine fillings in ten. The threshold is what an unlimited search would reach in a large table.",
		X:       Axis{Label: "slots", Scale: Log, Unit: Binary}, Y: loadAxis,
		At:   slotsOf,
		Bars: rangeBars, Theory: threshold,
		Layers: []Layer{{Keep: bySize, Series: bucketSlots, Measure: loadPoint}},
	},
	{
		ID: "load-by-fingerprint", Experiment: "load-factor",
		Title:   "Load at the first refused insert, by length of the fingerprint",
		Caption: "A key's second bucket is computed from its first and its fingerprint, so short fingerprints leave few second buckets to choose from.",
		X:       Axis{Label: "bits of the fingerprint"}, Y: loadAxis,
		At:   func(c analysis.Cell) float64 { return float64(c.Shape().FingerprintBits) },
		Bars: rangeBars, Theory: threshold,
		Layers: []Layer{{Part: "fingerprint", Series: bucketSlots, Measure: loadPoint}},
	},
	{
		ID: "load-by-choices", Experiment: "load-factor",
		Title:   "Load at the first refused insert of hash tables, by slots and choices",
		Caption: "Cuckoo hash tables that keep whole keys. Each bar holds nine fillings in ten; the dashed lines are the thresholds of an unlimited search.",
		X:       Axis{Label: "slots per bucket", Scale: Log, Unit: Binary}, Y: loadAxis,
		At:   func(c analysis.Cell) float64 { return float64(c.Shape().BucketSlots) },
		Bars: rangeBars, Theory: threshold,
		Layers: []Layer{{Part: "tables", Series: choicesName, Measure: loadPoint}},
	},
	{
		ID: "load-distribution", Experiment: "load-factor",
		Title:   "Share of tables that have refused a key, by load",
		Caption: "The distribution of the load at the first refusal. The larger the table, the steeper.",
		X:       Axis{Label: "load at the first refusal", Unit: Percent, Free: true},
		Y:       Axis{Label: "share of tables", Unit: Percent, Zero: true, Max: 1},
		Facet:   bucketSlots,
		Layers:  []Layer{{Keep: bySize, Series: slotsName, Measure: loadSteps, Mark: Steps}},
	},
	{
		ID: "kicks-by-load", Experiment: "kicks",
		Title:   "Kicks per accepted insert, by load",
		Caption: "Inserts made while the load was near the value given. The bars reach from the smallest to the largest value among the repetitions. Zero has no place on this axis: values that are zero, and bars that begin there, are left out.",
		X:       Axis{Label: "load", Unit: Percent}, Y: Axis{Label: "kicks per insert", Scale: Log, Min: 0.001},
		Facet: bucketSlots,
		Bars:  "all repetitions, with their range",
		Layers: []Layer{
			kickLayer("mean", measure.Mean),
			kickLayer("median", func(h record.Histogram) float64 { return measure.Percentile(h, 0.5) }),
			kickLayer("99th percentile", func(h record.Histogram) float64 { return measure.Percentile(h, 0.99) }),
			kickLayer("99.9th percentile", func(h record.Histogram) float64 { return measure.Percentile(h, 0.999) }),
			kickLayer("largest", measure.Largest),
		},
	},
	{
		ID: "kicks-tail", Experiment: "kicks",
		Title:   "Share of accepted inserts that move at least so many entries",
		Caption: "The whole distribution of kicks, at some loads.",
		X:       Axis{Label: "kicks", Scale: Log}, Y: Axis{Label: "share of inserts", Scale: Log, Unit: Percent},
		Facet:  bucketSlots,
		Layers: tailLayers(0.5, 0.7, 0.8, 0.84, 0.9, 0.95, 0.97),
	},
	{
		ID: "kicks-bound", Experiment: "kicks",
		Title:   "Load at the first refused insert, by the bound on kicks",
		Caption: "What a longer search buys.",
		X:       Axis{Label: "most kicks that an insert may make", Scale: Log}, Y: loadAxis,
		At:   param("kicks"),
		Bars: rangeBars, Theory: threshold,
		Layers: []Layer{{Part: "maxkicks", Series: bucketSlots, Measure: loadPoint}},
	},
}

// loadAxis is the axis of loads at the first refusal.
var loadAxis = Axis{Label: "load at the first refusal", Unit: Percent}

// BySize keeps the cells of experiment load-factor that vary the size of a filter.
func BySize(cells []analysis.Cell) []analysis.Cell { return bySize(cells) }

// bySize keeps the parts of experiment load-factor that vary the size of a filter.
var bySize = where(func(c analysis.Cell) bool { return c.Part != "fingerprint" && c.Part != "tables" })

func ofKind(kind string) func([]analysis.Cell) []analysis.Cell {
	return where(func(c analysis.Cell) bool { return c.Kind == kind })
}

func choicesName(c analysis.Cell) string { return fmt.Sprintf("%d choices", choices(c)) }

// slotsName names a table by its size: "2^10 slots".
func slotsName(c analysis.Cell) string {
	slots := c.Shape().Cells
	if log := math.Log2(float64(slots)); log == math.Trunc(log) {
		return fmt.Sprintf("2^%g slots", log)
	}
	return fmt.Sprintf("%d slots", slots)
}

func kickLayer(name string, statistic kickStatistic) Layer {
	return Layer{Keep: windowParts, Series: named(name), Measure: kicksOver(statistic), Style: name}
}

func tailLayers(loads ...float64) []Layer {
	layers := make([]Layer, len(loads))
	for i, load := range loads {
		layers[i] = Layer{
			Keep:   windowParts,
			Series: named(fmt.Sprintf("load %.0f %%", 100*load)), Measure: kickSurvival(load), Mark: Steps, Style: "tail",
		}
	}
	return layers
}
