package claims

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

func ruleSemisort(e *Evidence) Ruling {
	plain, sorted := e.tables(4), e.sorted()
	if len(plain) < 2 || len(sorted) == 0 {
		return noTables
	}
	var parts []part
	var saved []Estimate
	for _, c := range sorted {
		x := estimate(overReps(append(slices.Clone(plain), c), func(row []*record.Record) float64 {
			own := row[len(row)-1]
			perKey := bitsFor(row[:len(row)-1], positiveRate(own)) - bitsPerKey(own)
			return perKey * float64(own.FPR().Distinct) / float64(own.Shape.Cells)
		}))
		if x.Known() { // else its rate is beyond what plain tables reach
			saved = append(saved, x)
			parts = append(parts, near("the saving of "+c.Variant, x, 1, 0.15))
		}
	}
	if len(parts) == 0 {
		return missing("plain tables of the rates of semi-sorted ones")
	}
	price := semisortPrice(e)
	if price == "" {
		return missing("timed lookups of plain and of semi-sorted tables")
	}
	least, largest := extremes(saved)
	return judge(parts).ruling("bits that a slot of a semi-sorted table saves at an equal rate, least over its fingerprints", "bits", least, fmt.Sprintf(
		"At equal rates and loads a slot of a semi-sorted table takes %s to %s bits less, over %d lengths of fingerprint.",
		with(least), with(largest), len(saved))).when("per slot, and per key by as much more as slots are empty; it costs " + price)
}

// semisortPrice says how much longer the operations of a semi-sorted table take, by
// the median of net times, "" if that was not measured.
func semisortPrice(e *Evidence) string {
	plain := e.take("space", "semisort-time", variant("cuckoo(b=4,f=13)"))
	sorted := e.take("space", "semisort-time", variant("semisort(f=13)"))
	if len(plain) == 0 || len(plain) != len(sorted) {
		return ""
	}
	last := len(plain) - 1
	var words []string
	for _, op := range sorted[last].Ops {
		x := estimateMedian(overReps([]analysis.Cell{sorted[last], plain[last]}, func(row []*record.Record) float64 {
			a, okA := measure.Net(sorted[last], row[0], op)
			b, okB := measure.Net(plain[last], row[1], op)
			if !okA || !okB {
				return math.NaN()
			}
			return a - b
		}))
		if x.Known() {
			words = append(words, fmt.Sprintf("%s ns for each %s", with(x), op))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return fmt.Sprintf("%s, with %s keys on this machine", sentence(words), count(plain[last].Capacity))
}

func ruleRedisDefaults(e *Evidence) Ruling {
	small := e.take("space", "scalable", variant("scalable(fpr=0.01)"))
	right, known := e.take("space", "sized", family("bloom")), e.take("space", "sized", family("scalable"))
	if len(small) != 1 || len(right) != 1 || len(known) != 1 {
		return missing("scalable filters that begin with 100 keys, or with all, beside a filter sized for the keys")
	}
	rate := rateOf(small[0])
	cost := measure.BitsPerKey(small[0]) / measure.BitsPerKey(right[0])
	const most = 0.0105 // small layers err a little more than they should
	r := judge([]part{atMost("the rate in the end", rate, most)}).ruling("rate of a filter with the defaults after a million keys", "share", rate, fmt.Sprintf(
		"With %s keys the defaults end in %d layers and %s bits per key, at a rate of %s; a scalable filter that begins with room for all takes %s at %s, one that can not grow %s at %s.",
		count(small[0].Capacity), small[0].Shape().Layers, number(measure.BitsPerKey(small[0])), withPercent(rate),
		number(measure.BitsPerKey(known[0])), withPercent(rateOf(known[0])), number(measure.BitsPerKey(right[0])), withPercent(rateOf(right[0]))))
	if r.Verdict == Confirmed && cost <= 1.1 {
		return r
	}
	return r.when(fmt.Sprintf("at %s times the bits of a filter sized for its keys, and a lookup of an absent key asks %d filters in place of one",
		number(cost), small[0].Shape().Layers))
}
