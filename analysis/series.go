package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Point is one spot of a curve. What is absent is NaN.
type Point struct {
	X, Y     float64
	Lo, Hi   float64 // interval around Y
	Theory   float64 // what theory says of Y
	Bound    float64 // a limit that theory sets to Y
	N, Hits  uint64  // counts behind Y, where it is a share: Hits of N
	Seeds    int     // repetitions behind Y
	Phi      float64 // dispersion between seeds
	Warnings []string
}

// Series is one curve.
type Series struct {
	Name   string // what the legend calls it
	Family string // family of its filters, or ""
	Facet  string // the panel it belongs to
	Points []Point
}

// Measure computes what one cell says of one curve: a single point for a number
// per cell (its X is filled in from the query), several for a curve per cell.
type Measure func(Cell) ([]Point, error)

// Query says how the cells of a part become curves.
type Query struct {
	Experiment, Part string
	Keep             func([]Cell) []Cell // which cells; nil takes all
	Series           func(Cell) string   // the curve a cell belongs to
	Facet            func(Cell) string   // the panel; nil is one panel
	X                func(Cell) float64  // nil when Measure sets X itself
	Measure          Measure
}

// spot is a place on a curve that only one cell may take.
type spot struct {
	facet, series string
	x             float64
}

// Query assembles curves, in the order of their first cell, points in order of X.
// Two cells on one spot are an error that names the field in which they differ:
// an average over it would hide something.
func (d *Dataset) Query(q Query) ([]Series, error) {
	cells, err := d.Cells(q.Experiment, q.Part)
	if err != nil {
		return nil, err
	}
	if q.Keep != nil {
		cells = q.Keep(cells)
	}
	taken := map[spot]Cell{}
	index := map[spot]int{}
	var list []Series
	for _, c := range cells {
		at := spot{series: q.Series(c)}
		if q.Facet != nil {
			at.facet = q.Facet(c)
		}
		i, ok := index[at]
		if !ok {
			i = len(list)
			index[at] = i
			list = append(list, Series{Name: at.series, Facet: at.facet, Family: FamilyOf(c.Variant)})
		}
		if q.X != nil {
			at.x = q.X(c)
		}
		if other, twice := taken[at]; twice {
			return nil, hidden(other, c, at)
		}
		taken[at] = c
		points, err := q.points(c, at.x)
		if err != nil {
			return nil, err
		}
		list[i].Points = append(list[i].Points, points...)
	}
	for i := range list {
		slices.SortStableFunc(list[i].Points, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
	}
	return list, nil
}

func (q Query) points(c Cell, x float64) ([]Point, error) {
	points, err := q.Measure(c)
	if err != nil {
		return nil, err
	}
	if q.X != nil {
		for i := range points {
			points[i].X = x
		}
	}
	return points, nil
}

func hidden(a, b Cell, at spot) error {
	return fmt.Errorf("curve %q at %g would average over %q: it holds %s and %s",
		at.series, at.x, differ(a.Trial, b.Trial), Describe(a.Trial), Describe(b.Trial))
}

// At returns a point at x with nothing measured.
func At(x float64) Point {
	nan := math.NaN()
	return Point{X: x, Y: nan, Lo: nan, Hi: nan, Theory: nan, Bound: nan, Phi: nan}
}

// Over is the point with its value, interval and theory as multiples of something.
func (p Point) Over(x float64) Point {
	p.Y, p.Lo, p.Hi, p.Theory = p.Y/x, p.Lo/x, p.Hi/x, p.Theory/x
	return p
}
