package claims

import (
	"fmt"
	"math"
	"math/bits"

	"filterbench/variants/theory"
)

func ruleRounding(e *Evidence) Ruling {
	tables, odd, sized := 0, 0, 0
	for _, experiment := range []string{"overload", "real-keys", "throughput"} {
		for _, c := range e.take(experiment, "", family("cuckoo")) {
			if c.Capacity == 0 {
				continue
			}
			tables++
			if s := c.Shape(); bits.OnesCount64(s.Cells/uint64(s.BucketSlots)) != 1 {
				odd++
			}
		}
		for _, c := range e.take(experiment, "", family("bloom")) {
			if bits.OnesCount64(c.Shape().Cells) != 1 {
				sized++
			}
		}
	}
	if tables == 0 || sized == 0 {
		return missing("cuckoo filters sized for keys, and Bloom filters whose size is no power of two")
	}
	r := Ruling{Verdict: Conditional, What: "bits after rounding over bits needed, on average over the logarithm of the number of keys", Effect: exact(1 / math.Ln2), P: math.NaN(),
		Condition: "tables in which the second bucket is found by exclusive or, as here"}
	r.Line = fmt.Sprintf("All %d kinds of cuckoo table have a power of two of buckets, %d Bloom filters have other sizes; rounding up costs %s times the bits on average.",
		tables, sized, number(r.Effect.Value))
	if odd > 0 {
		r.Verdict, r.Condition = Refuted, ""
		r.Line = fmt.Sprintf("%d of %d kinds of cuckoo table have a number of buckets that is no power of two.", odd, tables)
	}
	return r
}

func ruleManyKeys(e *Evidence) Ruling {
	perKey := theory.BloomIdealBitsPerKey(0.01)
	needed := perKey * manyKeys
	parts := []part{
		near("the bits of 448 million keys", exact(needed), 4_293_480_000, 0.001),
		near("their megabytes", exact(needed/8/1e6), 537, 0.01),
		near("the megabytes of 440 million keys", exact(perKey*440e6/8/1e6), 527, 0.01),
	}
	over, words, ok := built(e)
	if ok {
		parts = append(parts, near("the heap of a filter that was built, over the ideal bits", over, 1, 0.01))
	}
	return judge(parts).ruling("bits of an ideal Bloom filter of 448 million keys at 1 %", "bits", exact(needed), fmt.Sprintf(
		"An ideal filter takes %s bits, %s MB; for 440 million keys %s MB.%s", count(uint64(math.Round(needed))), number(needed/8/1e6), number(perKey*440e6/8/1e6), words))
}

func ruleBuckets(*Evidence) Ruling {
	const stated = 26_315_789
	needed := 10e6 / (4 * 0.95) * 1.05
	j := judge([]part{near("the number of buckets", exact(needed), stated, 0.1)})
	return j.ruling("stated buckets over those needed", "", exact(stated/needed), fmt.Sprintf(
		"%s buckets are needed, %s without the slack; the stated number is %s times that without slack.",
		count(uint64(math.Ceil(needed))), count(uint64(math.Ceil(needed/1.05))), number(stated/(needed/1.05))))
}
