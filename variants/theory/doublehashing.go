package theory

import (
	"math"
	"math/bits"
)

// Steps says which second hashes y double hashing draws from.
type Steps int

// The second hashes of double hashing.
const (
	AnyStep  Steps = iota // 0 to m-1
	OddStep               // odd ones, which visit every bit before one comes again
	EvenStep              // even ones: a mistake
)

// The largest circle and number of probes for which double hashing is worked out.
// Time and memory grow with m^2 k log m and with 2^k.
const (
	maxCircle    = 1 << 11
	maxSequences = 16
)

// DoubleHashingKnown reports whether the rate of double hashing is worked out for a
// circle of that many bits and that many probes.
func DoubleHashingKnown(cells uint64, probes int) bool {
	return cells >= 2 && cells <= maxCircle && bits.OnesCount64(cells) == 1 && probes >= 1 && probes <= maxSequences
}

// DoubleHashingFPR returns the false positive rate of a Bloom filter of m bits whose
// k probes are x, x+y, x+2y, ... modulo m, with x uniform and y uniform among steps:
//
//	sum over y of P(y)  sum over sets S of its positions  (-1)^|S| q(S)^n
//
// with n distinct keys and q(S) the chance that a key's probes miss all of S. It is
// exact; m is a power of two, 2 to 2048, and 1 <= k <= 16. The classic formula, which
// takes probes for independent, is too low by a term that vanishes with 1/m: two keys
// with one y, or with opposite ones, share runs of probes, and a y of few multiples
// has few positions.
//
// The rate depends on y by its common divisor with m only, since multiplying all
// positions by an odd number renames the bits and leaves x and y uniform.
//
// Source: inclusion and exclusion. Kirsch and Mitzenmacher, "Less hashing, same
// performance" (2006), show that the limit for large m is the classic rate.
func DoubleHashingFPR(cells, keys uint64, probes int, steps Steps) float64 {
	return doubleHashing(cells, probes, steps, func(miss float64) float64 {
		return math.Pow(miss, float64(keys))
	})
}

// BlockedDoubleFPR returns the false positive rate of a large blocked Bloom filter
// with double hashing inside its blocks: [DoubleHashingFPR] of a block of B bits,
// over a number of keys in it that is Poisson of mean B/c,
//
//	sum over y of P(y)  sum over S  (-1)^|S| e^(-(1-q(S)) B/c)
//
// with c > 0 bits per key. It is exact in the limit of many blocks.
func BlockedDoubleFPR(bitsPerKey float64, probes, blockBits int, steps Steps) float64 {
	checkPositive(bitsPerKey, "bits per key")
	mean := float64(blockBits) / bitsPerKey
	return doubleHashing(uint64(blockBits), probes, steps, func(miss float64) float64 {
		return math.Exp(-(1 - miss) * mean)
	})
}

// doubleHashing averages over the second hashes of an absent key. clear is the chance
// that a set of bits is clear, given the chance that one key misses them.
func doubleHashing(cells uint64, probes int, steps Steps, clear func(miss float64) float64) float64 {
	if !DoubleHashingKnown(cells, probes) {
		panic("theory: double hashing is worked out for powers of two from 2 to 2048 and 1 to 16 probes")
	}
	rate := 0.0
	for step := cells; step >= 1; step /= 2 { // m itself stands for 0
		if weight := steps.share(step, cells); weight > 0 {
			rate += weight * allSet(missing(cells, probes, step, steps), clear)
		}
	}
	return rate
}

// share is the chance that a second hash has this greatest common divisor with m.
func (s Steps) share(divisor, cells uint64) float64 {
	count := float64(1) // 0 alone has the divisor m
	if divisor < cells {
		count = float64(cells / divisor / 2)
	}
	switch {
	case s == AnyStep:
		return count / float64(cells)
	case (divisor == 1) == (s == OddStep):
		return count / float64(cells/2)
	}
	return 0
}

// first returns the smallest of the second hashes and how far they are apart.
func (s Steps) first() (smallest, apart uint64) {
	return [...]uint64{AnyStep: 0, OddStep: 1, EvenStep: 0}[s], [...]uint64{AnyStep: 1, OddStep: 2, EvenStep: 2}[s]
}

// missing returns, for every set of the positions 0, step, 2 step, ... as a mask, the
// chance that all probes of a key miss it.
func missing(cells uint64, probes int, step uint64, steps Steps) []float64 {
	var marks [maxCircle]uint32 // of each bit: its place in masks
	distinct := 0
	for i := range uint64(probes) {
		if at := i * step % cells; marks[at] == 0 {
			marks[at] = 1 << distinct
			distinct++
		}
	}
	hits := make([]float64, 1<<distinct)
	y, apart := steps.first()
	keys := 0.0
	for ; y < cells; y += apart {
		for x := range cells {
			mask, at := uint32(0), x
			for range probes {
				mask |= marks[at]
				at = (at + y) & (cells - 1)
			}
			hits[mask]++
			keys++
		}
	}
	// Sums over subsets: of the keys whose hits lie within a mask.
	for bit := 1; bit < len(hits); bit *= 2 {
		for mask := range hits {
			if mask&bit != 0 {
				hits[mask] += hits[mask^bit]
			}
		}
	}
	miss := make([]float64, len(hits))
	for mask := range miss {
		miss[mask] = hits[len(hits)-1-mask] / keys
	}
	return miss
}

// allSet returns the chance that no position is clear.
func allSet(miss []float64, clear func(float64) float64) float64 {
	sum := 0.0
	for mask, q := range miss {
		sum += float64(1-2*(bits.OnesCount(uint(mask))%2)) * clear(q)
	}
	return math.Max(0, sum)
}
