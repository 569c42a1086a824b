package claims

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// Evidence is a dataset, with a note of what a rule has taken from it.
type Evidence struct {
	data  *data
	taken []analysis.Cell
}

// data is what all rules share.
type data struct {
	d     *analysis.Dataset
	cells map[string][]analysis.Cell // by experiment
	err   error                      // the first that reading gave
}

// condition chooses cells.
type condition func(analysis.Cell) bool

// take returns the cells of a part of an experiment, all parts if part is "", for
// which all conditions hold, and notes that they were used.
func (e *Evidence) take(experiment, part string, keep ...condition) []analysis.Cell {
	cells := e.data.choose(experiment, part, keep)
	e.taken = append(e.taken, cells...)
	return cells
}

// takeFullest is take for the cell of the highest fill of each variant.
func (e *Evidence) takeFullest(experiment string, keep ...condition) []analysis.Cell {
	cells := fullest(e.data.choose(experiment, "", keep))
	e.taken = append(e.taken, cells...)
	return cells
}

// fullest keeps, of each variant, the cell of the highest fill. Cells of one
// variant must stand together, as those of a dataset do.
func fullest(cells []analysis.Cell) []analysis.Cell {
	var best []analysis.Cell
	for _, c := range cells {
		if n := len(best); n > 0 && best[n-1].Variant == c.Variant {
			if c.Fill > best[n-1].Fill {
				best[n-1] = c
			}
			continue
		}
		best = append(best, c)
	}
	return best
}

func (d *data) choose(experiment, part string, keep []condition) []analysis.Cell {
	return slices.DeleteFunc(slices.Clone(d.of(experiment)), func(c analysis.Cell) bool {
		return part != "" && c.Part != part || slices.ContainsFunc(keep, func(holds condition) bool { return !holds(c) })
	})
}

func (d *data) of(experiment string) []analysis.Cell {
	cells, ok := d.cells[experiment]
	if !ok {
		var err error
		if cells, err = d.d.Cells(experiment, ""); err != nil && d.err == nil {
			d.err = err
		}
		d.cells[experiment] = cells
	}
	return cells
}

func family(name string) condition {
	return func(c analysis.Cell) bool { return analysis.FamilyOf(c.Variant) == name }
}
func variant(name string) condition { return func(c analysis.Cell) bool { return c.Variant == name } }
func kind(name string) condition    { return func(c analysis.Cell) bool { return c.Kind == name } }
func fill(x float64) condition      { return func(c analysis.Cell) bool { return c.Fill == x } }
func slotsPerBucket(b int) condition {
	return func(c analysis.Cell) bool { return c.Shape().BucketSlots == b }
}
func probes(k int) condition { return func(c analysis.Cell) bool { return c.Shape().Probes == k } }
func parameter(key string, value float64) condition {
	return func(c analysis.Cell) bool { return analysis.Param(c.Variant, key) == value }
}

// missing is the ruling on a claim without the records it needs.
func missing(what string, args ...any) Ruling {
	return Ruling{Verdict: Undecided, P: math.NaN(), Line: "There are no records of " + fmt.Sprintf(what, args...) + "."}
}

// overReps evaluates a statistic once for every repetition that all cells have.
// It gets one record for each cell, in their order.
func overReps(cells []analysis.Cell, statistic func([]*record.Record) float64) []float64 {
	if len(cells) == 0 {
		return nil
	}
	var values []float64
	for _, first := range cells[0].Records {
		row := make([]*record.Record, 0, len(cells))
		for _, c := range cells {
			i := slices.IndexFunc(c.Records, func(r *record.Record) bool { return r.Rep == first.Rep })
			if i < 0 {
				break
			}
			row = append(row, c.Records[i])
		}
		if len(row) == len(cells) {
			values = append(values, statistic(row))
		}
	}
	return values
}

// model is a formula for the false positive rate of a filled filter.
type model func(*record.Record) float64

// overModel estimates false positives over those that a model expects, over all
// the cells together.
func overModel(cells []analysis.Cell, expected model) Estimate {
	return estimate(overReps(cells, func(row []*record.Record) float64 { return overExpected(row, expected) }))
}

// overExpected is what overModel averages over repetitions: false positives over those
// expected. A record that stopped at a target counts for that, not for what was
// expected of as many lookups as it took: these favour records that erred upwards.
func overExpected(row []*record.Record, expected model) float64 {
	hits, want := 0.0, 0.0
	for _, r := range row {
		if r.FPR().Stop == record.StopTarget {
			hits += float64(r.Target) * measure.RateOf(r.FPR()) / expected(r)
			want += float64(r.Target)
			continue
		}
		hits += float64(r.FPR().Positives)
		want += float64(r.FPR().Queries) * expected(r)
	}
	return hits / want
}

// agreement is the parts of "measured rates follow a model": the cells together
// within one margin, and each cell within a wider one.
func agreement(cells []analysis.Cell, expected model, together, each float64) (whole Estimate, parts []part) {
	whole = overModel(cells, expected)
	parts = []part{near("the points together, over the formula", whole, 1, together)}
	for _, c := range cells {
		parts = append(parts, near(name(c)+" over the formula", overModel([]analysis.Cell{c}, expected), 1, each))
	}
	return whole, parts
}

// name says which cell is meant.
func name(c analysis.Cell) string {
	s := c.Variant
	if c.Fill > 0 && c.Fill != 1 {
		s += " at fill " + number(c.Fill)
	}
	if c.Workload != "uniform" {
		s += " on " + c.Workload
	}
	return s
}

func positiveRate(r *record.Record) float64 { return measure.RateOf(r.FPR()) }

// rateOf estimates the false positive rate of one cell.
func rateOf(c analysis.Cell) Estimate {
	return estimate(overReps([]analysis.Cell{c}, func(row []*record.Record) float64 { return positiveRate(row[0]) }))
}
