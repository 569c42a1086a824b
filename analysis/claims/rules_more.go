package claims

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/internal/prob"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// seldom is the share below which exceptions to a rule of hot keys are ruled out:
// there are thousands of hot keys, not millions.
const seldom = 0.01

func hotKeys(e *Evidence) []analysis.Cell {
	return e.take("duplicates", "", kind(record.KindDuplicates), family("cuckoo"))
}

func ruleCopies(e *Evidence) Ruling {
	var keys, beyond, empty, short uint64
	for _, c := range hotKeys(e) {
		limit := uint64(2 * c.Shape().BucketSlots)
		for _, r := range c.Records {
			for _, bin := range r.Duplicates().Accepted {
				keys += bin[1]
				if bin[0] > limit {
					beyond += bin[1]
				}
				if r.Duplicates().Background == 0 {
					empty += bin[1]
					if bin[0] != limit {
						short += bin[1]
					}
				}
			}
		}
	}
	if keys == 0 || empty == 0 {
		return missing("copies of hot keys in empty tables")
	}
	r := share(beyond, keys, "share of hot keys with more than 2b copies", fmt.Sprintf(
		"Of %s hot keys %s got more than 2b copies; of %s in empty tables %s did not get 2b.", count(keys), count(beyond), count(empty), count(short)))
	if r.Verdict == Confirmed && short > 0 {
		return r.when("the limit is reached only where the two buckets differ and are free of other entries")
	}
	return r
}

// share rules on "none of these": one refutes, and none confirms if its share is
// below seldom for certain.
func share(hits, trials uint64, what, line string) Ruling {
	lo, hi := prob.ClopperPearson(hits, trials, stat.Confidence)
	r := Ruling{Verdict: Confirmed, What: what, Unit: "share", P: math.NaN(), Line: line,
		Effect: Estimate{Value: float64(hits) / float64(trials), Lo: lo, Hi: hi, N: 1}}
	switch {
	case hits > 0:
		r.Verdict = Refuted
	case hi >= seldom:
		r.Verdict = Undecided
		r.Line += " A share of " + percent(hi) + " could have gone unseen; " + percent(seldom) + " is asked for."
	}
	return r
}

// refusalTime is the time of a refused insert and of an insert on average, in the
// same cell, gross.
func refusalTime(e *Evidence) (refusal, insert Estimate, ok bool) {
	for _, c := range e.take("multisets", "speed", variant("cuckoo(b=4,f=12)")) {
		for op, x := range map[string]*Estimate{"refused": &refusal, "insert": &insert} {
			*x = estimateMedian(overReps([]analysis.Cell{c}, func(row []*record.Record) float64 {
				for _, s := range row[0].Time().Samples {
					if s.Op == op {
						return s.PerOp()
					}
				}
				return math.NaN()
			}))
		}
	}
	return refusal, insert, refusal.Known() && insert.Known()
}

func ruleWastedKicks(e *Evidence) Ruling {
	var refused, fewer uint64
	var bounds []uint64
	for _, c := range hotKeys(e) {
		bound := uint64(analysis.Param(c.Variant, "kicks"))
		bounds = append(bounds, bound)
		for _, r := range c.Records {
			for _, bin := range r.Duplicates().Refused {
				refused += bin[1]
				if bin[0] != bound {
					fewer += bin[1]
				}
			}
		}
	}
	if refused == 0 {
		return missing("refused copies")
	}
	least, most := bounds[0], bounds[0]
	for _, b := range bounds {
		least, most = min(least, b), max(most, b)
	}
	line := fmt.Sprintf("Of %s refused copies %s spent fewer kicks than the bound, which was %s to %s.", count(refused), count(fewer), count(least), count(most))
	if least == most {
		line = fmt.Sprintf("Of %s refused copies %s spent fewer kicks than the bound of %s.", count(refused), count(fewer), count(least))
	}
	if refusal, insert, ok := refusalTime(e); ok {
		line += fmt.Sprintf(" A refused insert takes %s ns, an insert %s ns.", with(refusal), with(insert))
	}
	return share(fewer, refused, "share of refused copies that spent fewer kicks than the bound", line).when(
		"the bound is what is spent, whatever it is: hundreds where it is set to hundreds")
}

func ruleLostKeys(e *Evidence) Ruling {
	var checked, lost uint64
	for _, c := range hotKeys(e) {
		for _, r := range c.Records {
			checked += r.Duplicates().Checked + r.Duplicates().Background
			lost += r.Duplicates().Missing + r.Duplicates().Leftover
		}
	}
	if checked == 0 {
		return missing("lookups of other keys beside hot ones")
	}
	r := never(lost, checked, upperEnd(lost, checked), "share of lookups of other keys that were denied", fmt.Sprintf(
		"Beside refused copies %s of %s lookups of other keys were denied, in the filters of this project.", count(lost), count(checked)))
	libraries, measured := lostByLibraries(e)
	if measured > 0 {
		r.Line += " Of libraries of others, keys were lost by " + listed(libraries) + "."
	}
	switch r.Verdict {
	case Confirmed: // that nothing is lost
		if len(libraries) > 0 {
			return r.when("in " + sentence(libraries) + ", and not in the filters of this project, which take back the moves of a refused insert")
		}
		r.Verdict = Refuted
	case Refuted:
		r.Verdict = Confirmed
	}
	return r
}

func ruleDeletion(e *Evidence) Ruling {
	var live, denied, undeleted, saturated uint64
	for _, c := range e.take("churn", "", family("counting"), func(c analysis.Cell) bool { return c.Deletes }) {
		for _, r := range c.Records {
			for _, k := range r.Churn().Checkpoints {
				live += k.Live
				denied += k.Missing
				undeleted += k.Undeleted
			}
			saturated += r.Churn().Checkpoints[len(r.Churn().Checkpoints)-1].Overflow
		}
	}
	if live == 0 {
		return missing("counting filters that delete")
	}
	naive := clearing(e)
	if naive.Known() && naive.Hi < 0.01 {
		return judge([]part{atLeast("keys denied after bits were cleared", naive, 0.01)}).ruling(
			"keys denied after a tenth of the others was deleted by clearing bits", "share", naive,
			"After deletes of a tenth of the keys by clearing their bits only "+withPercent(naive)+" of the others are denied.")
	}
	condition := "of a standard filter only that it offers no deletion is known here"
	if naive.Known() {
		condition = "of a standard filter whose deletes clear bits, " + withPercent(naive) + " of the other keys are denied after a tenth of the keys was deleted; a counting filter must not be asked to delete keys that were never inserted"
	}
	return never(denied+undeleted, live, upperEnd(denied+undeleted, live), "share of live keys denied after deletions", fmt.Sprintf(
		"Of %s lookups of live keys beside deletions %s were denied, and %s deletions found nothing.", count(live), count(denied), count(undeleted))).when(
		fmt.Sprintf("counters that saturate are never counted down (%s did at the end); %s", count(saturated), condition))
}
