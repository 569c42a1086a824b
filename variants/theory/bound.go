package theory

import "math"

// InformationBound returns the fewest bits per key of any set representation
// with false positive rate fpr and no false negatives,
//
//	log2(1/fpr)
//
// with 0 < fpr <= 1. It is a lower bound, approached for large static sets; no
// filter that allows inserts reaches it.
//
// Source: Carter, Floyd, Gill, Markowsky and Wegman (1978).
func InformationBound(fpr float64) float64 {
	if !(fpr > 0 && fpr <= 1) {
		panic("theory: a false positive rate must lie between 0 and 1")
	}
	return math.Abs(math.Log2(fpr))
}

// HashCollisionFPR returns the chance that an absent key has the very hash of a
// stored one,
//
//	1 - (1 - 2^-h)^n
//
// with n keys and hashes of h bits, 1 <= h <= 64. No filter that sees only hashes
// can tell such keys apart. It is exact for uniform hashes.
func HashCollisionFPR(keys uint64, hashBits int) float64 {
	if hashBits < 1 || hashBits > 64 {
		panic("theory: a hash has 1 to 64 bits")
	}
	return atLeastOne(float64(keys), math.Ldexp(1, -hashBits))
}
