package theory

import (
	"math"

	"filterbench/internal/prob"
)

// CuckooUnionBoundFPR returns the published bound on the false positive rate of
// a cuckoo filter,
//
//	1 - (1 - 2^-f)^(2b)
//
// with b >= 1 slots per bucket and f-bit fingerprints, 1 <= f <= 63: two full
// buckets, each of whose fingerprints may match.
// It bounds [CuckooFPR] but for the last sliver of load at small f: a filter that
// marks empty slots by fingerprint 0 has 2^f - 1 fingerprints, not 2^f.
//
// Source: Fan, Andersen, Kaminsky and Mitzenmacher (2014), section 5.1.
func CuckooUnionBoundFPR(bucketSlots, fingerprintBits int) float64 {
	return CuckooLoadFPR(bucketSlots, fingerprintBits, 1)
}

// CuckooLoadFPR returns the false positive rate of a cuckoo filter in the form in
// which it is commonly quoted,
//
//	1 - (1 - 2^-f)^(2 b alpha)
//
// with b >= 1 slots per bucket, f-bit fingerprints, 1 <= f <= 63, and load alpha,
// 0 <= alpha <= 1.
// It approximates, from below where 0 is no fingerprint: [CuckooFPR] is then larger
// by about 2^-(f+1), in parts of itself.
//
// Source: as [CuckooUnionBoundFPR], with the mean number of entries for the
// largest.
func CuckooLoadFPR(bucketSlots, fingerprintBits int, load float64) float64 {
	checkBucket(bucketSlots)
	if !(load >= 0 && load <= 1) {
		panic("theory: load must lie between 0 and 1")
	}
	checkFingerprint(fingerprintBits)
	return atLeastOne(2*float64(bucketSlots)*load, math.Ldexp(1, -fingerprintBits))
}

// CuckooFPR returns the false positive rate of a cuckoo filter,
//
//	1 - (1 - 2/(m T))^n,   T = 2^f - 1
//
// with m >= 1 buckets, n distinct keys, f-bit fingerprints, 1 <= f <= 63.
// It is exact for fingerprints uniform on 1..T, each of which divides the buckets
// into pairs, be it by i xor a(fingerprint), a > 0, with m a power of two, or by
// s(fingerprint) - i modulo m, s odd, with m even: an absent key is a false positive exactly if a stored key
// has its fingerprint, chance 1/T, and starts in one of its two buckets, chance
// 2/m, for then both share the pair of buckets and the entry is in it, wherever
// it was kicked. Slots per bucket and kicks do not enter. A table of one bucket
// has one for both, chance 1/m. Semi-sorting of buckets changes space, not this.
//
// Source: derived here. It needs f + log2 m hash bits, and no [HashCollisionFPR]
// beside it: keys of equal hash are among those that it counts.
func CuckooFPR(buckets, keys uint64, fingerprintBits int) float64 {
	checkBuckets(buckets)
	checkFingerprint(fingerprintBits)
	return atLeastOne(float64(keys), pairShare(buckets)/tags(fingerprintBits))
}

// CuckooTallyFPR is [CuckooFPR] where one of the 2^f-1 fingerprints marks buckets that count, so
// that keys have 2^f-2. It holds while no bucket counts; one that does makes false positives
// of its digits as its slots did of fingerprints. f is 2 to 63.
//
// Source: derived here.
func CuckooTallyFPR(buckets, keys uint64, fingerprintBits int) float64 {
	checkBuckets(buckets)
	checkFingerprint(fingerprintBits)
	return atLeastOne(float64(keys), pairShare(buckets)/(tags(fingerprintBits)-1))
}

// CuckooRemappedFPR returns the false positive rate of a cuckoo filter that takes
// f hash bits for its fingerprint and turns 0 into 1,
//
//	(T-2)/T (1 - (1 - 2/(mT))^n) + 2/T (1 - (1 - 4/(mT))^n),   T = 2^f
//
// with m >= 1 buckets, n distinct keys, 2 <= f <= 63. It is exact under the
// assumptions of [CuckooFPR] but that fingerprint 1 is twice as frequent.
//
// Source: derived here for the code that accompanies Fan et al. (2014).
func CuckooRemappedFPR(buckets, keys uint64, fingerprintBits int) float64 {
	checkBuckets(buckets)
	checkFingerprint(fingerprintBits)
	values, n := tags(fingerprintBits)+1, float64(keys)
	single := pairShare(buckets) / values
	return (values-2)/values*atLeastOne(n, single) + 2/values*atLeastOne(n, 2*single)
}

// CuckooBitsPerKey returns the space of a cuckoo filter,
//
//	(log2(1/fpr) + log2(2b)) / alpha   bits per key
//
// with 0 < fpr < 1, b >= 1 slots per bucket and load alpha, 0 < alpha <= 1. The
// fingerprint is not rounded up to whole bits. It is approximate, from the bound
// 2b/2^f on the rate. Semi-sorting of buckets of four saves 1/alpha.
//
// Source: Fan, Andersen, Kaminsky and Mitzenmacher (2014), equation 7.
func CuckooBitsPerKey(fpr float64, bucketSlots int, load float64) float64 {
	checkRate(fpr)
	checkBucket(bucketSlots)
	checkPositive(load, "load")
	return (1 + math.Log2(float64(bucketSlots)) - math.Log2(fpr)) / load
}

// CuckooCrowdedGroups returns the expected number of groups of keys that share a
// fingerprint and a pair of buckets and are too many for the pair,
//
//	(m 2^f / 2) P(Poisson(2 b alpha / 2^f) > 2b)
//
// with m >= 1 buckets of b >= 1 slots, f-bit fingerprints and load alpha >= 0.
// A single such group makes an insert fail, whatever the kicks. It approximates:
// groups are taken as independent and fingerprints as 2^f in number.
//
// Source: Fan, Andersen, Kaminsky and Mitzenmacher (2014), section 4.2, whose
// leading term it completes.
func CuckooCrowdedGroups(buckets uint64, bucketSlots, fingerprintBits int, load float64) float64 {
	checkBuckets(buckets)
	checkBucket(bucketSlots)
	checkFingerprint(fingerprintBits)
	slots, values := 2*float64(bucketSlots), math.Ldexp(1, fingerprintBits)
	return float64(buckets) * values / 2 * prob.PoissonTail(uint64(slots)+1, slots*load/values)
}

// atLeastOne returns 1 - (1-p)^n, the chance that one of n events of chance p
// happens.
func atLeastOne(n, p float64) float64 {
	if p >= 1 {
		return math.Min(n, 1)
	}
	return -math.Expm1(n * math.Log1p(-p))
}

// pairShare returns the chance that a key's first bucket is in a given pair.
func pairShare(buckets uint64) float64 { return min(1, 2/float64(buckets)) }

// tags returns how many fingerprints there are: f bits, not all zero.
func tags(fingerprintBits int) float64 { return math.Ldexp(1, fingerprintBits) - 1 }
