package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"filterbench/internal/record"
)

// Gate is a condition under which a comparison fails: a unit and by how much it may
// get worse, or one of the words counts and missing.
type Gate struct {
	Unit     string  // a unit, [GateCounts] or [GateMissing]
	Allowed  float64 // relative change for the worse that is let pass, as in 0.05
	original string
}

// The gates that are no units.
const (
	GateCounts  = "counts"  // a count of a trial that both sides hold changed
	GateMissing = "missing" // OLD has cells that NEW has not
)

// aliases are short words for units.
var aliases = map[string]string{
	"time": record.UnitTime, "net": record.UnitNetTime, "fpr": record.UnitFalsePositives,
	"space": record.UnitBitsPerKey, "load": record.UnitLoad, "heap": record.UnitHeap, "kicks": record.UnitKicks,
}

// ParseGate reads "time:5%", "load-%:0.01", "kicks", "counts" or "missing". Without
// an amount every significant change for the worse fails.
func ParseGate(text string) (Gate, error) {
	fail := func(problem string) (Gate, error) {
		return Gate{}, fmt.Errorf("%q: %s; write a unit and what it may lose, for example time:5%% or %s:0.02, or one of counts, missing",
			text, problem, record.UnitKicks)
	}
	unit, amount, given := strings.Cut(text, ":")
	if unit == "" {
		return fail("no unit")
	}
	g := Gate{Unit: unit, original: text}
	if name, ok := aliases[unit]; ok {
		g.Unit = name
	}
	if !given {
		return g, nil
	}
	if unit == GateCounts || unit == GateMissing {
		return fail(unit + " takes no amount")
	}
	number, percent := strings.CutSuffix(amount, "%")
	allowed, err := strconv.ParseFloat(number, 64)
	if percent {
		allowed /= 100
	}
	if err != nil || !(allowed >= 0 && allowed <= 1e6) {
		return fail("the amount must be a number of at least 0, as a share or with %")
	}
	g.Allowed = allowed
	return g, nil
}

// String returns the gate as it was written.
func (g Gate) String() string { return g.original }

// Violations returns a line for everything that one of the gates forbids. A gate
// for a unit that the comparison does not have is an error: it would pass always.
func (r *Result) Violations(gates []Gate) ([]string, error) {
	var lines []string
	for _, g := range gates {
		switch g.Unit {
		case GateCounts:
			if r.Same+len(r.Counts) == 0 {
				return nil, fmt.Errorf("%q: OLD and NEW have no trial in common, so that it would pass always", g)
			}
			for _, c := range r.Counts {
				lines = append(lines, fmt.Sprintf("counts differ: %s: %s", c.Trial, strings.Join(c.Diffs, ", ")))
			}
			continue
		case GateMissing:
			for _, name := range r.OldOnly {
				lines = append(lines, "missing in NEW: "+name)
			}
			continue
		}
		if !slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Unit == g.Unit }) {
			return nil, fmt.Errorf("%q: OLD and NEW have no cell in unit %s in common; there are %s", g, g.Unit, strings.Join(r.units(), ", "))
		}
		for _, c := range r.Cells {
			if c.Unit == g.Unit && c.Verdict == Worse && max(c.Change, -c.Change) > g.Allowed {
				lines = append(lines, fmt.Sprintf("%s %s, more than %s allows: %s", c.Unit, percent(c.Change), g, c.Name))
			}
		}
	}
	return lines, nil
}

// units lists the units of the cells, each once, in order of appearance.
func (r *Result) units() []string {
	var list []string
	for _, c := range r.Cells {
		if !slices.Contains(list, c.Unit) {
			list = append(list, c.Unit)
		}
	}
	return list
}
