package report

import (
	"fmt"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// curves says how the cells of a part of an experiment become curves, of which tables
// show the ends or all points.
type curves struct {
	experiment string
	parts      []string // nil is all
	kind       string   // of the trials
	series     func(analysis.Cell) string
	facet      func(analysis.Cell) string // nil is one
	x          func(analysis.Cell) float64
	of         analysis.Measure
	keep       func(analysis.Cell) bool // nil keeps all
}

// points lists all points, curve by curve.
func (q curves) points(r *run) (rows []chartPoint, err error) {
	for _, part := range pickParts(q.parts) {
		if _, err := r.cells(q.experiment, part); err != nil {
			return nil, err
		}
		all, err := r.d.Query(analysis.Query{Experiment: q.experiment, Part: part, Series: q.series, Facet: q.facet, X: q.x, Measure: q.of,
			Keep: func(cells []analysis.Cell) []analysis.Cell {
				return slices.DeleteFunc(slices.Clone(cells), func(c analysis.Cell) bool { return c.Kind != q.kind || q.keep != nil && !q.keep(c) })
			}})
		if err != nil {
			return nil, err
		}
		for _, s := range all {
			for _, p := range s.Points {
				rows = append(rows, chartPoint{s.Facet, s.Name, p})
			}
		}
	}
	return rows, nil
}

func pickParts(parts []string) []string {
	if parts == nil {
		return []string{""}
	}
	return parts
}

// chartPoint is a point of a curve.
type chartPoint struct {
	panel, name string
	analysis.Point
}

// curveEnds are the first and the last point of a curve.
type curveEnds struct {
	panel, name string
	low, high   analysis.Point
}

// grouped lists the points of each curve, by x.
func (q curves) grouped(r *run) (groups [][]chartPoint, err error) {
	all, err := q.points(r)
	for _, p := range all {
		i := slices.IndexFunc(groups, func(g []chartPoint) bool { return g[0].panel == p.panel && g[0].name == p.name })
		if i < 0 {
			groups = append(groups, []chartPoint{p})
		} else {
			groups[i] = append(groups[i], p)
		}
	}
	for _, g := range groups {
		slices.SortStableFunc(g, func(a, b chartPoint) int { return compare(a.X, b.X) })
	}
	return groups, err
}

// ends lists the ends of all curves.
func (q curves) ends(r *run) (rows []curveEnds, err error) {
	groups, err := q.grouped(r)
	for _, g := range groups {
		rows = append(rows, curveEnds{g[0].panel, g[0].name, g[0].Point, g[len(g)-1].Point})
	}
	return rows, err
}

// param is a number in the name of a variant.
func param(key string) func(analysis.Cell) float64 {
	return func(c analysis.Cell) float64 { return analysis.Param(c.Variant, key) }
}

// workloadParam is a number in the name of a workload.
func workloadParam(key string) func(analysis.Cell) float64 {
	return func(c analysis.Cell) float64 { return analysis.Param(c.Workload, key) }
}

func variantOf(c analysis.Cell) string { return c.Variant }
func familyOf(c analysis.Cell) string  { return analysis.FamilyOf(c.Variant) }
func slotsOf(c analysis.Cell) float64  { return float64(c.Shape().Cells) }

func bucketOf(c analysis.Cell) string {
	return plural(c.Shape().BucketSlots, "slot per bucket", "slots per bucket")
}

func fingerprintOf(c analysis.Cell) string { return fmt.Sprintf("%d bits", c.Shape().FingerprintBits) }

// overTheory is the rate of a cell over that of its formula.
func overTheory(c analysis.Cell) ([]analysis.Point, error) {
	return over(measure.RatePoint, func(p analysis.Point) float64 { return p.Theory })(c)
}

// over is a measure in multiples of something that may depend on the point.
func over(of analysis.Measure, unit func(analysis.Point) float64) analysis.Measure {
	return func(c analysis.Cell) ([]analysis.Point, error) {
		points, err := of(c)
		for i, p := range points {
			points[i] = p.Over(unit(p))
		}
		return points, err
	}
}
