package harness

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants/catalog"
)

// timedAgain is how many repetitions of a cell are timed again: of two times five, that which
// does not overlap at all has a chance of 2 in 252.
const timedAgain = 5

// TimesAgain times again, here, trials of kind time that a run has records of, and returns the
// new records. What is compared is measured whole: all variants of a cell, interleaved. With a
// limit it takes as many cells as fit, one at least, in an order that depends on their names
// alone. progress, if set, is called after each trial.
func TimesAgain(ctx context.Context, records []record.Record, limit time.Duration, bounds Bounds, progress func(done, n int)) ([]record.Record, error) {
	defer LimitCollector(bounds)()
	cells := timedCells(records)
	n := 0
	for _, trials := range cells {
		n += len(trials)
	}
	var here []record.Record
	began := monotonic()
	var longest float64 // seconds of a cell so far, over its estimate
	for i, trials := range cells {
		planned := Plan{Trials: trials}.Estimate(1).Seconds
		if so := float64(monotonic()-began) / 1e9; limit > 0 && i > 0 && so+planned*max(1, longest) > limit.Seconds() {
			continue // a smaller one may still fit
		}
		from := monotonic()
		for _, t := range trials {
			if err := ctx.Err(); err != nil {
				return here, err
			}
			r, over, stuck := MeasureWithin(t, bounds, func() int { return 1 })
			if stuck || over != nil {
				return here, fmt.Errorf("trial %s: %s", r.ID, r.Failed)
			}
			here = append(here, r)
			if progress != nil {
				progress(len(here), n)
			}
		}
		longest = max(longest, float64(monotonic()-from)/1e9/planned)
	}
	return here, nil
}

// timedCells groups the trials of kind time that can be measured here and have at least two
// variants beside each other, in the order in which they are to be measured.
func timedCells(records []record.Record) [][]record.Trial {
	groups := map[cell][]record.Trial{}
	for i := range records {
		r := &records[i]
		p, program := catalog.ProgramOf(r.Variant)
		if r.Kind == record.KindTime && r.Failed == "" && !r.Extra && r.Rep < timedAgain && !(program && p.Lacks != nil) {
			groups[cellOf(r.Trial)] = append(groups[cellOf(r.Trial)], r.Trial)
		}
	}
	var names []cell
	for c, trials := range groups {
		if slices.ContainsFunc(trials, func(t record.Trial) bool { return t.Variant != trials[0].Variant }) {
			names = append(names, c)
		}
	}
	rank := func(c cell) uint64 { return hashing.Derive(1, fmt.Sprint(c)) }
	slices.SortFunc(names, func(a, b cell) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)))
	})
	var cells [][]record.Trial
	for _, c := range names {
		cells = append(cells, Interleave(groups[c]))
	}
	return cells
}
