package measure

import (
	"fmt"

	"filterbench/analysis"
	"filterbench/internal/record"
)

// CallerSum is what one caller makes of the filters of a cell, all repetitions together.
type CallerSum struct {
	record.Caller
	Inserts, Distinct, Left, Queries uint64
	Trials                           int
}

// CallerSums sums up a cell of kind callers, a row for each caller in the order of
// [record.CallersRun]. The error names the cell if it is of another kind.
func CallerSums(c analysis.Cell) ([]CallerSum, error) {
	var sums []CallerSum
	for _, r := range c.Records {
		o := r.Callers()
		if o == nil {
			return nil, fmt.Errorf("%s: no callers recorded", analysis.Describe(c.Trial))
		}
		for i, run := range o.Runs {
			if i == len(sums) {
				sums = append(sums, CallerSum{})
			}
			s := &sums[i]
			s.Inserts, s.Distinct, s.Left, s.Queries = s.Inserts+o.Inserts, s.Distinct+o.Distinct, s.Left+o.Left, s.Queries+o.Queries
			AddCounts(&s.Caller, run)
			s.Trials++
		}
	}
	return sums, nil
}

// BitsEach is the bits of table, side table and caller for each different key in the window.
func (s CallerSum) BitsEach() float64 {
	return float64(s.Bits+8*(s.Side+s.Kept)) / float64(s.Distinct)
}

// callerLoses is the share of the keys in the window that are lost under a caller.
func callerLoses(name string) Statistic {
	return Statistic{Name: "share of the keys in the window that are lost under caller " + name, Scale: ByCounts, Count: func(r *record.Record) (hits, trials uint64) {
		run, _ := r.Callers().Run(name)
		return run.Lost, r.Callers().Distinct
	}}
}

// What callers lose.
var (
	LostByAll, LostByEvery, LostByKnown = callerLoses(record.PolicyAll), callerLoses(record.PolicyEvery), callerLoses(record.PolicyKnown)

	DeniedToCareful = Statistic{Name: "share of the keys accepted that are denied to a caller who deletes nothing else", Scale: ByCounts, Count: func(r *record.Record) (hits, trials uint64) {
		run, _ := r.Callers().Run(record.PolicyEvery)
		return run.Denied, r.Callers().Distinct - (run.Lost - run.Denied)
	}}
)
