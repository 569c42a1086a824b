package guava

import (
	"fmt"
	"math"
)

const (
	wordBits  = 64
	maxProbes = 255 // what the byte in the file can say
	// maxWords is the length of Java's largest array, and on a 32-bit machine what can
	// be addressed.
	maxWords = min(math.MaxInt32, math.MaxInt/8)
)

// ln2 is a variable because products of constants are not rounded as Java's are.
var ln2 float64 = math.Ln2

// OptimalBits returns BloomFilter.optimalNumOfBits, the bits for that many keys
// (at least 1) at a false positive rate,
//
//	-n ln(fpp) / (ln 2)^2   without its fraction
//
// with 0 < fpp < 1. Java's logarithm and Go's may differ in the last of 53 bits, which
// could show where the quotient is within 1e-15 of itself of a whole number; since a
// filter rounds up to words, it does not show there.
func OptimalBits(keys int64, fpp float64) int64 {
	bits := -float64(keys) * logarithm(fpp) / (ln2 * ln2)
	if bits >= math.MaxInt64 { // where Java's conversion ends, and Go's is undefined
		return math.MaxInt64
	}
	return int64(bits)
}

// logarithm returns the natural logarithm of x > 0. Go's own is wrong on amd64 for the
// smallest numbers, those with fewer than 53 bits: for 5e-324 it returns -709.09, not
// -744.44.
func logarithm(x float64) float64 {
	if x < 0x1p-1022 {
		return math.Log(x*0x1p54) - 54*ln2
	}
	return math.Log(x)
}

// OptimalProbes returns BloomFilter.optimalNumOfHashFunctions,
//
//	m/n ln 2   to the nearest whole number, at least 1
//
// with m bits as [OptimalBits] gives them, before they are rounded to words, and
// n >= 1 keys.
func OptimalProbes(keys, bits int64) int {
	return max(1, int(math.Round(float64(bits)/float64(keys)*ln2)))
}

// size returns the words and probes of a filter that BloomFilter.create makes.
func size(keys int64, fpp float64) (words uint64, probes int, err error) {
	if keys < 0 {
		return 0, 0, fmt.Errorf("guava: a filter for %d keys: must be 0 or more", keys)
	}
	if !(fpp > 0 && fpp < 1) {
		return 0, 0, fmt.Errorf("guava: a false positive rate of %g: must lie between 0 and 1", fpp)
	}
	keys = max(1, keys)
	bits := OptimalBits(keys, fpp)
	probes = OptimalProbes(keys, bits)
	switch words = (uint64(bits) + wordBits - 1) / wordBits; {
	case words == 0:
		return 0, 0, fmt.Errorf("guava: %d keys at a rate of %g need no bit at all; Guava refuses that, so give a lower rate", keys, fpp)
	case words > maxWords:
		return 0, 0, fmt.Errorf("guava: %d keys at a rate of %g need %d bits; the limit is %d, so give fewer keys or a higher rate", keys, fpp, bits, uint64(maxWords)*wordBits)
	case probes > maxProbes:
		return 0, 0, fmt.Errorf("guava: a rate of %g needs %d probes per key; the limit is %d, so give a higher rate", fpp, probes, maxProbes)
	}
	return words, probes, nil
}
