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
	for _, r := range c.Records {
		if r.Audit() == nil || r.Audit().Queries == 0 {
			return a, fmt.Errorf("%s: no audit with lookups of absent keys recorded", analysis.Describe(c.Trial))
		}
		hits, trials = append(hits, r.Audit().Positives), append(trials, r.Audit().Queries)
		AddCounts(&a.Audit, *r.Audit())
	}
	a.Promised = stat.NewProportion(hits, trials)
	return a, nil
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
