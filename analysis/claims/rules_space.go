package claims

import (
	"fmt"
	"math"

	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// overFormula is the bits per key of a record over the published formula, at the
// rate and the load that were measured.
func overFormula(row []*record.Record) float64 {
	r := row[0]
	load := float64(r.FPR.Accepted) / float64(r.Shape.Cells)
	return bitsPerKey(r) / theory.CuckooBitsPerKey(positiveRate(r), r.Shape.BucketSlots, load)
}

func ruleAgainstSet(e *Evidence) Ruling {
	sets, bloom := e.take("throughput", "size", variant("exact")), e.take("throughput", "size", variant("bloom(bpk=12)"))
	if len(sets) == 0 || len(sets) != len(bloom) {
		return missing("exact sets and Bloom filters of equal numbers of keys")
	}
	least := 1.0
	for i := range sets {
		least = math.Min(least, 1-bloom[i].BitsPerKey()/sets[i].BitsPerKey())
	}
	x := exact(least)
	packed := 1 - bloom[0].BitsPerKey()/64
	return judge([]part{atLeast("the least saving", x, 0.9)}).ruling("least share of the bits of a hash table of 64-bit keys that is saved", "share", x, fmt.Sprintf(
		"A Bloom filter of 12 bits per key saves %s or more of an exact set's bits.", percent(least))).when(
		"against a hash table; of 64-bit keys packed in an array it saves " + percent(packed))
}
