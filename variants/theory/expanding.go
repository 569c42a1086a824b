package theory

import "math"

// ExpandingFPR returns the false positive rate of a quotient filter that doubles,
//
//	1 - prod_g (1 - 1/(m_g 2^f))^n_g
//
// of n_g keys that came when the table had m_g = 2^g first slots, with fresh fingerprints of
// f bits. A key loses a bit of its fingerprint when the table doubles, and its slot gains it:
// what an absent key must share with it stays the same. Where the bits are used up it is an
// entry in several slots, each as likely. The table doubles when a share load of its slots is
// in use. Keys that share an entry let it double later, which is left out: it makes the rate
// too low by a share of less than itself.
//
// Source: derived here, for the filters of Dayan, Bercea, Reviriego and Pagh (2023) and of
// Dayan, Bercea and Pagh (2024).
func ExpandingFPR(first, keys uint64, f int, load float64) float64 {
	if first == 0 || f < 1 || f > 63 || !(load > 0 && load <= 1) {
		panic("theory: an expanding filter has slots, fingerprints of 1 to 63 bits and a load up to 1")
	}
	none := 0.0 // logarithm of the chance of no match
	held := uint64(0)
	for slots := first; held < keys; slots *= 2 {
		came := min(keys, max(held, uint64(load*float64(slots)))) - held
		held += came
		none += float64(came) * math.Log1p(-1/(float64(slots)*math.Exp2(float64(f))))
	}
	return -math.Expm1(none)
}

func predictExpanding(s Shape, keys uint64) (Prediction, bool) {
	if s.Growth.First == 0 || !(s.Growth.Full > 0) || s.FingerprintBits < 1 || s.FingerprintBits > 63 {
		return Prediction{}, false
	}
	return Prediction{FPR: ExpandingFPR(s.Growth.First, keys, s.FingerprintBits, s.Growth.Full), Model: "exact beginning match"}, true
}
