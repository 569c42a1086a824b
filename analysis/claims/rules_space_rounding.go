package claims

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// powers counts the cells whose tables have a power of two of units, which are
// buckets or, where there are none, single cells.
func powers(cells []analysis.Cell) (n int) {
	for _, c := range cells {
		s := c.Shape()
		if bits.OnesCount64(s.Cells/uint64(max(1, s.BucketSlots))) == 1 {
			n++
		}
	}
	return n
}

func ruleRounding(e *Evidence) Ruling {
	doubled := e.take("space", "sizes", family("cuckoo"), doubling)
	free := e.take("space", "sizes", family("cuckoo"), anyBuckets)
	bloom := e.take("space", "sizes", family("bloom"))
	if len(doubled) == 0 || len(doubled) != len(free) || len(bloom) == 0 {
		return missing("Bloom filters and cuckoo filters, with powers of two of buckets and with any number, at the same sizes")
	}
	cost := estimate(overReps(slices.Concat(doubled, free), func(row []*record.Record) float64 {
		sum := 0.0
		for i := range free {
			sum += bitsPerKey(row[i]) / bitsPerKey(row[len(free)+i])
		}
		return sum / float64(len(free))
	}))
	worst := 0.0
	for i := range free {
		worst = math.Max(worst, measure.BitsPerKey(doubled[i])/measure.BitsPerKey(free[i]))
	}
	line := fmt.Sprintf("Sized for %d numbers of keys, %s of the cuckoo filters that find the second bucket by exclusive or, and %s of the Bloom filters, have a power of two of buckets or bits. "+
		"Rounding costs %s times the bits on average over the logarithm of the number of keys (1/ln 2 is %s), and %s times at the worst of them%s.",
		len(free), allOrSome(powers(doubled), len(doubled)), allOrSome(powers(bloom), len(bloom)), with(cost), number(1/math.Ln2), number(worst), equalRateCost(e))
	return needsPowers(doubled, free, bloom, cost, line)
}

func allOrSome(n, of int) string {
	switch n {
	case of:
		return "all"
	case 0:
		return "none"
	}
	return count(n)
}

// needsPowers rules on "it must be a power of two": tables with other numbers that
// hold their keys, and err as often as they should, refute it.
func needsPowers(doubled, free, bloom []analysis.Cell, cost Estimate, line string) Ruling {
	const what = "bits of a cuckoo filter with a power of two of buckets over those of one with any number, mean over sizes"
	r := Ruling{Verdict: Confirmed, What: what, Effect: cost, P: math.NaN(), Line: line}
	if powers(doubled) < len(doubled) || powers(bloom) == len(bloom) || powers(free) == len(free) {
		r.Verdict = Undecided
		r.Line = "The tables are not of the sizes that the rule is about. " + line
		return r
	}
	_, parts := agreement(free, func(r *record.Record) float64 {
		return theory.CuckooFPR(r.Shape.Cells/uint64(r.Shape.BucketSlots), r.FPR().Distinct, r.Shape.FingerprintBits)
	}, marginTogether, marginEach)
	for _, c := range free {
		parts = append(parts, atLeast("the share of keys taken by "+name(c), estimate(overReps([]analysis.Cell{c}, func(row []*record.Record) float64 {
			return float64(row[0].FPR().Accepted) / float64(row[0].FPR().Inserted)
		})), 0.99))
	}
	works := judge(append(parts, atLeast("what rounding costs", cost, 1.05)))
	switch works.verdict {
	case Confirmed: // tables of any number work, so that the claim fails
		r.Verdict, r.P = Refuted, works.p
		r.Line += " With any even number of buckets the keys are held, and the rate is that of theory."
	case Refuted:
		r.P = works.p
		r.Line += " With any number of buckets " + works.worst.name + " is " + with(works.worst.x) + "."
	default:
		r.Verdict, r.Line = Undecided, works.hint()
	}
	return r
}

// equalRateCost says what rounding costs when the lower rate of emptier tables is
// counted for it.
func equalRateCost(e *Evidence) string {
	mean, full := e.take("space", "average", family("cuckoo")), e.tables(4)
	if len(mean) == 0 || len(full) < 2 {
		return ""
	}
	const rate = 0.001
	x := estimate(overReps(slices.Concat(mean, full), func(row []*record.Record) float64 {
		at := -math.Log2(rate)
		return bySize(row[:len(mean)]).at(at) / curveOf(row[len(mean):]).at(at)
	}))
	if !x.Known() {
		return ""
	}
	return fmt.Sprintf("; at an equal rate of %s, as emptier tables err less, %s times on average", percent(rate), with(x))
}
