package theory

import (
	"math"

	"filterbench/internal/prob"
)

// BlockedFPR returns the false positive rate of a blocked Bloom filter, in which
// all probes of a key fall into one block,
//
//	sum_i  P(i keys in a block) * E[(X_i/B)^k],   P binomial (n, 1/blocks)
//
// with n distinct keys, B bits per block, k probes per key, X_i the occupied bits
// of a block with i keys; blocks, k, B >= 1.
// It is exact for independent uniform probes, which may repeat a bit. One pass
// over the throws into a block serves all its loads: about 20 µs for 512 bits.
//
// Source: the mixture is that of Putze, Sanders and Singler (2009), equation 3,
// with binomial for Poisson loads and exact occupancy for their inner formula.
// It is too low for probes derived by double hashing, which lose much in a block.
func BlockedFPR(blocks, keys uint64, probes, blockBits int) float64 {
	checkTable(blocks, probes)
	checkBlock(blockBits)
	share := 1 / float64(blocks)
	return blockMixture(blockLoad{
		mean:  float64(keys) * share,
		pmf:   func(i uint64) float64 { return prob.BinomialPMF(i, keys, share) },
		above: func(i uint64) float64 { return binomialAtLeast(i, keys, share) },
	}, probes, blockBits)
}

// BlockedLimitFPR returns the false positive rate of a large blocked Bloom
// filter: [BlockedFPR] with loads that are Poisson of mean B/c,
//
//	sum_i  Poisson(i; B/c) * E[(X_i/B)^k]
//
// with c > 0 bits per key, B bits per block, k probes per key; k, B >= 1. It is
// the limit for many blocks at fixed c, and close at a few hundred.
func BlockedLimitFPR(bitsPerKey float64, probes, blockBits int) float64 {
	checkPositive(bitsPerKey, "bits per key")
	checkProbes(probes)
	checkBlock(blockBits)
	return blockMixture(poissonLoad(float64(blockBits)/bitsPerKey), probes, blockBits)
}

// BlockedPoissonFPR returns the published false positive rate of a blocked Bloom
// filter,
//
//	sum_i  Poisson(i; B/c) * (1 - (1-1/B)^(ki))^k
//
// with c > 0 bits per key, B bits per block, k probes per key; k, B >= 1.
// It approximates from below: within a block it uses the classic formula, which a
// block is too small for. Against [BlockedLimitFPR] it lacks 0.9 % at B = 512 and
// ten bits per key, 5 % at B = 64, 12 % at B = 32 and 24 bits per key.
//
// Source: Putze, Sanders and Singler (2009), equation 3 with equation 1 inside.
// Software that writes e^(-ki/B) inside, for large blocks, comes out lower still
// and misses some of the authors' own numbers.
func BlockedPoissonFPR(bitsPerKey float64, probes, blockBits int) float64 {
	checkPositive(bitsPerKey, "bits per key")
	checkProbes(probes)
	checkBlock(blockBits)
	load := poissonLoad(float64(blockBits) / bitsPerKey)
	return mixLoads(load, saturation(probes, blockBits), func(i uint64) float64 {
		return BloomFPR(uint64(blockBits), i, probes)
	})
}

// BlockedOptimalProbes returns the number k >= 1 of probes per key with the
// lowest [BlockedLimitFPR], for c > 0 bits per key and B >= 1 bits per block.
// It is found by search; the rate falls and then rises in k. The optimum is at
// or below [BloomOptimalProbes], which is where the search ends. It takes less
// than a millisecond at c = 32 and B = 512.
func BlockedOptimalProbes(bitsPerKey float64, blockBits int) int {
	best, lowest := 1, math.Inf(1)
	for k := 1; k <= BloomOptimalProbes(bitsPerKey)+1; k++ {
		rate := BlockedLimitFPR(bitsPerKey, k, blockBits)
		if rate >= lowest {
			break
		}
		best, lowest = k, rate
	}
	return best
}

// blockLoad is the distribution of the number of keys in a block.
type blockLoad struct {
	mean  float64
	pmf   func(i uint64) float64
	above func(i uint64) float64 // P(load >= i)
}

func poissonLoad(mean float64) blockLoad {
	return blockLoad{
		mean:  mean,
		pmf:   func(i uint64) float64 { return prob.PoissonPMF(i, mean) },
		above: func(i uint64) float64 { return prob.PoissonTail(i, mean) },
	}
}

func binomialAtLeast(i, n uint64, p float64) float64 {
	if i > n {
		return 0
	}
	_, upper := prob.BinomialTails(i, n, p)
	return upper
}

// blockMixture averages the exact rate of a block over its load.
func blockMixture(load blockLoad, probes, blockBits int) float64 {
	distinct := distinctProbes(uint64(blockBits), probes)
	c := newCoverage(uint64(blockBits), probes)
	return mixLoads(load, saturation(probes, blockBits), func(i uint64) float64 {
		if i > 0 {
			for range probes {
				c.throw()
			}
		}
		return c.mix(distinct)
	})
}

// saturation returns a load from which on a block's rate is 1 to all digits: the
// chance that any of k given bits is still clear is below k e^(-ki/B) = e^-40.
func saturation(probes, blockBits int) uint64 {
	k := float64(probes)
	return uint64(math.Ceil(float64(blockBits) * (math.Log(k) + 40) / k))
}

// mixLoads returns the sum of pmf(i)*rate(i). It calls rate with 0, 1, 2, ... in
// turn and ends where the rest no longer counts: the rates are at most 1, and
// beyond the mean the pmf falls faster than a geometric series.
func mixLoads(load blockLoad, full uint64, rate func(i uint64) float64) float64 {
	sum := 0.0
	for i := uint64(0); i < full; i++ {
		weight := load.pmf(i)
		sum += weight * rate(i)
		if float64(i) > load.mean && weight <= 0x1p-56*sum {
			return sum
		}
	}
	return math.Min(1, sum+load.above(full))
}
