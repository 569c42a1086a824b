package figures

import (
	"strings"

	"filterbench/analysis"
)

var duplicateFigures = []Figure{
	{
		ID: "copies-by-load", Experiment: "duplicates",
		Title:   "Copies of one key that are accepted before the first refusal",
		Caption: "The dashed line is what a search without a bound on kicks would reach: the slots of two buckets, less the entries that cannot be moved out of them.",
		X:       Axis{Label: "load with other keys", Unit: Percent, Zero: true, Max: 1}, Y: Axis{Label: "copies accepted", Zero: true},
		At:    loadBefore,
		Facet: fingerprintBits,
		Bars:  "mean, with the range of nine keys in ten", Theory: "predicted mean",
		Layers: []Layer{{Keep: where(func(c analysis.Cell) bool { return strings.HasPrefix(c.Part, "hot-") }), Series: bucketSlots, Measure: copiesPoint}},
	},
	{
		ID: "refusal-kicks", Experiment: "duplicates",
		Title:   "Kicks of a refused copy, by the bound on kicks",
		Caption: "Mean over all refused copies of single hot keys, with the range from the fewest to the most. Bars that are not seen have no length.",
		X:       Axis{Label: "most kicks that an insert may make", Scale: Log}, Y: Axis{Label: "kicks of a refused insert", Scale: Log},
		At:     param("kicks"),
		Bars:   "mean, with the range of all",
		Apart:  true,
		Layers: []Layer{{Part: "bound", Series: loadName, Measure: refusalPoint}},
	},
	{
		ID: "multiset-load", Experiment: "duplicates",
		Title:   "Load at the first refusal when every key comes several times",
		Caption: "All copies of a key are inserted; copies count as load.",
		X:       Axis{Label: "copies of every key"}, Y: loadAxis,
		At:     workloadParam("r"),
		Bars:   rangeBars,
		Layers: []Layer{{Part: "multiset", Series: bucketSlots, Measure: plainLoadPoint}},
	},
	{
		ID: "zipf-load", Experiment: "duplicates",
		Title:   "Load at the first refusal when a few keys come often",
		Caption: "Keys are drawn from a Zipf distribution: the larger the exponent, the more often the most frequent key comes.",
		X:       Axis{Label: "exponent of the Zipf distribution"}, Y: Axis{Label: loadAxis.Label, Scale: Log, Unit: Percent},
		At:     workloadParam("s"),
		Bars:   rangeBars,
		Layers: []Layer{{Part: "zipf", Series: bucketSlots, Measure: plainLoadPoint}},
	},
}

var stateFigures = []Figure{
	{
		ID: "overload", Experiment: "overload",
		Title:   "False positive rate as a filter is filled past its design",
		Caption: "Keys that a filter refuses are offered all the same, but theory counts only what it holds.",
		X:       Axis{Label: "keys offered, in multiples of the design"}, Y: percentRate,
		At:   fillOf,
		Bars: intervalBars, Theory: exactTheory,
		Layers: []Layer{{Series: variant, Measure: withoutBound(fprPoint)}},
	},
	{
		ID: "churn", Experiment: "churn",
		Title:   "False positive rate as the live set slides through the filter",
		Caption: "One turnover replaces every live key once. Theory counts the keys in the window for filters that delete, and all keys ever inserted for those that cannot.",
		X:       Axis{Label: "turnovers of the live set"}, Y: percentRate,
		Bars: intervalBars, Theory: exactTheory,
		Layers: []Layer{{Series: churned, Measure: churnPoints}},
	},
	{
		ID: "real-keys-rate", Experiment: "real-keys",
		Title:   "Measured false positive rate relative to theory, by kind of key",
		Caption: "Intervals that meet the dashed line agree with theory, which knows nothing of the keys.",
		X:       Axis{Unit: Category}, Y: ratioAxis,
		Name: variant,
		Bars: intervalBars, Theory: exactTheory,
		Layers: []Layer{{Part: "rate", Series: workload, Measure: ratioPoint, Style: "key"}},
	},
	{
		ID: "real-keys-load", Experiment: "real-keys",
		Title:   "Load at the first refused insert, by kind of key",
		Caption: "Bars hold nine fillings in ten.",
		X:       Axis{Unit: Category}, Y: loadAxis,
		Name:   bucketSlots,
		Bars:   rangeBars,
		Layers: []Layer{{Part: "load", Series: workload, Measure: plainLoadPoint, Style: "key"}},
	},
}

// loadBefore is the load with other keys when the copies come.
func loadBefore(c analysis.Cell) float64 {
	return c.Fill * float64(c.Size()) / float64(c.Shape().Cells)
}

func workload(c analysis.Cell) string { return c.Workload }

func churned(c analysis.Cell) string {
	if c.Deletes {
		return c.Variant
	}
	return c.Variant + ", no deletes"
}

// nanoseconds is the axis of net times.
var nanoseconds = Axis{Label: "nanoseconds per operation, net", Scale: Log}

var timeFigures = []Figure{
	{
		ID: "time-by-size", Experiment: "throughput",
		Title:   "Time of one operation, by number of keys",
		Caption: "Net of the loop itself, which the null filter measures in the same repetition. All get the same hash of 64 bits of an integer, in batches, and its time is the loop's. Every filter holds as many keys as it was sized for: bits per key and rates differ, and stand in the table of filters.",
		X:       Axis{Label: "keys", Scale: Log, Unit: Decimal}, Y: nanoseconds,
		At:      sizeOf,
		Apart:   true,
		Bars:    intervalBars,
		Columns: 2,
		Layers:  operations("size", "insert", "delete", "hit", "miss"),
	},
	{
		ID: "time-by-hits", Experiment: "throughput",
		Title:   "Time of one lookup, by the share of lookups that hit",
		Caption: "A standard Bloom filter may stop at the first empty bit, and a branch on mixed answers is hard to predict.",
		X:       Axis{Label: "share of lookups that hit", Unit: Percent}, Y: nanoseconds,
		Facet:  sizeName,
		Bars:   intervalBars,
		Layers: []Layer{{Part: "size", Keep: notNull, Series: variant, Measure: timeByHits}},
	},
	{
		ID: "time-by-load", Experiment: "throughput",
		Title:   "Time of one operation, by fill",
		Caption: "Inserts are timed from the empty filter up to the fill, so they are averages over the filling.",
		X:       Axis{Label: "keys, in multiples of the design"}, Y: nanoseconds,
		At:      fillOf,
		Apart:   true,
		Bars:    intervalBars,
		Columns: 2,
		Layers:  operations("load", "insert", "delete", "hit", "miss"),
	},
}

// operations are layers with a panel for each operation.
func operations(part string, ops ...string) []Layer {
	layers := make([]Layer, len(ops))
	for i, op := range ops {
		layers[i] = Layer{Part: part, Keep: notNull, Series: variant, Facet: named(op), Measure: timeOf(op)}
	}
	return layers
}

// notNull leaves out the null filter, whose net time is nothing.
func notNull(cells []analysis.Cell) []analysis.Cell {
	return where(func(c analysis.Cell) bool { return family(c) != "null" })(cells)
}

func sizeName(c analysis.Cell) string { return analysis.Thousands(c.Size()) + " keys" }
