package figures

import (
	"fmt"
	"slices"

	"filterbench/analysis"
)

// Build computes the points of a figure. ok is false if the run has no records
// for it.
func Build(d *analysis.Dataset, f Figure) (chart Chart, ok bool, err error) {
	chart = Chart{
		ID: f.ID, Title: f.Title, X: f.X, Y: f.Y, Columns: f.Columns, Heat: f.Heat, Apart: f.Apart || f.Name != nil,
		Bars: f.Bars, Theory: f.Theory, Bound: f.Bound,
	}
	if f.Make != nil {
		chart.Map, chart.Apart = true, false
		if chart.Panels, chart.Categories, err = f.Make(d); err != nil {
			return Chart{}, false, fmt.Errorf("figure %s: %w", f.ID, err)
		}
	}
	if f.Name != nil {
		if chart.Categories, err = categories(d, f); err != nil {
			return Chart{}, false, fmt.Errorf("figure %s: %w", f.ID, err)
		}
	}
	for _, layer := range f.Layers {
		series, err := d.Query(f.query(layer, chart.Categories))
		if err != nil {
			return Chart{}, false, fmt.Errorf("figure %s: %w", f.ID, err)
		}
		for _, s := range series {
			if layer.Style != "" {
				s.Family = layer.Style
			}
			chart.add(Curve{s, layer.Mark})
		}
	}
	return chart, len(chart.Panels) > 0, nil
}

func (f Figure) query(l Layer, names []string) analysis.Query {
	q := analysis.Query{
		Experiment: f.experimentOf(l), Part: l.Part, Keep: l.Keep,
		Series: l.Series, Facet: f.Facet, X: f.At, Measure: l.Measure,
	}
	if l.Facet != nil {
		q.Facet = l.Facet
	}
	if f.Name != nil {
		q.X = func(c analysis.Cell) float64 { return float64(slices.Index(names, f.Name(c))) }
	}
	return q
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
func (c *Chart) add(curve Curve) {
	if len(curve.Points) == 0 {
		return
	}
	i := slices.IndexFunc(c.Panels, func(p Panel) bool { return p.Title == curve.Facet })
	if i < 0 {
		i = len(c.Panels)
		c.Panels = append(c.Panels, Panel{Title: curve.Facet})
	}
	c.Panels[i].Curves = append(c.Panels[i].Curves, curve)
}
