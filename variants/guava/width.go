package guava

import "filterbench/variants/theory"

// Mitz32FPR returns the false positive rate that the 2^31 positions of [Mitz32] allow
// in a filter of m bits with n distinct keys and k probes per key,
//
//	( sum over bits of w (1 - (1-w)^(kn)) )^k
//
// where w is the chance that a probe goes to the bit. With 2^31 = q m + r, the first r
// bits have w = (q+1)/2^31 and the others q/2^31: from m = 2^31 on, one more bit is one
// more that is never set. m, k >= 1; n = 0 gives 0.
// It approximates as the classic formula does, which it is where m divides 2^31: probes
// are taken as independent.
//
// By it the strategy keeps to theory far below 2^31 bits and at powers of two. For 1 %
// by design, with 7 probes, the rate is at most this many times the classic one:
//
//	below 2^26 bits 1.0008    2^27 1.003    2^28 1.011    2^29 1.04    2^30 1.13    2^31 1.42
//
// and beyond, at 1.5 * 2^31 bits 5.8 times, at 2^32 16, at 2^33 68.
func Mitz32FPR(bits, keys uint64, probes int) float64 {
	return theory.FoldedFPR(mitz32Positions, bits, keys, probes)
}

// mitz32Positions is how many places a probe of [Mitz32] can fall on.
const mitz32Positions = 1 << 31
