package claims

import (
	"fmt"
	"math"

	"filterbench/variants/theory"
)

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
