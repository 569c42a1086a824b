package figures

import "filterbench/analysis"

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
	Category             // 0, 1, 2, ... are names
)

// Axis describes one direction of a figure.
type Axis struct {
	Label    string
	Scale    Scale
	Unit     Unit
	Min, Max float64 // limits; 0 takes them from the data
	Zero     bool    // begins at 0
	Free     bool    // each panel has its own limits
}

// Mark is how a curve is drawn.
type Mark int

// The marks of curves.
const (
	Points Mark = iota // marks with bars, joined by a thin line where there is no theory
	Line               // no marks: only the lines of Theory and Bound
	Steps              // a staircase, constant to the right of each point
)

// Layer is a set of curves of a figure that are computed alike.
type Layer struct {
	Experiment string                                // "" is the figure's
	Part       string                                // "" is all parts
	Keep       func([]analysis.Cell) []analysis.Cell // nil keeps all
	Series     func(analysis.Cell) string
	Facet      func(analysis.Cell) string // nil is the figure's
	Measure    analysis.Measure
	Mark       Mark
	Style      string // family whose style the curves get; "" is that of their filters
}

// Figure is a row of the catalogue.
type Figure struct {
	ID         string // name of its files
	Experiment string // the experiment in whose chapter it stands
	Title      string // says what is shown, in the figure
	Caption    string // says how to read it, below the figure
	X, Y       Axis
	Facet      func(analysis.Cell) string // panels; nil is one
	At         func(analysis.Cell) float64
	Name       func(analysis.Cell) string // category on the x axis, in place of At
	Layers     []Layer
	Columns    int                                                // panels side by side; 0 chooses
	Heat       bool                                               // a heat map: categories across, curves down, ratios in the cells
	Make       func(*analysis.Dataset) ([]Panel, []string, error) // a map, see map.go: panels and the names of columns, in place of Layers
	Apart      bool                                               // curves stand a little beside each other, so that bars can be told apart

	Bars   string // what the bars are, "" if there are none
	Theory string // what the dashed lines are, "" if there are none
	Bound  string // what the dotted lines are, "" if there are none
}

// Chart is a figure with its points.
type Chart struct {
	ID, Title     string
	X, Y          Axis
	Categories    []string // names of x = 0, 1, 2, ...
	Panels        []Panel
	Columns       int
	Heat          bool
	Map           bool // of categories, see map.go
	Apart         bool
	Bars          string
	Theory, Bound string
}

// Panel is one coordinate system of a chart.
type Panel struct {
	Title  string
	Curves []Curve
}

// Curve is a series and how it is drawn.
type Curve struct {
	analysis.Series
	Mark Mark
}
