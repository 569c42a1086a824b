package claims

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

var noTables = missing("Bloom filters at several sizes and full cuckoo filters, plain and semi-sorted, in experiment space")

func ruleSaving(e *Evidence) Ruling {
	bloom := e.blooms()
	cuckoo := slices.Concat(e.tables(1), e.tables(2), e.tables(4), e.tables(8), e.sorted())
	if len(bloom) < 2 || len(cuckoo) == 0 {
		return noTables
	}
	saved := savings(bloom, cuckoo)
	var parts []part
	for i, x := range saved {
		if x.Known() { // else its rate is beyond the lowest of the Bloom filters
			parts = append(parts, atLeast("the saving of "+cuckoo[i].Variant, x, 0.4))
		}
	}
	if len(parts) == 0 {
		return noTables
	}
	best := most(saved)
	// Bits go with information over load, Bloom's with information over ln 2: the
	// ratio falls towards this as the rate does.
	limit := 1 - math.Ln2/measure.CellLoad(cuckoo[best])
	return judge(parts).ruling("largest share of a Bloom filter's bits that a full cuckoo filter saves", "share", saved[best], fmt.Sprintf(
		"Of %d full cuckoo filters %s saves most, %s of a Bloom filter's bits, at a rate of %s; at its load no rate, however low, saves more than %s.",
		len(parts), cuckoo[best].Variant, withPercent(saved[best]), percent(rateOf(cuckoo[best]).Value), percent(limit)))
}

// savings estimates for each filter what share of Bloom's bits it saves at its own
// rate.
func savings(bloom, filters []analysis.Cell) []Estimate {
	list := make([]Estimate, len(filters))
	for i, c := range filters {
		list[i] = estimate(overReps(append(slices.Clone(bloom), c), func(row []*record.Record) float64 {
			own := row[len(row)-1]
			return 1 - bitsPerKey(own)/bitsFor(row[:len(row)-1], positiveRate(own))
		}))
	}
	return list
}

// most returns the index of the estimate with the largest upper end.
func most(list []Estimate) int {
	best := 0
	for i, x := range list {
		if !list[best].Known() || x.Known() && x.Hi > list[best].Hi {
			best = i
		}
	}
	return best
}

func ruleCrossing(e *Evidence) Ruling {
	bloom, plain, sorted := e.blooms(), e.tables(4), e.sorted()
	mean := e.take("space", "average", family("cuckoo"))
	meanSorted := e.take("space", "average", family("semisort"))
	if len(bloom) < 2 || len(plain) < 2 || len(sorted) < 2 || len(mean) == 0 || len(meanSorted) == 0 {
		return noTables
	}
	at, atSorted := crossingRate(plain, bloom), crossingRate(sorted, bloom)
	filters := slices.Concat(plain, sorted)
	saved := savings(bloom, filters)
	parts := []part{near("the rate at which the curves cross", at, 0.03, 0.25)}
	var below []Estimate
	for i, c := range filters {
		if saved[i].Known() && rateOf(c).Hi < 0.03 {
			parts = append(parts, part{"the saving of " + c.Variant, saved[i], 0.3, 0.5})
			below = append(below, saved[i])
		}
	}
	largest := "none"
	if len(below) > 0 {
		largest = withPercent(below[most(below)])
	}
	return judge(parts).ruling("rate at which a full cuckoo filter of four slots and a Bloom filter take equal bits", "share", at, fmt.Sprintf(
		"Full tables of four slots cross Bloom's curve at %s, semi-sorted ones at %s; the largest saving below 3 %% is %s. "+
			"On average over numbers of keys, with a power of two of buckets, plain tables cross %s, and semi-sorted ones %s.",
		rateOrNone(at), rateOrNone(atSorted), largest, overSizes(mean, bloom).words(), overSizes(meanSorted, bloom).words()))
}

// rateOrNone writes a rate that may not have been reached.
func rateOrNone(x Estimate) string {
	if !x.Known() {
		return "no measured rate"
	}
	return withPercent(x)
}

func ruleBestBucket(e *Evidence) Ruling {
	of := map[int][]analysis.Cell{}
	var parts []part
	var ratios []Estimate
	for _, b := range []int{1, 2, 4, 8} {
		of[b] = e.tables(b)
		if len(of[b]) < 2 {
			return missing("full cuckoo filters of one, two, four and eight slots with several fingerprints")
		}
		for _, c := range of[b] {
			x := estimate(overReps([]analysis.Cell{c}, overFormula))
			ratios = append(ratios, x)
			parts = append(parts, atMost("bits over the formula for "+c.Variant, x, 1.01))
		}
	}
	largest := ratios[most(ratios)]
	r := judge(parts).ruling("largest ratio of bits per key to the formula", "", largest, fmt.Sprintf(
		"Bits per key are at most %s times the formula. Four slots take fewer bits than two below a rate of %s.",
		with(largest), rateOrNone(crossingRate(of[4], of[2]))))
	return r.when(bestSlots(of))
}

// bestSlots says at which rates four slots take fewer bits than others.
func bestSlots(of map[int][]analysis.Cell) string {
	two := crossingRate(of[4], of[2])
	condition := "four slots are the best of one, two, four and eight at no measured rate"
	if two.Known() {
		condition = fmt.Sprintf("four slots are better than two below a rate of %s, and two slots above", withPercent(two))
	}
	for _, b := range []int{1, 8} {
		// The rate is read where both are known, in the middle of what they share.
		x := estimate(overReps(slices.Concat(of[4], of[b]), func(row []*record.Record) float64 {
			return largestRatio(curveOf(row[:len(of[4])]), curveOf(row[len(of[4]):]))
		}))
		slots := map[int]string{1: "one slot", 8: "eight slots"}[b]
		if x.Known() && x.Hi < 1 {
			condition += fmt.Sprintf("; they take at most %s times the bits of %s", with(x), slots)
		} else {
			condition += "; that they are better than " + slots + " at every measured rate is not shown"
		}
	}
	return condition
}

// largestRatio returns the largest ratio of two curves where both are known.
func largestRatio(a, b curve) float64 {
	largest := math.NaN()
	for _, p := range slices.Concat(a, b) {
		if x := a.at(p.information) / b.at(p.information); !math.IsNaN(x) && !(x <= largest) {
			largest = x
		}
	}
	return largest
}

func ruleFourPoints(e *Evidence) Ruling {
	bloom, cuckoo := e.blooms(), e.tables(4)
	if len(bloom) < 2 || len(cuckoo) < 2 {
		return noTables
	}
	var parts []part
	var words []string
	var effect Estimate
	for _, row := range []struct {
		who          string
		cells        []analysis.Cell
		rate, stated float64
	}{
		{"cuckoo", cuckoo, 0.2, 7}, {"Bloom", bloom, 0.2, 3}, {"cuckoo", cuckoo, 0.05, 7}, {"Bloom", bloom, 0.05, 5},
		{"cuckoo", cuckoo, 0.01, 7}, {"Bloom", bloom, 0.01, 9.6}, {"cuckoo", cuckoo, 0.001, 15}, {"Bloom", bloom, 0.001, 20},
	} {
		x := estimate(overReps(row.cells, func(r []*record.Record) float64 { return bitsFor(r, row.rate) }))
		if row.rate == 0.01 && row.who == "cuckoo" {
			effect = x
		}
		parts = append(parts, near(fmt.Sprintf("%s at %s", row.who, percent(row.rate)), x, row.stated, 0.1))
		words = append(words, fmt.Sprintf("%s %s at %s (stated %s)", row.who, with(x), percent(row.rate), number(row.stated)))
	}
	j := judge(parts)
	seven := estimateLog(overReps(cuckoo, func(r []*record.Record) float64 { return curveOf(r).rateAt(7) }))
	return j.ruling("bits per key of a full cuckoo filter of four slots at 1 %", "bits per key", effect, fmt.Sprintf(
		"%d of %d stated numbers hold: %s. 7 bits per key in a cuckoo filter buy a rate of %s.", j.in, len(parts), sentence(words), rateOrNone(seven)))
}

func ruleCounting(e *Evidence) Ruling {
	counting := e.take("fpr-bloom", "bits", family("counting"))
	cuckoo := e.tables(4)
	if len(counting) < 2 || len(cuckoo) < 2 {
		return missing("counting filters at several sizes and full cuckoo filters of four slots")
	}
	var parts, inside []part
	var last Estimate
	for _, c := range cuckoo {
		x := estimate(overReps(append(slices.Clone(counting), c), func(row []*record.Record) float64 {
			own := row[len(row)-1]
			return bitsFor(row[:len(row)-1], positiveRate(own)) / bitsPerKey(own)
		}))
		if rateOf(c).Value > 0.1 { // beyond the smallest counting filter
			continue
		}
		p := part{"the ratio at the rate of " + c.Variant, x, 4, 8}
		parts, last = append(parts, p), x
		if p.inside() {
			inside = append(inside, p)
		}
	}
	if len(parts) == 0 {
		return missing("cuckoo filters of rates below 10 %%")
	}
	turn := estimateLog(overReps(slices.Concat(cuckoo, counting), func(row []*record.Record) float64 {
		return math.Exp2(-crossing(curveOf(row[:len(cuckoo)]).times(4), curveOf(row[len(cuckoo):])))
	}))
	line := fmt.Sprintf("Counters of 4 bits take %s times the bits of a cuckoo filter at the highest rate and %s at the lowest; four times are reached at %s.",
		with(parts[0].x), with(last), rateOrNone(turn))
	r := judge(parts).ruling("bits of a counting filter over those of a cuckoo filter, at the lowest rate", "", last, line)
	if r.Verdict == Refuted && len(inside) > 0 && turn.Known() {
		r = judge(inside).ruling(r.What, r.Unit, last, line).when("at rates below " + withPercent(turn) + "; above, it is less than 4 times")
	}
	return r
}
