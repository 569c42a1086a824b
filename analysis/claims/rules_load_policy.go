package claims

import (
	"fmt"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/prob"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// The policy that is recommended, and the load that it gives up.
const (
	reserved  = 0.8  // load that is planned for
	rebuildAt = 0.9  // load at which the table is replaced by a larger one
	packed    = 0.95 // load up to which four slots could be filled
)

const (
	policyRare = 1e-3 // share of fillings that may be refused before the rebuild
	policyGain = 2.0  // factor of kicks that the policy must save, at least
)

// refusedBefore counts the fillings with some slots per bucket, and those that were
// refused a key before a load.
func refusedBefore(cells []analysis.Cell, load float64) (refused, fillings uint64) {
	for _, c := range cells {
		for _, r := range c.Records {
			for _, accepted := range r.Load().Accepted {
				fillings++
				if float64(accepted) < load*float64(r.Shape.Cells) {
					refused++
				}
			}
		}
	}
	return refused, fillings
}

// refusalShare is the share of fillings refused before a load, all sizes together.
func refusalShare(e *Evidence, b int, load float64) (Estimate, bool) {
	refused, fillings := refusedBefore(fillings(e, b), load)
	if fillings == 0 {
		return Estimate{}, false
	}
	lo, hi := prob.ClopperPearson(refused, fillings, stat.Confidence)
	return Estimate{Value: float64(refused) / float64(fillings), Lo: lo, Hi: hi, N: int(fillings)}, true
}

// kicksAt estimates mean kicks at one load, and those at a second over them.
func kicksAt(e *Evidence, b int, first, second float64) (at, ratio Estimate, ok bool) {
	cells := e.take("kicks", fmt.Sprintf("windows-%d", b), kind(record.KindKicks))
	if len(cells) != 1 || !slices.Contains(cells[0].Loads, first) || !slices.Contains(cells[0].Loads, second) {
		return at, ratio, false
	}
	i, j := slices.Index(cells[0].Loads, first), slices.Index(cells[0].Loads, second)
	mean := func(row []*record.Record, window int) float64 {
		return measure.Mean(row[0].Kicks().Windows[window].Kicks)
	}
	at = estimateLog(overReps(cells, func(row []*record.Record) float64 { return mean(row, i) }))
	ratio = estimateLog(overReps(cells, func(row []*record.Record) float64 { return mean(row, j) / mean(row, i) }))
	return at, ratio, true
}

func rulePolicy(e *Evidence) Ruling {
	four, ok4 := refusalShare(e, 4, rebuildAt)
	two, ok2 := refusalShare(e, 2, rebuildAt)
	eight, ok8 := refusalShare(e, 8, packed)
	if !ok2 || !ok4 || !ok8 {
		return missing("fillings of tables with 2, 4 and 8 slots per bucket")
	}
	at, gain, ok := kicksAt(e, 4, rebuildAt, packed)
	planned, _, okPlanned := kicksAt(e, 4, reserved, packed)
	if !ok || !okPlanned {
		return missing("kicks at loads of %s, %s and %s with four slots", percent(reserved), percent(rebuildAt), percent(packed))
	}
	j := judge([]part{atLeast("the kicks at 95 % over those at 90 %", gain, policyGain)})
	r := j.ruling("kicks per insert at 95 % over those at 90 %, four slots", "", gain, fmt.Sprintf(
		"With four slots %s of fillings are refused before 90 %%. An insert takes %s kicks at 80 %%, %s at 90 %% and %s times those at 95 %%. Planning for 80 %% in place of 95 %% costs %s more bits per key, and the false positive rate is %s lower.",
		withPercent(four), with(planned), with(at), with(gain), percent(packed/reserved-1), percent(1-reserved/packed)))
	switch {
	case four.Lo >= policyRare:
		r.Verdict = Refuted
	case four.Hi >= policyRare && r.Verdict == Confirmed:
		r.Verdict = Undecided
		r.Line += " One in a thousand is the most that may be refused, and it is not known whether it is less."
	}
	return r.when(fmt.Sprintf("for four slots per bucket; with two %s of fillings are refused before 90 %%, which is too late there, and with eight %s are before 95 %%, so 90 %% is early",
		withPercent(two), withPercent(eight)))
}
