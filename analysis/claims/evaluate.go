package claims

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/prob"
	"filterbench/internal/record"
)

// Result is a claim with its verdict.
type Result struct {
	Claim
	Ruling
	Adjusted float64 // P after Holm's correction within the family; NaN without P
	Cells    []analysis.Cell
	Again    *Ruling // of a second run under the same rules, nil without one
}

// Records lists the ids of the records that the rule used, each once.
func (r Result) Records() []string {
	ids := []string{}
	for _, c := range r.Cells {
		for _, rec := range c.Records {
			ids = append(ids, rec.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Evaluate decides every claim of the ledger from a dataset, in ledger order.
func Evaluate(d *analysis.Dataset) ([]Result, error) { return evaluate(d, Ledger()) }

func evaluate(d *analysis.Dataset, ledger []Claim) ([]Result, error) {
	shared := &data{d: d, cells: map[string][]analysis.Cell{}}
	var results []Result
	for _, c := range ledger {
		e := &Evidence{data: shared}
		r := Result{Claim: c, Ruling: decide(c, e), Adjusted: math.NaN()}
		r.Cells = distinct(e.taken)
		results = append(results, r)
	}
	if shared.err != nil {
		return nil, fmt.Errorf("claims: %w", shared.err)
	}
	correct(results)
	return results, nil
}

// decide asks a claim's rule. A verdict without evidence does not stand.
func decide(c Claim, e *Evidence) Ruling {
	if c.Open() {
		return Ruling{Verdict: Undecided, P: math.NaN(), Line: "Open: " + c.Missing + "."}
	}
	rule := c.Special
	if rule == nil {
		rule = c.rule
	}
	r := rule(e)
	if len(e.taken) == 0 && !c.Arithmetic() && r.Verdict != Undecided {
		panic("claims: " + c.ID + " was decided without records")
	}
	return r
}

// distinct leaves out cells that a rule took twice.
func distinct(cells []analysis.Cell) []analysis.Cell {
	seen := map[*record.Record]bool{}
	return slices.DeleteFunc(slices.Clone(cells), func(c analysis.Cell) bool {
		again := seen[c.Records[0]]
		seen[c.Records[0]] = true
		return again
	})
}

// correct applies Holm's method to the p-values of each family, and takes back the
// verdicts that do not survive it.
func correct(results []Result) {
	families := map[string][]int{}
	for i, r := range results {
		if !math.IsNaN(r.P) {
			families[r.Family()] = append(families[r.Family()], i)
		}
	}
	for _, members := range families {
		var values []float64
		for _, i := range members {
			values = append(values, results[i].P)
		}
		for j, adjusted := range prob.Holm(values) {
			r := &results[members[j]]
			r.Adjusted = adjusted
			if adjusted >= level {
				r.Verdict, r.Condition = Undecided, ""
				r.Line = fmt.Sprintf("On its own the evidence suffices (p %s); among the %d tests of its family it does not (%s after Holm's correction). %s",
					number(r.P), len(values), number(adjusted), r.Line)
			}
		}
	}
}
