package claims

import (
	"fmt"
	"math"

	"filterbench/analysis"
)

// Evidence is a dataset, with a note of what a rule has taken from it.
type Evidence struct {
	data   *data
	taken  []analysis.Cell
	change func(*Demand, Estimate) Estimate // moves a statistic, in tests
}

// data is what all rules share.
type data struct {
	d     *analysis.Dataset
	cells map[string][]analysis.Cell // by experiment
	err   error                      // the first that reading gave
}

// Select returns the cells of a selection and notes that they were used.
func (e *Evidence) Select(s analysis.Selection) []analysis.Cell {
	var list []analysis.Cell
	experiments := s.Experiments()
	if experiments[0] == "*" {
		experiments = e.data.d.Experiments()
	}
	for _, experiment := range experiments {
		list = append(list, s.Of(e.data.of(experiment))...)
	}
	e.taken = append(e.taken, list...)
	return list
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

// missing is the ruling on a claim without the records it needs.
func missing(s analysis.Selection) Ruling {
	return Ruling{Verdict: Undecided, P: math.NaN(), Line: fmt.Sprintf("There are no records of %q.", s)}
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
