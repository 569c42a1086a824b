package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
)

// Build computes the points of a figure and its finding from the records alone.
func Build(d *analysis.Dataset, f Figure) (chart Chart, ok bool, err error) {
	return Input{Dataset: d}.Build(f)
}

// Build computes the points of a figure and its finding. ok is false if the run has no
// records for it.
func (in Input) Build(f Figure) (chart Chart, ok bool, err error) {
	chart = Chart{
		ID: f.ID, What: f.What, Caption: f.Caption, X: f.X, Y: f.Y, Columns: f.Columns, Tall: f.Tall, Flip: f.Flip, Names: f.Names,
		Bars: f.Bars, Theory: f.Theory, Bound: f.Bound,
	}
	fail := func(err error) (Chart, bool, error) { return Chart{}, false, fmt.Errorf("figure %s: %w", f.ID, err) }
	if f.Name != nil {
		if chart.X.Names, err = categories(in.Dataset, f); err != nil {
			return fail(err)
		}
	}
	for _, layer := range f.Layers {
		if err := chart.layer(in.Dataset, f, layer); err != nil {
			return fail(err)
		}
	}
	if f.Make != nil {
		if err := f.Make(in, &chart); err != nil {
			return fail(err)
		}
	}
	if len(chart.Panels) == 0 {
		return Chart{}, false, nil
	}
	chart.Title = f.Finding(chart)
	return chart, true, nil
}

// layer adds the curves of one layer.
func (c *Chart) layer(d *analysis.Dataset, f Figure, l Layer) error {
	q, first := f.query(l, c.X.Names)
	series, err := d.Query(q)
	if err != nil {
		return err
	}
	for _, s := range series {
		cell := first[[2]string{s.Facet, s.Name}]
		switch l.Style {
		case "":
		case "-":
			s.Family = ""
		default:
			s.Family = l.Style
		}
		curve := Curve{Series: s, Mark: l.Mark}
		if l.Law != nil && len(s.Points) > 0 {
			axis := c.X
			if l.X != nil {
				axis = *l.X
			}
			curve.Law = trace(l.Law(cell), s.Points[0].X, s.Points[len(s.Points)-1].X, axis.Scale, l.Whole)
		}
		c.add(curve, l.X, l.Y)
	}
	return nil
}

// lawPoints is at how many places a law is drawn.
const lawPoints = 120

// trace evaluates a law between two values of x: at whole numbers, or at many places.
func trace(law func(float64) float64, from, to float64, scale Scale, whole bool) (points []analysis.Point) {
	put := func(x float64) {
		p := analysis.At(x)
		p.Theory = law(x)
		points = append(points, p)
	}
	switch {
	case whole:
		for x := math.Ceil(from); x <= to; x++ {
			put(x)
		}
	case to > from:
		for i := range lawPoints + 1 {
			share := float64(i) / lawPoints
			if scale == Log && from > 0 {
				put(from * math.Pow(to/from, share))
			} else {
				put(from + (to-from)*share)
			}
		}
	default:
		put(from)
	}
	return points
}

// query says how a layer's cells become curves, and notes the first cell of each.
func (f Figure) query(l Layer, names []string) (q analysis.Query, first map[[2]string]analysis.Cell) {
	q = analysis.Query{
		Experiment: f.experimentOf(l), Part: l.Part, Keep: l.Keep,
		Series: l.Series, Facet: f.Facet, X: f.At,
	}
	if l.Facet != nil {
		q.Facet = l.Facet
	}
	if l.At != nil || l.Own {
		q.X = l.At
	}
	if f.Name != nil {
		q.X = func(c analysis.Cell) float64 { return float64(slices.Index(names, f.Name(c))) }
	}
	first = map[[2]string]analysis.Cell{}
	q.Measure = func(c analysis.Cell) ([]analysis.Point, error) {
		at := [2]string{"", l.Series(c)}
		if q.Facet != nil {
			at[0] = q.Facet(c)
		}
		if _, seen := first[at]; !seen {
			first[at] = c
		}
		return l.Measure(c)
	}
	return q, first
}

func (f Figure) experimentOf(l Layer) string {
	if l.Experiment != "" {
		return l.Experiment
	}
	return f.Experiment
}

// categories lists the names on the x axis, in the order of the cells.
func categories(d *analysis.Dataset, f Figure) ([]string, error) {
	var names []string
	for _, l := range f.Layers {
		cells, err := d.Cells(f.experimentOf(l), l.Part)
		if err != nil {
			return nil, err
		}
		if l.Keep != nil {
			cells = l.Keep(cells)
		}
		for _, c := range cells {
			if name := f.Name(c); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names, nil
}

// add puts a curve into its panel. A curve without points has nothing to show.
func (c *Chart) add(curve Curve, x, y *Axis) {
	if len(curve.Points) == 0 && len(curve.Law) == 0 {
		return
	}
	p := c.panel(curve.Facet)
	p.X, p.Y = x, y
	p.Curves = append(p.Curves, curve)
}

// put adds a point, with its note where the others of the curve have one, to the curve of a
// name and a mark, which is made with its panel if there is none.
func (c *Chart) put(s analysis.Series, mark Mark, at analysis.Point, notes ...Note) {
	p := c.panel(s.Facet)
	curve := analysis.Among(&p.Curves, func(curve Curve) bool { return curve.Name == s.Name && curve.Mark == mark }, Curve{Series: s, Mark: mark})
	curve.Points, curve.Notes = append(curve.Points, at), append(curve.Notes, notes...)
}

// sortPoints brings the points of all curves, which have no notes, into the order of x.
func (c *Chart) sortPoints() {
	for _, p := range c.Panels {
		for _, curve := range p.Curves {
			slices.SortStableFunc(curve.Points, func(a, b analysis.Point) int { return cmp.Compare(a.X, b.X) })
		}
	}
}

// panel returns the panel of a title, which is made if there is none.
func (c *Chart) panel(title string) *Panel {
	return analysis.Among(&c.Panels, func(p Panel) bool { return p.Title == title }, Panel{Title: title})
}

// xOf and yOf are the axes of a panel.
func (c Chart) xOf(p Panel) Axis {
	if p.X != nil {
		return *p.X
	}
	return c.X
}

func (c Chart) yOf(p Panel) Axis {
	if p.Y != nil {
		return *p.Y
	}
	return c.Y
}
