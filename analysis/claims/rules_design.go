package claims

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// powerLaw is 0.6185, the rate of one bit per key, as the claim prints it.
const powerLaw = 0.6185

func ruleIdeal(e *Evidence) Ruling {
	cells := e.take("fpr-bloom", "bits", family("bloom"))
	sweep := e.take("fpr-bloom", "probes", family("bloom"))
	if len(cells) == 0 || len(sweep) == 0 {
		return missing("standard Bloom filters with the best and with other numbers of probes")
	}
	ratio, parts := agreement(cells, func(r *record.Record) float64 {
		return math.Pow(powerLaw, float64(r.Shape.Cells)/float64(r.FPR().Distinct))
	}, marginTogether, marginEach)
	probeParts, words := advisedProbes(sweep)
	j := judge(append(parts, probeParts...))
	return j.ruling("measured rate over 0.6185^(m/n)", "", ratio, fmt.Sprintf(
		"The measured rate is %s times the formula; 0.7 m/n probes give %s times the lowest rate.", with(ratio), sentence(words))).when(
		"0.7 over the number of keys, as printed, is no number of probes: it must be 0.7 times bits per key")
}

// advisedProbes compares, for every number of bits per key, the rate at 0.7 m/n
// probes, rounded, with the lowest.
func advisedProbes(sweep []analysis.Cell) (parts []part, words []string) {
	groups := map[float64][]analysis.Cell{}
	for _, c := range sweep {
		bpk := analysis.Param(c.Variant, "bpk")
		groups[bpk] = append(groups[bpk], c)
	}
	for _, bpk := range sortedKeys(groups) {
		cells := groups[bpk]
		advised := slices.IndexFunc(cells, func(c analysis.Cell) bool { return c.Shape().Probes == int(math.Round(0.7*bpk)) })
		if advised < 0 {
			continue
		}
		best := slices.MinFunc(cells, func(a, b analysis.Cell) int { return compare(rateOf(a).Value, rateOf(b).Value) })
		x := estimateLog(overReps([]analysis.Cell{cells[advised], best}, func(row []*record.Record) float64 {
			return positiveRate(row[0]) / positiveRate(row[1])
		}))
		parts = append(parts, atMost(fmt.Sprintf("the rate at 0.7 m/n probes over the lowest, at %s bits per key", number(bpk)), x, 1.2))
		words = append(words, number(x.Value))
	}
	return parts, words
}

func ruleBitsTable(e *Evidence) Ruling {
	var parts []part
	var words []string
	var last Estimate
	for _, row := range []struct{ rate, bits float64 }{{0.1, 4.792}, {0.01, 9.585}, {0.001, 14.377}} {
		cells := e.take("overload", "", variant(fmt.Sprintf("bloom(fpr=%g)", row.rate)), fill(1))
		if len(cells) != 1 {
			return missing("bloom(fpr=%g) filled as designed", row.rate)
		}
		last = rateOf(cells[0])
		parts = append(parts,
			near(fmt.Sprintf("the bits per key for %s", percent(row.rate)), exact(measure.BitsPerKey(cells[0])), row.bits, 0.01),
			near(fmt.Sprintf("the rate for %s bits per key", number(row.bits)), last, row.rate, 0.15))
		words = append(words, fmt.Sprintf("%s with %s bits", withPercent(last), number(row.bits)))
	}
	eight := e.take("fpr-bloom", "bits", variant("bloom(bpk=8)"))
	if len(eight) != 1 {
		return missing("bloom(bpk=8)")
	}
	x := rateOf(eight[0])
	parts = append(parts, near("the rate for 8 bits per key", x, 0.02, 0.15))
	words = append(words, withPercent(x)+" with 8 bits")
	return judge(parts).ruling("rate of 8 bits per key", "share", x, "The rate is "+sentence(words)+".")
}

func ruleOverload(e *Evidence) Ruling {
	var twice, every []part
	var words []string
	var effect Estimate
	for _, row := range []struct{ design, stated float64 }{{0.1, 0.4}, {0.01, 0.15}, {0.001, 0.05}} {
		cells := e.take("overload", "", variant(fmt.Sprintf("bloom(fpr=%g)", row.design)))
		i := slices.IndexFunc(cells, func(c analysis.Cell) bool { return c.Fill == 2 })
		if i < 0 {
			return missing("bloom(fpr=%g) at twice its keys", row.design)
		}
		x := rateOf(cells[i])
		twice = append(twice, near("the rate at twice the keys of "+percent(row.design), x, row.stated, 0.2))
		words = append(words, fmt.Sprintf("%s becomes %s", percent(row.design), withPercent(x)))
		if row.design == 0.01 {
			effect = x
		}
		for _, c := range cells {
			every = append(every, near(name(c)+" over the formula", overModel([]analysis.Cell{c}, func(r *record.Record) float64 {
				return theory.BloomOverloadFPR(r.Shape.Probes, c.Fill)
			}), 1, 0.2))
		}
	}
	line := "At twice the keys " + sentence(words) + "."
	stated, formula := judge(twice), judge(every)
	r := stated.ruling("rate at twice the keys of a filter designed for 1 %", "share", effect, line)
	switch formula.verdict {
	case Refuted:
		far := formula.worst
		return r.when(fmt.Sprintf("the three rates at twice the keys hold, the formula is off by more than a fifth at %d of %d points, most clearly for %s, %s",
			formula.out, len(every), far.name, with(far.x)))
	case Undecided:
		return r.when("the three rates at twice the keys hold, the formula is not decided: " + formula.hint())
	}
	return r
}

func ruleGentle(e *Evidence) Ruling {
	var parts []part
	var cuckoo, bloom, widest Estimate
	exponents := map[string][]Estimate{}
	for _, f := range []string{"cuckoo", "bloom"} {
		full, half := e.take("overload", "", family(f), fill(1)), e.take("overload", "", family(f), fill(0.5))
		if len(full) == 0 || len(full) != len(half) {
			return missing("%s filters half full and full", f)
		}
		for i := range full {
			x := estimate(overReps([]analysis.Cell{full[i], half[i]}, func(row []*record.Record) float64 {
				return math.Log2(positiveRate(row[0]) / positiveRate(row[1]))
			}))
			exponents[f] = append(exponents[f], x)
			if f == "cuckoo" {
				parts = append(parts, atMost("the power for "+full[i].Variant, x, 1.25))
			} else {
				parts = append(parts, atLeast("the power for "+full[i].Variant, x, 2.25))
			}
		}
	}
	for _, x := range exponents["cuckoo"] {
		if x.Hi > cuckoo.Hi {
			cuckoo = x
		}
	}
	bloom = slices.MinFunc(exponents["bloom"], func(a, b Estimate) int { return compare(a.Lo, b.Lo) })
	widest = cuckoo
	return judge(parts).ruling("largest power of the number of keys with which a cuckoo filter's rate rises", "", widest, fmt.Sprintf(
		"From half full to full the rate rises with the power %s of the number of keys in the steepest cuckoo filter, and %s in the flattest Bloom filter.", with(cuckoo), with(bloom)))
}
