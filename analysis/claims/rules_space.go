package claims

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// rivals are Bloom filters and full cuckoo filters.
func rivals(e *Evidence, keep ...condition) (bloom, cuckoo []analysis.Cell, ok bool) {
	bloom = e.take("fpr-bloom", "bits", family("bloom"))
	cuckoo = e.takeFullest("fpr-cuckoo", append(keep, family("cuckoo"))...)
	return bloom, cuckoo, len(bloom) > 1 && len(cuckoo) > 0
}

var noRivals = missing("Bloom filters at several sizes and full cuckoo filters")

// savings estimates for each cuckoo filter what share of Bloom's bits it saves at
// its own rate, with some bits per slot credited to it.
func savings(bloom, cuckoo []analysis.Cell, credit float64) []Estimate {
	list := make([]Estimate, len(cuckoo))
	for i, c := range cuckoo {
		list[i] = estimate(overReps(append(slices.Clone(bloom), c), func(row []*record.Record) float64 {
			own := row[len(row)-1]
			bits := bitsPerKey(own) - credit*float64(own.Shape.Cells)/float64(own.FPR.Distinct)
			return 1 - bits/bitsFor(row[:len(row)-1], positiveRate(own))
		}))
	}
	return list
}

// most returns the index of the estimate with the largest upper end.
func most(list []Estimate) int {
	best := 0
	for i, x := range list {
		if x.Hi > list[best].Hi {
			best = i
		}
	}
	return best
}

func ruleSaving(e *Evidence) Ruling {
	bloom, cuckoo, ok := rivals(e)
	if !ok {
		return noRivals
	}
	saved := savings(bloom, cuckoo, 0)
	var parts []part
	for i, x := range saved {
		parts = append(parts, atLeast("the saving of "+cuckoo[i].Variant, x, 0.4))
	}
	best := most(saved)
	return judge(parts).ruling("largest share of a Bloom filter's bits that a full cuckoo filter saves", "share", saved[best], fmt.Sprintf(
		"Of %d full cuckoo filters %s saves most, %s of a Bloom filter's bits, at a rate of %s.",
		len(cuckoo), cuckoo[best].Variant, withPercent(saved[best]), percent(rateOf(cuckoo[best]).Value)))
}

func ruleCrossing(e *Evidence) Ruling {
	bloom, cuckoo, ok := rivals(e, slotsPerBucket(4))
	if !ok {
		return noRivals
	}
	at := estimateLog(overReps(slices.Concat(bloom, cuckoo), func(row []*record.Record) float64 {
		return math.Exp2(-crossing(curveOf(row[len(bloom):]), curveOf(row[:len(bloom)])))
	}))
	plain, credited := savings(bloom, cuckoo, 0), savings(bloom, cuckoo, 1)
	parts := []part{near("the rate at which the curves cross", at, 0.03, 0.25)}
	for i, c := range cuckoo {
		if rateOf(c).Hi < 0.03 {
			parts = append(parts, part{"the saving of " + c.Variant, plain[i], 0.3, 0.5},
				part{"the saving of " + c.Variant + " with a bit per slot credited", credited[i], 0.3, 0.5})
		}
	}
	return judge(parts).ruling("rate at which a full cuckoo filter of four slots and a Bloom filter take equal bits", "share", at, fmt.Sprintf(
		"The curves cross at a rate of %s; below, the largest saving is %s, and %s with a bit per slot credited.",
		withPercent(at), withPercent(plain[most(plain)]), withPercent(credited[most(credited)])))
}

func ruleBestBucket(e *Evidence) Ruling {
	cuckoo := e.takeFullest("fpr-cuckoo", family("cuckoo"))
	of := map[int][]analysis.Cell{}
	var parts []part
	var ratios []Estimate
	for _, c := range cuckoo {
		of[c.Shape().BucketSlots] = append(of[c.Shape().BucketSlots], c)
		x := estimate(overReps([]analysis.Cell{c}, overFormula))
		ratios = append(ratios, x)
		parts = append(parts, atMost("bits over the formula for "+c.Variant, x, 1.01))
	}
	if len(of[4]) < 2 || len(of[2]) == 0 || len(of[8]) == 0 {
		return missing("full cuckoo filters of two, four and eight slots with several fingerprints")
	}
	largest := ratios[most(ratios)]
	r := judge(parts).ruling("largest ratio of bits per key to the formula", "", largest, fmt.Sprintf(
		"Bits per key are at most %s times the formula.", with(largest)))
	return r.when(bestSlots(of[4], slices.Concat(of[2], of[8])))
}

// overFormula is the bits per key of a record over the published formula, at the
// rate and the load that were measured.
func overFormula(row []*record.Record) float64 {
	r := row[0]
	load := float64(r.FPR.Accepted) / float64(r.Shape.Cells)
	return bitsPerKey(r) / theory.CuckooBitsPerKey(positiveRate(r), r.Shape.BucketSlots, load)
}

// bestSlots says at which rates four slots take fewer bits than others. Four slots
// are read off the line between their points, at the rate of each other filter.
func bestSlots(four, others []analysis.Cell) string {
	var better, not []string
	for _, c := range others {
		x := estimate(overReps(append(slices.Clone(four), c), func(row []*record.Record) float64 {
			own := row[len(row)-1]
			return bitsFor(row[:len(row)-1], positiveRate(own)) / bitsPerKey(own)
		}))
		words := fmt.Sprintf("%s times the bits of %s at %s", with(x), c.Variant, percent(rateOf(c).Value))
		switch {
		case !x.Known(): // its rate is out of reach of four slots
		case x.Hi < 1:
			better = append(better, words)
		default:
			not = append(not, words)
		}
	}
	switch {
	case len(better) == 0:
		return "that four slots are best is not shown at any rate"
	case len(not) == 0:
		return "four slots take " + sentence(better) + ", and other rates are not compared"
	}
	return "four slots take " + sentence(better) + ", but " + sentence(not)
}

func ruleFourPoints(e *Evidence) Ruling {
	bloom, cuckoo, ok := rivals(e, slotsPerBucket(4))
	if !ok {
		return noRivals
	}
	var parts []part
	var words []string
	var effect Estimate
	for _, row := range []struct {
		who          string
		cells        []analysis.Cell
		rate, stated float64
	}{
		{"cuckoo", cuckoo, 0.01, 7}, {"Bloom", bloom, 0.01, 9.6}, {"Bloom", bloom, 0.05, 5}, {"cuckoo", cuckoo, 0.001, 15}, {"Bloom", bloom, 0.001, 20},
	} {
		x := estimate(overReps(row.cells, func(r []*record.Record) float64 { return bitsFor(r, row.rate) }))
		if row.rate == 0.01 && row.who == "cuckoo" {
			effect = x
		}
		parts = append(parts, near(fmt.Sprintf("%s at %s", row.who, percent(row.rate)), x, row.stated, 0.1))
		words = append(words, fmt.Sprintf("%s %s at %s (stated %s)", row.who, with(x), percent(row.rate), number(row.stated)))
	}
	j := judge(parts)
	return j.ruling("bits per key of a full cuckoo filter of four slots at 1 %", "bits per key", effect, fmt.Sprintf(
		"%d of %d stated numbers hold: %s.", j.in, len(parts), sentence(words)))
}

func ruleCounting(e *Evidence) Ruling {
	counting := e.take("fpr-bloom", "bits", family("counting"))
	cuckoo := e.takeFullest("fpr-cuckoo", slotsPerBucket(4))
	if len(counting) < 2 || len(cuckoo) == 0 {
		return missing("counting filters at several sizes and full cuckoo filters of four slots")
	}
	var parts []part
	var words []string
	for _, c := range cuckoo {
		x := estimate(overReps(append(slices.Clone(counting), c), func(row []*record.Record) float64 {
			own := row[len(row)-1]
			return bitsFor(row[:len(row)-1], positiveRate(own)) / bitsPerKey(own)
		}))
		parts = append(parts, part{"the ratio at the rate of " + c.Variant, x, 4, 8})
		words = append(words, fmt.Sprintf("%s times at %s", with(x), percent(rateOf(c).Value)))
	}
	line := "Counters of 4 bits take " + sentence(words) + "."
	last := parts[len(parts)-1].x
	r := judge(parts).ruling("bits of a counting filter over those of a cuckoo filter, at the lowest rate", "", last, line)
	var inside []part
	for _, p := range parts {
		if p.inside() {
			inside = append(inside, p)
		}
	}
	if r.Verdict == Refuted && len(inside) > 0 {
		held := judge(inside)
		r = held.ruling(r.What, r.Unit, last, line).when(fmt.Sprintf("it holds at %d of the %d rates, and not for %s", len(inside), len(parts), parts[0].name))
	}
	return r
}
