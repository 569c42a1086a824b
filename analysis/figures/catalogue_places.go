package figures

import (
	"fmt"
	"math"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/theory"
)

// sizeFigures are about what the size of a table does to its load and its kicks.
var sizeFigures = []Figure{
	{
		ID: "failure-probability", Experiment: "load-factor",
		Title:   "Share of fillings that have refused a key, by load",
		Caption: "The lower left end of the distribution above: how likely a table is to fail before a load. The smallest share that can be seen is one in the number of fillings.",
		X:       Axis{Label: "load", Unit: Percent, Free: true},
		Y:       Axis{Label: "share of fillings refused by then", Scale: Log, Unit: Percent, Max: 1},
		Facet:   bucketSlots,
		Bars:    "measured, with exact 95 % interval",
		Layers:  []Layer{{Keep: bySize, Series: slotsName, Measure: failurePoints}},
	},
	{
		ID: "kicks-by-size", Experiment: "kicks",
		Title:   "Kicks per accepted insert at a fixed load, by size of the table",
		Caption: "Inserts made while the load was near the value given. A flat line says that an insert at this load costs the same in a table of any size.",
		X:       Axis{Label: "slots", Scale: Log, Unit: Binary}, Y: Axis{Label: "kicks per insert", Scale: Log},
		At:     slotsOf,
		Facet:  bucketSlots,
		Bars:   "all repetitions, with their range",
		Layers: sizeLayers(0.5, 0.8, 0.9, 0.95),
	},
}

// placesFigures are about where a key may lie.
var placesFigures = []Figure{
	{
		ID: "balls-in-bins", Experiment: "places",
		Title:   "Share of chains with at least so many entries, by choices of a key",
		Caption: "As many keys as chains, each key in the shortest of its choices. Theory is Poisson's law for one choice, and the limit of many chains for more.",
		X:       Axis{Label: "entries"}, Y: Axis{Label: "share of chains", Scale: Log, Unit: Percent, Max: 1},
		Facet: func(c analysis.Cell) string { return analysis.Thousands(c.Shape().Cells) + " chains" },
		Bars:  intervalBars, Theory: exactTheory,
		Layers: []Layer{{Keep: ofKind(record.KindBins), Series: keyChoices, Measure: chainPoints}},
	},
}

func keyChoices(c analysis.Cell) string {
	if c.Shape().Probes == 1 {
		return "1 choice"
	}
	return fmt.Sprintf("%d choices", c.Shape().Probes)
}

// windowParts keeps the parts of experiment kicks that vary the load in one table.
var windowParts = where(func(c analysis.Cell) bool {
	return c.Kind == record.KindKicks && !strings.HasPrefix(c.Part, sizesPart)
})

// sizesPart begins the names of parts with kicks at fixed loads in tables of several sizes.
const sizesPart = "sizes-"

func sizeLayers(loads ...float64) []Layer {
	layers := make([]Layer, len(loads))
	for i, load := range loads {
		layers[i] = Layer{
			Keep:    where(func(c analysis.Cell) bool { return c.Kind == record.KindKicks && strings.HasPrefix(c.Part, sizesPart) }),
			Series:  named(fmt.Sprintf("load %.0f %%", 100*load)),
			Measure: kicksNear(load), Style: fmt.Sprintf("load %d", i),
		}
	}
	return layers
}

// kicksNear is the mean number of kicks in the window of one load.
func kicksNear(load float64) analysis.Measure {
	return func(c analysis.Cell) ([]analysis.Point, error) {
		all, err := kicksOver(measure.Mean)(c)
		for _, p := range all {
			if math.Abs(p.X-load) < 1e-9 {
				return []analysis.Point{p}, err
			}
		}
		return nil, err
	}
}

// chainPoints is the share of chains with 1, 2, ... entries or more, over all
// fillings, as far as there were any.
func chainPoints(c analysis.Cell) ([]analysis.Point, error) {
	var points []analysis.Point
	shape := c.Shape()
	for i := uint64(1); ; i++ {
		var hits, trials []uint64
		for _, r := range c.Records {
			long := uint64(0)
			for _, bin := range r.Bins().Lengths {
				if bin[0] >= i {
					long += bin[1]
				}
			}
			hits, trials = append(hits, long), append(trials, measure.Events(r.Bins().Lengths))
		}
		share := stat.NewProportion(hits, trials)
		if share.Hits == 0 {
			return points, nil
		}
		p := analysis.At(float64(i))
		p.Y, p.Lo, p.Hi = share.Rate, share.WideLo, share.WideHi
		p.Theory = theory.ChoicesTail(shape.Probes, c.Fill*float64(c.Capacity)/float64(shape.Cells), int(i))
		p.N, p.Hits, p.Seeds, p.Phi = share.Trials, share.Hits, len(c.Records), share.Phi
		points = append(points, p)
	}
}

// failurePoints is the share of fillings that were refused a key at a load or
// before, with its exact interval, at loads that the fillings give: at the first
// refusal of all, the second, the fourth, and so on.
func failurePoints(c analysis.Cell) ([]analysis.Point, error) {
	list, err := measure.Failures(c)
	points := make([]analysis.Point, len(list))
	for i, f := range list {
		points[i] = analysis.At(f.Load)
		points[i].Y, points[i].Lo, points[i].Hi = f.Rate, f.Lo, f.Hi
		points[i].N, points[i].Hits, points[i].Seeds = f.Trials, f.Hits, len(c.Records)
	}
	return points, err
}
