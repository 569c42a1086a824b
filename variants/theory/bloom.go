package theory

import "math"

// BloomFPR returns the classic false positive rate of a Bloom filter,
//
//	(1 - (1-1/m)^(kn))^k
//
// with m cells, n keys, k probes per key; m, k >= 1.
// It approximates: a cell's mean occupancy is raised to the power k, where the
// mean of the k-th power is meant, so for k > 1 it is below the exact rate, by 9 %
// at m, n, k = 32, 4, 5 and by 0.16 % at 4096, 410, 7. Probes are independent.
//
// Source: Bloom (1970); Broder and Mitzenmacher (2004), section 2.1.
// It fails for tables of a few hundred bits, and for blocks: use [BloomExactFPR].
func BloomFPR(cells, keys uint64, probes int) float64 {
	checkTable(cells, probes)
	if keys == 0 {
		return 0
	}
	empty := float64(keys) * float64(probes) * math.Log1p(-1/float64(cells))
	return math.Pow(-math.Expm1(empty), float64(probes))
}

// BloomAsymptoticFPR returns the false positive rate of a large Bloom filter,
//
//	(1 - e^(-k/c))^k
//
// with c > 0 bits per key and k >= 1 probes per key.
// It is the limit of [BloomFPR] and [BloomExactFPR] for large tables at fixed c,
// and lies below both.
//
// Source: Broder and Mitzenmacher (2004), section 2.1.
func BloomAsymptoticFPR(bitsPerKey float64, probes int) float64 {
	checkPositive(bitsPerKey, "bits per key")
	checkProbes(probes)
	return math.Pow(-math.Expm1(-float64(probes)/bitsPerKey), float64(probes))
}

// BloomExactFPR returns the false positive rate of a Bloom filter,
//
//	E[(X/m)^k],   X cells occupied after kn throws into m cells
//
// with m cells, n distinct keys, k probes per key; m, k >= 1.
// It is exact for independent uniform probes, which may repeat a cell, averaged
// over filters; one filter scatters about it. Rounding stays below 1e-12. The
// cost is O(k^3 log kn), about 20 µs for k = 7.
//
// Source: Bose et al. (2008) and Christensen, Roginsky and Jimeno (2010), who
// write it with Stirling numbers; evaluated as a Markov chain on the probed cells.
// It does not know double hashing nor the width of the hash: [HashCollisionFPR].
func BloomExactFPR(cells, keys uint64, probes int) float64 {
	checkTable(cells, probes)
	c := newCoverage(cells, probes)
	c.throws(keys * uint64(probes))
	return c.mix(distinctProbes(cells, probes))
}

// BloomOptimalProbes returns the number k >= 1 of probes per key with the lowest
// [BloomAsymptoticFPR], for c > 0 bits per key.
// It is exact: of the two integers around c ln 2 the better one, which is not
// always the nearer.
//
// Source: Broder and Mitzenmacher (2004), section 2.1, for c ln 2.
// Small tables and blocks have a lower optimum: [BlockedOptimalProbes].
func BloomOptimalProbes(bitsPerKey float64) int {
	checkPositive(bitsPerKey, "bits per key")
	k := max(1, int(bitsPerKey*math.Ln2))
	if BloomAsymptoticFPR(bitsPerKey, k+1) < BloomAsymptoticFPR(bitsPerKey, k) {
		return k + 1
	}
	return k
}

// BloomBitsPerKey returns the bits per key of a large Bloom filter with k probes
// per key and a false positive rate,
//
//	c = -k / ln(1 - fpr^(1/k))
//
// with 0 < fpr < 1 and k >= 1: the inverse of [BloomAsymptoticFPR] in c.
func BloomBitsPerKey(fpr float64, probes int) float64 {
	checkRate(fpr)
	checkProbes(probes)
	k := float64(probes)
	return -k / log1mExp(math.Log(fpr)/k)
}

// BloomIdealBitsPerKey returns the bits per key of a large Bloom filter with a
// false positive rate at the best number of probes, were that not a whole number,
//
//	log2(1/fpr) / ln 2  =  1.4427 log2(1/fpr)
//
// with 0 < fpr < 1. It is a lower bound of [BloomBitsPerKey] over all k, reached
// where log2(1/fpr) is whole.
//
// Source: Broder and Mitzenmacher (2004), section 2.1.
func BloomIdealBitsPerKey(fpr float64) float64 {
	checkRate(fpr)
	return -math.Log2(fpr) / math.Ln2
}

// BloomOverloadFPR returns the false positive rate of a large Bloom filter with
// the optimal, not rounded, k for its design when it holds t times as many keys
// as designed,
//
//	(1 - 0.5^t)^k
//
// with k >= 1 probes per key and t >= 0. At its design, t = 1, half of the cells
// are occupied. With k rounded to an integer the design point is not exactly half
// full and [BloomAsymptoticFPR] is the better formula.
func BloomOverloadFPR(probes int, fill float64) float64 {
	checkProbes(probes)
	if !(fill >= 0) {
		panic("theory: fill must not be negative")
	}
	return math.Pow(-math.Expm1(-fill*math.Ln2), float64(probes))
}

// log1mExp returns ln(1 - e^x) for x < 0 without cancellation at either end.
func log1mExp(x float64) float64 {
	if x > -math.Ln2 {
		return math.Log(-math.Expm1(x))
	}
	return math.Log1p(-math.Exp(x))
}
