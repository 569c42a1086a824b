package claims

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// The margins within which pooled and single rates must follow a formula. A
// twentieth of the rate is what a tenth of a bit per key buys in a Bloom filter; a
// single point is measured less sharply and is held against gross errors only.
const (
	marginTogether = 0.05
	marginEach     = 0.20
)

func ruleLimit(e *Evidence) Ruling {
	cells := e.take("fpr-bloom", "", family("bloom"))
	if len(cells) == 0 {
		return missing("standard Bloom filters in fpr-bloom")
	}
	limit, parts := agreement(cells, limitRate, marginTogether, marginEach)
	classic, more := agreement(cells, classicRate, marginTogether, marginEach)
	j := judge(append(parts, more...))
	line := fmt.Sprintf("Over %d filters the measured rate is %s times the limit and %s times the classic formula.",
		len(cells), with(limit), with(classic))
	return j.ruling("measured rate over the limit formula", "", limit, line).when(fmt.Sprintf(
		"filters of at least %s bits: below, at 10 bits per key and 7 probes, the two formulas differ by more than 1 %%", count(smallestAlike(0.01))))
}

func limitRate(r *record.Record) float64 {
	return theory.BloomAsymptoticFPR(float64(r.Shape.Cells)/float64(r.FPR().Distinct), r.Shape.Probes)
}

func classicRate(r *record.Record) float64 {
	return theory.BloomFPR(r.Shape.Cells, r.FPR().Distinct, r.Shape.Probes)
}

// smallestAlike returns the least number of bits, in steps of ten, at which the
// classic formula and its limit differ by no more than a share, at 10 bits per key
// and 7 probes.
func smallestAlike(share float64) uint64 {
	for keys := uint64(1); ; keys++ {
		limit := theory.BloomAsymptoticFPR(10, 7)
		if math.Abs(theory.BloomFPR(10*keys, keys, 7)/limit-1) <= share {
			return 10 * keys
		}
	}
}

func ruleProportional(e *Evidence) Ruling {
	bloom := family("bloom")
	keys, ok1 := e.factor(e.take("overload", "", variant("bloom(fpr=0.01)"), fill(1)), e.take("overload", "", variant("bloom(fpr=0.01)"), fill(0.5)))
	bits, ok2 := e.factor(e.take("fpr-bloom", "probes", bloom, parameter("bpk", 8), probes(6)), e.take("fpr-bloom", "probes", bloom, parameter("bpk", 16), probes(6)))
	half, ok3 := e.factor(e.take("fpr-bloom", "probes", bloom, parameter("bpk", 8), probes(6)), e.take("fpr-bloom", "probes", bloom, parameter("bpk", 8), probes(12)))
	if !ok1 || !ok2 || !ok3 {
		return missing("Bloom filters that differ by a factor of two in keys, bits and probes")
	}
	j := judge([]part{
		{"the factor for twice the keys", keys, 2 / 1.25, 2 * 1.25},
		{"the factor for half the bits", bits, 2 / 1.25, 2 * 1.25},
		{"the factor for half the probes", half, 2 / 1.25, 2 * 1.25},
	})
	return j.ruling("factor on the rate for twice the keys", "", keys, fmt.Sprintf(
		"Twice the keys multiply the rate by %s, half the bits by %s, and 6 probes in place of 12 by %s.", with(keys), with(bits), with(half)))
}

// factor estimates the rate of one cell over that of another; ok is false unless
// there is exactly one of each.
func (e *Evidence) factor(above, below []analysis.Cell) (x Estimate, ok bool) {
	if len(above) != 1 || len(below) != 1 {
		return x, false
	}
	return estimateLog(overReps([]analysis.Cell{above[0], below[0]}, func(row []*record.Record) float64 {
		return positiveRate(row[0]) / positiveRate(row[1])
	})), true
}

func ruleSevenMillion(e *Evidence) Ruling {
	cells := e.take("fpr-bloom", "bits", family("bloom"))
	if len(cells) < 2 {
		return missing("standard Bloom filters at several sizes")
	}
	const keys, claimed = 1e6, 7e6
	bits := estimate(overReps(cells, func(row []*record.Record) float64 { return keys * bitsFor(row, 0.05) }))
	j := judge([]part{{"the bits for a million keys", bits, 0.75 * claimed, claimed}})
	return j.ruling("bits for a million keys at 5 %", "bits", bits, fmt.Sprintf(
		"5 %% are reached with %s million bits (%s to %s), so that 7 million are enough; they are %s kB.",
		number(bits.Value/1e6), number(bits.Lo/1e6), number(bits.Hi/1e6), number(claimed/8/1e3))).when(
		"bits per key are carried over from smaller filters with the best number of probes")
}

// bitsFor returns the bits per key at which the filters of one repetition reach a
// rate, on the straight line between neighbours in the logarithm of the rate; NaN
// outside of what was measured.
func bitsFor(row []*record.Record, rate float64) float64 {
	return curveOf(row).at(-math.Log2(rate))
}

func ruleNoNegatives(e *Evidence) Ruling {
	type sum struct{ asked, missing uint64 }
	sums := map[string]*sum{}
	var order []string
	for _, experiment := range e.data.d.Experiments() {
		for _, c := range e.take(experiment, "", keepsAll) {
			f := analysis.FamilyOf(c.Variant)
			if sums[f] == nil {
				sums[f] = &sum{}
				order = append(order, f)
			}
			asked, denied := membersOf(c)
			sums[f].asked += asked
			sums[f].missing += denied
		}
	}
	if len(order) == 0 {
		return missing("filters whose members were looked up")
	}
	var all sum
	var seldom []string
	worst, worstOfMany := 0.0, 0.0
	for _, f := range order {
		all.asked += sums[f].asked
		all.missing += sums[f].missing
		hi := upperEnd(sums[f].missing, sums[f].asked)
		worst = math.Max(worst, hi)
		if hi < rare {
			worstOfMany = math.Max(worstOfMany, hi)
		} else {
			seldom = append(seldom, f)
		}
	}
	line := fmt.Sprintf("Of %s lookups of accepted keys, %s were denied.", count(all.asked), count(all.missing))
	if len(seldom) == 0 || len(seldom) == len(order) {
		return never(all.missing, all.asked, worst, "share of accepted keys denied", line)
	}
	return never(all.missing, all.asked, worstOfMany, "share of accepted keys denied", line).when(
		"shown to one in a million for each family but " + sentence(seldom) + ", which were asked for too few members to show it alone")
}

// keepsAll holds for trials of filters of this project that look members up and delete
// nothing. What the libraries of others lose is in their audit.
func keepsAll(c analysis.Cell) bool {
	return c.Records[0].Peer == "" && (c.Kind == record.KindFPR || c.Kind == record.KindLoad)
}

func ruleUnionBound(e *Evidence) Ruling {
	var parts []part
	var worst Estimate
	var words []string
	for _, b := range []int{2, 4, 8} {
		cells := e.takeFullest("fpr-cuckoo", slotsPerBucket(b))
		if len(cells) == 0 {
			return missing("cuckoo filters with %d slots per bucket", b)
		}
		x := overModel(cells, func(r *record.Record) float64 {
			return theory.CuckooUnionBoundFPR(r.Shape.BucketSlots, r.Shape.FingerprintBits)
		})
		parts = append(parts, atMost(fmt.Sprintf("the rate over the bound with %d slots", b), x, 1))
		words = append(words, fmt.Sprintf("%s with %d slots", with(x), b))
		if x.Hi > worst.Hi {
			worst = x
		}
	}
	line := "At the highest load the rate is, in parts of the bound, " + sentence(words) + "."
	formula, told := formulaApart(e)
	if formula != "" && !told {
		line += " With fingerprints of eight bits " + formula + ": the two are not told apart."
	}
	r := judge(parts).ruling("largest rate over the bound, at the highest load", "", worst, line)
	if told {
		return r.when("as a bound: with fingerprints of eight bits " + formula)
	}
	return r
}

func ruleOneHash(e *Evidence) Ruling {
	cells := e.take("fpr-bloom", "probes", family("bloom"), probes(1))
	if len(cells) == 0 {
		return missing("Bloom filters with one probe")
	}
	ratio, parts := agreement(cells, limitRate, marginTogether, marginEach)
	// 1-e^(-1/x) is 1 % at this x; where the rate is small it is in proportion to 1/x.
	ideal := -1 / math.Log1p(-0.01)
	bits := estimate(overReps(cells, func(row []*record.Record) float64 { return ideal * overExpected(row, limitRate) }))
	j := judge(append(parts, near("the bits per key for 1 %", bits, 100, 0.05)))
	return j.ruling("bits per key for a rate of 1 %", "bits per key", bits, fmt.Sprintf(
		"With one probe the measured rate is %s times the formula, which gives %s bits per key for 1 %%.", with(ratio), with(bits))).when(
		"carried over by the formula from filters of fewer bits per key")
}
