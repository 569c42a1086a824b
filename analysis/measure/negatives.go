package measure

import (
	"cmp"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/prob"
	"filterbench/internal/stat"
)

// Negatives counts the lookups of keys that a filter held, and those it denied.
// A false negative is a broken promise, whatever the load.
type Negatives struct {
	Family  string
	Kind    string  // of the trials
	Lookups uint64  // of keys that were accepted and not deleted
	Missing uint64  // of those, answered false
	Hi      float64 // upper end of the 95 % interval of the rate; 0 without lookups
}

// Negatives sums up the lookups of members by family and kind of trial, in report
// order. Filters of libraries are not ours to answer for: they are left out here, and
// have their audit. Trials of kind load record only how many members were denied, not how
// many were asked for: there every accepted key is.
func NegativesOf(d *analysis.Dataset) ([]Negatives, error) {
	var list []Negatives
	for _, experiment := range d.Experiments() {
		cells, err := d.Cells(experiment, "")
		if err != nil {
			return nil, err
		}
		for _, c := range cells {
			for _, r := range c.Records {
				if r.Outcome == nil || r.Peer != "" {
					continue
				}
				if lookups, missing := r.Outcome.Held(r.Trial); lookups > 0 {
					list = tally(list, Negatives{Family: analysis.FamilyOf(c.Variant), Kind: c.Kind, Lookups: lookups, Missing: missing})
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Negatives) int {
		return cmp.Or(analysis.CompareFamilies(a.Family, b.Family), cmp.Compare(a.Kind, b.Kind))
	})
	for i := range list {
		if list[i].Lookups > 0 {
			_, list[i].Hi = prob.ClopperPearson(list[i].Missing, list[i].Lookups, stat.Confidence)
		}
	}
	return list, nil
}

func tally(list []Negatives, n Negatives) []Negatives {
	for i := range list {
		if list[i].Family == n.Family && list[i].Kind == n.Kind {
			list[i].Lookups += n.Lookups
			list[i].Missing += n.Missing
			return list
		}
	}
	return append(list, n)
}
