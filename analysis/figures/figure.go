package figures

import (
	"gonum.org/v1/plot/vg"

	"filterbench/analysis"
)

// Scale is how an axis maps values to places.
type Scale int

// The scales of axes.
const (
	Linear Scale = iota
	Log
)

// Unit is how the ticks of an axis are written.
type Unit int

// The units of axes.
const (
	Number   Unit = iota // 0.5, 20
	Percent              // 0.05 is written 5 %
	Binary               // 1024 is written as a power of two
	Decimal              // 1000 is written as a power of ten
	Time                 // nanoseconds: 1500 is written 1.5 µs
	Bytes                // 2048 is written 2 KiB
	Category             // 0, 1, 2, ... are names
)

// Axis describes one direction of a panel.
type Axis struct {
	Label    string
	Scale    Scale
	Unit     Unit
	Min, Max float64   // limits; 0 takes them from the data
	Zero     bool      // begins at 0
	Free     bool      // each panel has its own limits
	Ticks    []float64 // where data are few: labelled here and nowhere else
	Names    []string  // of a category axis: of 0, 1, 2, ...
}

// Mark is how a curve is drawn.
type Mark int

// The marks of curves.
const (
	Points Mark = iota // marks with bars, joined by a thin line where there is no theory
	Apart              // marks with bars, never joined
	Line               // no marks: only the lines of theory and bound
	Joined             // a line through the points without marks
	Dots               // small marks without bars, where there are hundreds
	Steps              // a staircase, constant to the right of each point
	Falls              // a staircase, constant to the left of each point: shares of at least so much
	Cells              // rectangles of a heat map, whose notes say how dark
)

// Layer is a set of curves of a figure that are computed alike.
type Layer struct {
	Experiment string                                // "" is the figure's
	Part       string                                // "" is all parts
	Keep       func([]analysis.Cell) []analysis.Cell // nil keeps all
	Series     func(analysis.Cell) string
	Facet      func(analysis.Cell) string  // nil is the figure's
	At         func(analysis.Cell) float64 // nil is the figure's
	Own        bool                        // the measure gives x itself
	Measure    analysis.Measure
	Law        func(analysis.Cell) func(x float64) float64 // theory of a curve between its points, from its first cell; nil draws that of the points
	Whole      bool                                        // the law is one of whole numbers
	Mark       Mark
	Style      string // family whose style the curves get; "" is that of their filters, "-" none
	X, Y       *Axis  // of the layer's panels, where they are not the figure's
}

// Input is what figures are computed from.
type Input struct {
	*analysis.Dataset
	Verdicts []Verdict // of the claims; nil draws no figure of them
}

// Figure is a row of the catalogue.
type Figure struct {
	ID         string // name of its files
	Experiment string // the experiment in whose chapter it stands
	What       string // what is drawn, below the title
	Caption    string // how to read it
	Finding    func(Chart) string
	X, Y       Axis
	Facet      func(analysis.Cell) string // panels; nil is one
	At         func(analysis.Cell) float64
	Name       func(analysis.Cell) string // category on the x axis, in place of At
	Layers     []Layer
	Make       func(Input, *Chart) error // adds what layers can not say
	Columns    int                       // panels side by side; 0 chooses
	Tall       vg.Length                 // of a panel; 0 chooses
	Flip       bool                      // x runs down the page, and y across
	Names      Naming

	Bars   string // what the bars are, "" if there are none
	Theory string // what the dashed lines are, "" if there are none
	Bound  string // what the dotted lines are, "" if there are none
}

// Chart is a figure with its points.
type Chart struct {
	ID            string
	Title         string // the finding
	What, Caption string
	X, Y          Axis
	Panels        []Panel
	Columns       int
	Tall          vg.Length
	Flip          bool
	Names         Naming
	Bars          string
	Theory, Bound string
	Keys          []Key // further entries of the legend
}

// Naming says where the names of curves stand.
type Naming int

// Where names stand.
const (
	Beside  Naming = iota // beside the curves where they fit, else below
	Below                 // in the legend
	Nowhere               // the labels of points or the titles of panels say it
)

// Key explains a colour of cells, or a ring, in the legend.
type Key struct {
	Text        string
	Shade       float64
	Hatch, Ring bool
}

// Panel is one coordinate system of a chart.
type Panel struct {
	Title  string
	X, Y   *Axis // in place of the chart's
	Curves []Curve
	Rules  []Rule
	Bands  []Band
}

// Rule is a straight line across a panel at a value of y, or of x.
type Rule struct {
	At    float64
	X     bool // at a value of x
	Label string
}

// Band is a shaded stretch of x, or of y.
type Band struct {
	From, To float64
	Y        bool // a stretch of y
	Clear    bool // only the label is drawn
	Label    string
}

// Curve is a series and how it is drawn.
type Curve struct {
	analysis.Series
	Mark  Mark
	Law   []analysis.Point // theory at many places, in Theory
	Notes []Note           // of the points, as many, or nil
}

// Note is what a point shows beyond its place.
type Note struct {
	Label  string  // beside a mark, or in a cell
	Area   float64 // of a mark, relative to the usual; 0 is 1
	Ring   bool    // a ring around the mark
	Unsure bool    // hatched
	Shade  float64 // of a cell without a family: 1 is as bad as it gets, 0 as it should be, negative harmless
	Value  float64 // what Shade or Area stand for
}
