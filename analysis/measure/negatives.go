package measure

import (
	"cmp"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/prob"
	"filterbench/internal/record"
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
				if lookups, missing, ok := members(r); ok && r.Peer == "" {
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

// members returns how many held keys a trial asked for and how many it missed.
func members(r *record.Record) (lookups, missing uint64, ok bool) {
	switch {
	case r.FPR != nil:
		return r.FPR.Members, r.FPR.Missing, true
	case r.Load != nil:
		for _, accepted := range r.Load.Accepted {
			lookups += accepted
		}
		return lookups, r.Load.Missing, true
	case r.Heap != nil:
		return r.Heap.Accepted, r.Heap.Missing, true
	case r.Churn != nil:
		for _, k := range r.Churn.Checkpoints {
			lookups += k.Live
			missing += k.Missing
		}
		return lookups, missing, true
	case r.Drift != nil:
		if r.Policy != record.PolicyEvery && r.Policy != record.PolicyKnown {
			return 0, 0, false // the caller deletes what the filter may not hold
		}
		for _, k := range r.Drift.Checkpoints {
			lookups += k.Live
			missing += k.Missing
		}
		return lookups, missing, true
	case r.Erasure != nil:
		return r.Erasure.Rest, r.Erasure.RestLost, true
	case r.Audit != nil:
		return r.Audit.Members + r.Audit.Lookups, r.Audit.Missing + r.Audit.Denied, true
	case r.Duplicates != nil:
		return r.Duplicates.Checked + r.Duplicates.Background, r.Duplicates.Missing + r.Duplicates.Leftover, true
	}
	return 0, 0, false
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
