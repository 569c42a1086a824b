package figures

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// Chosen is a figure of any two quantities of any cells: a curve for each kind of filter,
// with intervals. Its finding says what is drawn.
func Chosen(cells []analysis.Cell, x, y measure.Quantity) Figure {
	title := fmt.Sprintf("%s over %s", y.Words, x.Words)
	expected, drawn := measure.QuantityOf("theory"), ""
	if y.Name == "fpr" {
		drawn = exactTheory
	}
	return Figure{
		ID: "plot", What: fmt.Sprintf("%d cells of %s", len(cells), strings.Join(experimentsOf(cells), ", ")),
		X: axisOf(x, cells), Y: axisOf(y, cells), Bars: intervalBars, Theory: drawn,
		Finding: func(Chart) string { return strings.ToUpper(title[:1]) + title[1:] },
		Make: func(_ Input, c *Chart) error {
			for _, cell := range cells {
				at, _, _, ok := x.Of(cell)
				value, lo, hi, also := y.Of(cell)
				if !ok || !also {
					continue
				}
				p := analysis.At(at)
				p.Y, p.Lo, p.Hi = value, lo, hi
				if rate, _, _, known := expected.Of(cell); known && y.Name == "fpr" {
					p.Theory = rate
				}
				c.put(analysis.Series{Name: kindName(cell, x.Name), Family: family(cell)}, Points, p)
			}
			c.sortPoints()
			for _, panel := range c.Panels {
				for j := range panel.Curves {
					curve := &panel.Curves[j]
					for i, p := range curve.Points[1:] {
						if p.X == curve.Points[i].X {
							curve.Mark = Apart // several cells, which no line joins
						}
					}
				}
			}
			return nil
		},
	}
}

func experimentsOf(cells []analysis.Cell) (names []string) {
	for _, c := range cells {
		if !slices.Contains(names, c.Experiment) {
			names = append(names, c.Experiment)
		}
	}
	return names
}

// kindName is the family of a cell's filter, with the parameters that make another kind of it.
func kindName(c analysis.Cell, x string) string {
	var params []string
	for _, key := range []string{"b", "w", "d", "buckets", "kernel"} {
		if v := analysis.ParamText(c.Variant, key); v != "" && v != "pow2" && key != x {
			params = append(params, key+"="+v)
		}
	}
	name := analysis.FamilyOf(c.Variant)
	if len(params) > 0 {
		name += "(" + strings.Join(params, ",") + ")"
	}
	if c.Call != "" && c.Call != "batch" {
		name += ", " + c.Call
	}
	return name
}

// axisOf takes a logarithmic axis where values span more than a factor of 20.
func axisOf(q measure.Quantity, cells []analysis.Cell) Axis {
	a := Axis{Label: q.Words}
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range cells {
		if v, _, _, ok := q.Of(c); ok {
			low, high = math.Min(low, v), math.Max(high, v)
		}
	}
	if low > 0 && high/low > 20 {
		a.Scale = Log
	}
	switch q.Name {
	case "fpr", "theory", "load", "fill":
		a.Unit = Percent
	case "bytes":
		a.Unit = Bytes
	case "keys":
		if a.Scale == Log {
			a.Unit = Decimal
		}
	}
	return a
}
