package figures

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/digits"
	"filterbench/variants/theory"
)

var loadFigures = []Figure{
	{
		ID: "load-by-size", Experiment: "load-factor",
		What:    "Load at the first refused insert over the size of the table; below, share of fillings of four slots that have refused a key by a load",
		Caption: "Each bar holds nine fillings in ten. The dashed line is the threshold of an unlimited search in a large table. In the last panel the smallest share that can be seen is one in the number of fillings",
		X:       slotsAxis, Y: Axis{Label: "load at the first refusal", Unit: Percent, Free: true},
		At:   slotsOf,
		Bars: rangeBars, Theory: threshold, Columns: 2, Tall: 120, Names: Below,
		Finding: func(c Chart) string {
			four, one := c.find("4 slots per bucket", ""), c.find("1 slot per bucket", "")
			return fmt.Sprintf("A table of four slots fills to %s with %s slots and %s with %s; with one slot per bucket small ones stop anywhere from %s to %s",
				share(four.first().Y), digits.Thousands(uint64(four.first().X)), share(four.last().Y), digits.Thousands(uint64(four.last().X)), share(one.first().Lo), share(one.first().Hi))
		},
		Layers: []Layer{
			{Keep: bySize, Series: named(""), Facet: bucketSlots, Measure: measure.LoadPoint},
			{Keep: func(cells []analysis.Cell) []analysis.Cell {
				return bySize(where(func(c analysis.Cell) bool { return c.Shape().BucketSlots == 4 })(cells))
			}, Series: slotsName, Facet: named("4 slots: distribution"), Own: true, Measure: loadSteps, Mark: Steps, Style: "cuckoo",
				X: &Axis{Label: "load at the first refusal", Unit: Percent}, Y: &Axis{Label: "share of fillings", Unit: Percent, Zero: true, Max: 1}},
			{Keep: func(cells []analysis.Cell) []analysis.Cell {
				return bySize(where(func(c analysis.Cell) bool { return c.Shape().BucketSlots == 4 })(cells))
			}, Series: slotsName, Facet: named("4 slots: lower tail"), Own: true, Measure: loadSteps, Mark: Steps, Style: "cuckoo",
				X: &Axis{Label: "load", Unit: Percent}, Y: &Axis{Label: "share of fillings refused by then", Unit: Percent, Scale: Log, Max: 1}},
		},
		Make: func(_ Input, c *Chart) error {
			for i := range c.Panels {
				if c.Panels[i].Title == "4 slots: lower tail" {
					c.Panels[i].Rules = []Rule{{At: 0.01, Label: "1 %"}}
				}
			}
			return nil
		},
	},
	{
		ID: "load-by-fingerprint", Experiment: "load-factor",
		What:    "Load at the first refused insert over the length of the fingerprint",
		Caption: "A key's second bucket is computed from its first and its fingerprint, so short fingerprints leave few second buckets to choose from. The dashed lines are the thresholds of an unlimited search",
		X:       Axis{Label: "bits of the fingerprint", Ticks: []float64{2, 4, 6, 8, 10, 12, 14, 16}}, Y: loadAxis,
		At:   printBits,
		Bars: rangeBars, Theory: threshold,
		Finding: func(c Chart) string {
			enough := 0.0
			for _, p := range c.Panels {
				for _, curve := range p.Curves {
					for i := len(curve.Points) - 1; i >= 0 && curve.Points[i].Y > 0.98*curve.last().Y; i-- {
						if i == 0 || curve.Points[i-1].Y <= 0.98*curve.last().Y {
							enough = math.Max(enough, curve.Points[i].X)
						}
					}
				}
			}
			four := c.find("", "4 slots per bucket")
			return fmt.Sprintf("Fingerprints of %g bits fill every table as far as the longest do; with %g bits one of four slots stops at %s", enough, four.first().X, share(four.first().Y))
		},
		Layers: []Layer{{Part: "fingerprint", Series: bucketSlots, Measure: measure.LoadPoint}},
	},
}

// bySize keeps the parts of experiment load-factor that vary the size of a filter.
var bySize = where(func(c analysis.Cell) bool { return c.Part == "small" || c.Part == "large" })

// BySize keeps the cells of experiment load-factor that vary the size of a filter.
func BySize(cells []analysis.Cell) []analysis.Cell { return bySize(cells) }

var kickFigures = []Figure{
	{
		ID: "kicks-by-load", Experiment: "kicks",
		What:    "Kicks of accepted inserts over the load; below, the share of inserts that move at least so many entries, at some loads",
		Caption: "Inserts made while the load was near the value given. The bars reach from the smallest to the largest value among the repetitions",
		X:       Axis{Label: "load", Unit: Percent}, Y: Axis{Label: "kicks per insert", Scale: Log},
		Bars: "all repetitions, with their range", Columns: 3, Names: Below, Tall: 150,
		Finding: func(c Chart) string {
			mean, tail := c.find("4 slots per bucket", "mean"), c.find("4 slots per bucket", "99.9th percentile")
			return either(mean.at(0.95) > 100*mean.at(0.5), "Kicks explode near the end", "Kicks grow with the load") + fmt.Sprintf(": with four slots %s on average at half load, %s at %s, where one insert in a thousand makes %s",
				nth(mean.at(0.5)), nth(mean.at(0.95)), share(0.95), nth(tail.at(0.95)))
		},
		Layers: slices.Concat([]Layer{
			kickLayer("mean", meanKicks),
			kickLayer("median", kickQuantile(0.5)),
			kickLayer("99th percentile", kickQuantile(0.99)),
			kickLayer("99.9th percentile", kickQuantile(0.999)),
		}, tailLayers(0.5, 0.7, 0.8, 0.84, 0.9, 0.95, 0.97)),
	},
	{
		ID: "kicks-bound", Experiment: "kicks",
		What:    "Load at the first refusal over the bound on kicks; and mean kicks of an insert at a fixed load over the size of the table",
		Caption: "On the left what a longer search buys, against the threshold of an unlimited one. On the right a flat line says that an insert at this load costs the same in a table of any size; a load that a table of so many slots cannot reach is not there",
		Bars:    "with the range of nine fillings in ten, or of all repetitions", Theory: threshold, Columns: 2, Names: Below,
		Finding: func(c Chart) string {
			four := c.find("bound on kicks", "4 slots per bucket")
			gain := four.last().Y - four.at(500)
			ratio := 1.0
			for _, curve := range c.panel("size of the table").Curves {
				ratio = math.Max(ratio, math.Max(curve.last().Y/curve.first().Y, curve.first().Y/curve.last().Y))
			}
			return fmt.Sprintf("500 kicks are %s: with four slots %s bring %s points in a hundred more; and an insert costs the same in a table of any size, within a factor of %s",
				either(gain < 0.01, "enough", "too few"), digits.Thousands(uint64(four.last().X)), nth(100*gain), rounded(ratio, 3))
		},
		Layers: slices.Concat([]Layer{
			{Part: "maxkicks", Series: bucketSlots, Facet: named("bound on kicks"), At: param("kicks"), Measure: measure.LoadPoint,
				X: &Axis{Label: "most kicks that an insert may make", Scale: Log, Ticks: []float64{10, 20, 50, 100, 200, 500, 1000, 2000}}, Y: &loadAxis},
		}, sizeLayers(0.5, 0.8, 0.9, 0.95)),
	},
	{
		ID: "balls-in-bins", Experiment: "places",
		What:    "Mean length of the longest of so many chains, with as many keys as chains",
		Caption: "Each key goes into the shortest of its choices. Bars hold nine fillings in ten. The dashed lines are the expectations of theory; the dotted line is ln n / ln ln n, which is quoted for one choice",
		X:       Axis{Label: "chains", Scale: Log, Unit: Decimal}, Y: Axis{Label: "entries in the longest chain", Zero: true},
		At:   slotsOf,
		Bars: "mean, with the range of nine fillings in ten", Theory: exactTheory, Bound: "ln n / ln ln n",
		Finding: func(c Chart) string {
			one, two := c.find("", "1 choice").last(), c.find("", "2 choices").last()
			return fmt.Sprintf("With %s chains the longest has %s entries for one choice, %s times the quoted ln n / ln ln n, and %s for two",
				digits.Thousands(uint64(one.X)), nth(one.Y), nth(one.Y/one.Bound), nth(two.Y))
		},
		Layers: []Layer{{Keep: ofKind("bins"), Series: keyChoices, Measure: longestPoint, Style: "-", Law: func(c analysis.Cell) func(float64) float64 {
			d := c.Shape().Probes
			return func(n float64) float64 { return theory.MeanLongest(d, uint64(n), uint64(n)) }
		}}},
		Make: func(_ Input, c *Chart) error {
			for i := range c.Panels {
				for j := range c.Panels[i].Curves {
					curve := &c.Panels[i].Curves[j]
					if curve.Name != "1 choice" {
						continue
					}
					for k := range curve.Law {
						curve.Law[k].Bound = quotedLongest(curve.Law[k].X)
					}
					for k := range curve.Points {
						curve.Points[k].Bound = quotedLongest(curve.Points[k].X)
					}
				}
			}
			return nil
		},
	},
}

// quotedLongest is the length of the longest of n chains that is quoted for one choice.
func quotedLongest(n float64) float64 { return math.Log(n) / math.Log(math.Log(n)) }

func ofKind(kind string) func([]analysis.Cell) []analysis.Cell {
	return where(func(c analysis.Cell) bool { return c.Kind == kind })
}

func keyChoices(c analysis.Cell) string {
	if c.Shape().Probes == 1 {
		return "1 choice"
	}
	return fmt.Sprintf("%d choices", c.Shape().Probes)
}

// windowParts keeps the parts of experiment kicks that vary the load in one table.
var windowParts = where(func(c analysis.Cell) bool {
	return c.Part == "windows-2" || c.Part == "windows-4" || c.Part == "windows-8"
})

// sizeParts keeps the parts with kicks at fixed loads in tables of several sizes.
var sizeParts = where(func(c analysis.Cell) bool {
	return c.Kind == "kicks" && !slices.Contains([]string{"windows-2", "windows-4", "windows-8"}, c.Part)
})

func kickLayer(name string, statistic kickStatistic) Layer {
	return Layer{Keep: windowParts, Series: named(name), Facet: bucketSlots, Measure: kicksOver(statistic), Style: "-"}
}

var tailX, tailY = &Axis{Label: "kicks", Scale: Log}, &Axis{Label: "share of inserts", Scale: Log, Unit: Percent}

func tailLayers(loads ...float64) []Layer {
	layers := make([]Layer, len(loads))
	for i, load := range loads {
		layers[i] = Layer{
			Keep: windowParts, Facet: func(c analysis.Cell) string { return bucketSlots(c) + ", tail" },
			Series: named(fmt.Sprintf("load %.0f %%", 100*load)), Measure: kickSurvival(load), Mark: Falls, Style: "cuckoo",
			X: tailX, Y: tailY,
		}
	}
	return layers
}

var sizeX, sizeY = &slotsAxis, &Axis{Label: "kicks per insert", Scale: Log}

func sizeLayers(loads ...float64) []Layer {
	layers := make([]Layer, len(loads))
	for i, load := range loads {
		layers[i] = Layer{
			Keep: sizeParts, Facet: named("size of the table"), At: slotsOf,
			Series:  func(c analysis.Cell) string { return fmt.Sprintf("%s, load %.0f %%", bucketSlots(c), 100*load) },
			Measure: kicksNear(load), X: sizeX, Y: sizeY,
		}
	}
	return layers
}
