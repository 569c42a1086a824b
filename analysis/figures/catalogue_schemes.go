package figures

import (
	"fmt"

	"filterbench/analysis"
	"filterbench/variants/theory"
)

// schemeName is how a filter derives its probes: by the way that its name gives, or by
// its family's own.
func schemeName(c analysis.Cell) string {
	switch scheme := c.Shape().Probing; {
	case scheme != "":
		return scheme
	case family(c) == "bloom":
		return "cubic (the family's own)"
	}
	return "independent"
}

// bitsAndKeys is the category of a cell: its bits per key, and its keys where they are
// not random.
func bitsAndKeys(c analysis.Cell) string {
	bits := fmt.Sprintf("%g bits", analysis.Param(c.Variant, "bpk"))
	if c.Workload != "uniform" {
		return bits + ", " + analysis.FamilyOf(c.Workload)
	}
	return bits
}

func blockOf(c analysis.Cell) string {
	if bits := c.Shape().BlockBits; bits > 0 {
		return fmt.Sprintf("%s, blocks of %d bits", family(c), bits)
	}
	return family(c) + ", one table"
}

var schemeFigures = []Figure{
	{
		ID: "schemes", Experiment: "schemes",
		Title:   "Measured over theoretical, by how a key's probes are derived",
		Caption: "Every cell is the false positive rate over the formula for independent probes. Colours end at a factor of four. Same and even are mistakes: one hash taken for both, and steps that are all even.",
		X:       Axis{Unit: Category}, Y: ratioAxis, Heat: true,
		Name: bitsAndKeys,
		Bars: intervalBars,
		Layers: []Layer{
			{Part: "large", Series: schemeName, Facet: blockOf, Measure: ratioPoint},
			{Part: "block", Series: schemeName, Facet: blockOf, Measure: ratioPoint},
			{Part: "keys", Series: schemeName, Facet: blockOf, Measure: ratioPoint},
		},
	},
	{
		ID: "schemes-size", Experiment: "schemes",
		Title:   "Rate relative to independent probes, by the size of the table",
		Caption: "Standard filters of 16 bits per key, from tables as small as a block on. The dashed line is the exact rate of double hashing, which is worked out for small tables.",
		X:       Axis{Label: "bits of the table", Scale: Log, Unit: Binary}, Y: Axis{Label: "measured / independent probes"},
		At: slotsOf, Apart: true,
		Bars: intervalBars, Theory: exactTheory,
		Layers: []Layer{{Part: "size", Series: schemeName, Measure: doublePoint}},
	},
}

var guavaFigures = []Figure{{
	ID: "guava-width", Experiment: "guava",
	Title:   "Rate of Guava's two strategies relative to the classic formula",
	Caption: "Tables with one probe per key by design, hardly filled. The strategy of 32 bits has 2^31 positions, and the dashed line is the formula for that many.",
	X:       Axis{Label: "bits of the table", Scale: Log, Unit: Binary}, Y: Axis{Label: "measured / classic formula"},
	At: slotsOf, Apart: true,
	Bars: intervalBars, Theory: exactTheory,
	Layers: []Layer{{Part: "width", Series: strategy, Measure: classicPoint}},
}}

func strategy(c analysis.Cell) string {
	if c.Shape().Positions > 0 {
		return "strategy of 32 bits"
	}
	return "strategy of 64 bits"
}

// doublePoint is ratioPoint with the exact rate of double hashing, where it is worked
// out, as its theory.
func doublePoint(c analysis.Cell) ([]analysis.Point, error) {
	points, err := ratioPoint(c)
	shape := c.Shape()
	for i := range points {
		points[i].Theory = analysis.At(0).Theory
		if shape.Probing == "double" && theory.DoubleHashingKnown(shape.Cells, shape.Probes) {
			keys := c.Records[0].FPR().Distinct
			points[i].Theory = theory.DoubleHashingFPR(shape.Cells, keys, shape.Probes, theory.AnyStep) / theory.BloomExactFPR(shape.Cells, keys, shape.Probes)
		}
	}
	return points, err
}

// classicPoint is a rate and its theory, both over the classic formula.
func classicPoint(c analysis.Cell) ([]analysis.Point, error) {
	points, err := fprPoint(c)
	shape := c.Shape()
	classic := theory.BloomFPR(shape.Cells, c.Records[0].FPR().Distinct, shape.Probes)
	for i := range points {
		p := &points[i]
		p.Y, p.Lo, p.Hi, p.Theory, p.Bound = p.Y/classic, p.Lo/classic, p.Hi/classic, p.Theory/classic, analysis.At(0).Bound
	}
	return points, err
}
