package theory

import "math"

// QuotientFPR returns the false positive rate of a quotient filter,
//
//	1 - (1 - 1/(m 2^r))^n
//
// with m >= 1 slots, n distinct keys, r-bit remainders, 1 <= r <= 63. It is exact
// for pairs of quotient and remainder that are uniform and independent: an absent key is a false
// positive exactly if a stored key has its pair. Copies and their counters do
// not enter, nor does where an entry lies. As in [CuckooFPR], keys of equal hash are among those
// that it counts. It is below 2^-r times the load, and 2^-r bounds it while n <= m.
//
// Source: Bender et al., "Don't thrash: how to cache your hash on flash" (2012),
// section 3.2, where it is approximated by 1 - exp(-n/(m 2^r)).
func QuotientFPR(slots, keys uint64, remainderBits int) float64 {
	checkBuckets(slots)
	checkFingerprint(remainderBits)
	return atLeastOne(float64(keys), math.Ldexp(1, -remainderBits)/float64(slots))
}

// QuotientSlots returns the slots that copies >= 1 of one key take in the counting
// quotient filter of this project with r-bit remainders, 1 <= r <= 63: one, and the
// digits of copies-1 in the bijective system of base B = 2^r,
//
//	k + 1 slots for  1 + (B + ... + B^(k-1)) < copies <= 1 + (B + ... + B^k),  k >= 1
//
// Exact, but that keys with the same quotient and remainder are counted as one.
//
// Source: derived here.
func QuotientSlots(copies uint64, remainderBits int) uint64 {
	checkFingerprint(remainderBits)
	if copies == 0 {
		panic("theory: a key that is held has one copy or more")
	}
	slots := uint64(1)
	for left := copies - 1; left > 0; left = (left - 1) >> remainderBits {
		slots++
	}
	return slots
}

// CuckooLayersBoundFPR returns a bound on the false positive rate of a cuckoo filter of
// l >= 1 layers with the same buckets, of b >= 1 slots with f-bit fingerprints, 1 <= f <= 63,
//
//	1 - (1 - 2^-f)^(2bl)
//
// as of one filter with l times as many slots in each bucket, all full. The rate itself
// is [CuckooFPR] of one layer with the keys of all: which layer an entry is in makes no
// difference. It bounds that as [CuckooUnionBoundFPR] does.
//
// Source: Almeida et al. (2007) for the compounding of layers, with the bound of Fan et al. (2014).
func CuckooLayersBoundFPR(bucketSlots, fingerprintBits, layers int) float64 {
	if layers < 1 {
		panic("theory: there is one layer or more")
	}
	checkBucket(bucketSlots)
	checkFingerprint(fingerprintBits)
	return atLeastOne(2*float64(bucketSlots)*float64(layers), math.Ldexp(1, -fingerprintBits))
}
