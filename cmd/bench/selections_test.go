package main

import (
	"slices"
	"sync"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/claims"
	"filterbench/harness"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
)

// planned is the cells that the declared experiments plan, in all profiles, each with
// the shape that its filter would have.
var planned = sync.OnceValues(func() (cells []analysis.Cell, err error) {
	all, err := declared()
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, profile := range harness.Profiles {
		plan, err := harness.Expand(profile, all)
		if err != nil {
			return nil, err
		}
		for _, trial := range slices.Concat(plan.Trials, plan.Absent) {
			key := analysis.Identity(trial)
			if seen[key] {
				continue
			}
			seen[key] = true
			v, err := catalog.Parse(trial.Variant)
			if err != nil {
				return nil, err
			}
			r := &record.Record{Trial: trial, Peer: v.Peer()}
			// a library has no shape before it is built, and no selection asks for one
			if shape, err := v.Shape(variants.Size{Keys: trial.Capacity, Slots: trial.Slots}); err == nil {
				r.Shape = shape
			}
			cells = append(cells, analysis.Cell{Trial: trial, Records: []*record.Record{r}})
		}
	}
	return cells, nil
})

func plannedCells(t *testing.T) []analysis.Cell {
	t.Helper()
	cells, err := planned()
	if err != nil {
		t.Fatal(err)
	}
	return cells
}

// Every condition of every selection chooses something among what the experiments plan:
// renaming an experiment, a part or a parameter, or dropping a value, fails here.
func TestSelectionsNameWhatIsPlanned(t *testing.T) {
	cells := plannedCells(t)
	tried := 0
	for _, c := range claims.Ledger() {
		for _, s := range c.Selections() {
			tried++
			for _, idle := range s.Idle(cells) {
				t.Errorf("%s: selection %q: nothing planned has %s", c.ID, s, idle)
			}
		}
	}
	if tried < 150 {
		t.Errorf("only %d selections", tried)
	}
}

// The check finds what is wrong with a selection.
func TestIdleSelections(t *testing.T) {
	cells := plannedCells(t)
	for s, want := range map[analysis.Selection]string{
		"spaces part=bloom":                  "experiment spaces",
		"space part=blooms":                  "part=blooms",
		"space part=bloom family=bloom|blom": "family=blom",
		"space part=bloom bpk=11":            "bpk=11",
		"space part=bloom part!=sizes":       "part!=sizes",
		"space part=bloom bpk>1000":          "bpk>1000",
	} {
		idle := s.Idle(cells)
		if len(idle) == 0 || idle[len(idle)-1] != want && idle[0] != want {
			t.Errorf("%q: %q, want %q", s, idle, want)
		}
	}
}
