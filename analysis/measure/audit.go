package measure

import (
	"fmt"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// AuditSheet is the conformance sheet of one cell of kind audit: the sums over its
// repetitions.
type AuditSheet struct {
	record.Audit
	Promised stat.Proportion // the rate at the keys that the filter was sized for
}

// Audit summarises a cell of kind audit. The error names the cell if it is of
// another kind or looked nothing up.
func Audit(c analysis.Cell) (AuditSheet, error) {
	var a AuditSheet
	var hits, trials []uint64
	for i, r := range c.Records {
		if r.Audit() == nil || r.Audit().Queries == 0 {
			return a, fmt.Errorf("%s: no audit with lookups of absent keys recorded", analysis.Describe(c.Trial))
		}
		hits, trials = append(hits, r.Audit().Positives), append(trials, r.Audit().Queries)
		if i == 0 {
			a.Audit = *r.Audit()
			continue
		}
		a.Audit = SumAudits(a.Audit, *r.Audit())
	}
	a.Promised = stat.NewProportion(hits, trials)
	return a, nil
}

// SumAudits adds the counts of two audits of one filter; what is no count is that of
// the first.
func SumAudits(a, b record.Audit) record.Audit {
	a.Copies, a.Removed = Merge(a.Copies, b.Copies), Merge(a.Removed, b.Removed)
	for _, sum := range []struct {
		to *uint64
		n  uint64
	}{
		{&a.Later, b.Later}, {&a.Members, b.Members}, {&a.Refused, b.Refused}, {&a.Missing, b.Missing},
		{&a.Queries, b.Queries}, {&a.Positives, b.Positives}, {&a.CopiesRefused, b.CopiesRefused}, {&a.Displaced, b.Displaced},
		{&a.OverTried, b.OverTried}, {&a.OverRefused, b.OverRefused}, {&a.OverLost, b.OverLost}, {&a.OverStored, b.OverStored},
		{&a.TwinAsked, b.TwinAsked}, {&a.TwinDiffers, b.TwinDiffers},
		{&a.Ops, b.Ops}, {&a.Deletes, b.Deletes}, {&a.Undeleted, b.Undeleted}, {&a.Lookups, b.Lookups}, {&a.Denied, b.Denied},
		{&a.Entries, b.Entries}, {&a.Counted, b.Counted},
		{&a.AllocOps, b.AllocOps}, {&a.InsertAllocs, b.InsertAllocs}, {&a.LookupAllocs, b.LookupAllocs},
	} {
		*sum.to += sum.n
	}
	return a
}

// Losses is what refusals cost the keys of one filter.
type Losses struct {
	Beside        uint64 // keys denied beside refused copies of one key
	Lost, Refused uint64 // keys denied, and inserts of distinct keys refused, when it was overfilled
}

// Add counts a record of kind duplicates or audit.
func (l *Losses) Add(r *record.Record) {
	switch {
	case r.Duplicates() != nil:
		l.Beside += r.Duplicates().Missing + r.Duplicates().Leftover
	case r.Audit() != nil:
		if r.Audit().CopiesRefused > 0 { // one that never refuses may forget by design
			l.Beside += r.Audit().Displaced
		}
		if l.Refused += r.Audit().OverRefused; r.Audit().OverRefused > 0 {
			l.Lost += r.Audit().OverLost
		}
	}
}
