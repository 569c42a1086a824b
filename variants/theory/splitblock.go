package theory

import (
	"math"

	"filterbench/internal/prob"
)

// SplitBlockFPR returns the false positive rate of a split block Bloom filter, in
// which all bits of a key fall into one block, one into each of its words,
//
//	sum_i  P(i keys in a block) * (1 - (1-1/w)^i)^s,   P binomial (n, 1/blocks)
//
// with n distinct keys and blocks of s words with w bits each; blocks, s, w >= 1.
// It is exact for independent uniform bits: each of i keys has thrown once at a
// word, and the words do not know of each other.
//
// Source: Apple, "Split block Bloom filters" (2021), with binomial for Poisson
// loads; s = 8 and w = 32 there.
func SplitBlockFPR(blocks, keys uint64, words, wordBits int) float64 {
	checkTable(blocks, words)
	checkBlock(wordBits)
	share := 1 / float64(blocks)
	return splitMixture(blockLoad{
		mean:  float64(keys) * share,
		pmf:   func(i uint64) float64 { return prob.BinomialPMF(i, keys, share) },
		above: func(i uint64) float64 { return binomialAtLeast(i, keys, share) },
	}, words, wordBits)
}

// SplitBlockLimitFPR returns the false positive rate of a large split block Bloom
// filter: [SplitBlockFPR] with loads that are Poisson of mean sw/c,
//
//	sum_i  Poisson(i; sw/c) * (1 - (1-1/w)^i)^s
//
// with c > 0 bits per key and blocks of s words with w bits each; s, w >= 1. It is
// the limit for many blocks at fixed c.
//
// Source: Apple, "Split block Bloom filters" (2021).
func SplitBlockLimitFPR(bitsPerKey float64, words, wordBits int) float64 {
	checkPositive(bitsPerKey, "bits per key")
	checkProbes(words)
	checkBlock(wordBits)
	return splitMixture(poissonLoad(float64(words)*float64(wordBits)/bitsPerKey), words, wordBits)
}

// splitMixture averages the rate of a block over its load. A load of i keys is as
// full as a block of wordBits is after words throws per key, so the load from
// which on nothing changes is that of [saturation] with one throw a key, taken
// among words chances to miss.
func splitMixture(load blockLoad, words, wordBits int) float64 {
	full := uint64(math.Ceil(float64(wordBits) * (math.Log(float64(words)) + 40)))
	clear := math.Log1p(-1 / float64(wordBits)) // -Inf for words of one bit
	return mixLoads(load, full, func(i uint64) float64 {
		if i == 0 {
			return 0
		}
		return math.Pow(-math.Expm1(float64(i)*clear), float64(words))
	})
}
