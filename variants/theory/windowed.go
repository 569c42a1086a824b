package theory

import "math"

// WindowedThreshold is the load up to which a large table can be filled whose keys may lie
// in two windows of two neighbouring slots, at any two places: windows overlap, where
// buckets of two do not and reach 0.897 ([LoadThreshold]).
//
// Source: Walzer, "Load thresholds for cuckoo hashing with overlapping blocks", ACM TALG
// 19(3), 2023, arXiv 1707.06855.
const WindowedThreshold = 0.964995

// WindowedFPR returns the false positive rate of a windowed cuckoo filter,
//
//	1 - (1 - 2/(w T))^n,   w = m - 1,   T = 2^(f-1) - 1
//
// with m >= 3 slots, n distinct keys and slots of f bits, 2 <= f <= 64, of which one says
// at which end of its window an entry is. It is exact for fingerprints uniform on 1..T, each
// of which divides the w windows into pairs, for the reason that [CuckooFPR] gives: the
// slot tells the window of an entry, so that an absent key is a false positive exactly if a
// stored key has its fingerprint, chance 1/T, and starts in one of its two windows, chance
// 2/w. In a full table it is about 4/2^f, as of a cuckoo filter with buckets of two.
//
// Source: derived here, for the filter of Schmitz, Zentgraf and Rahmann (2025).
func WindowedFPR(slots, keys uint64, slotBits int) float64 {
	if slots < 3 || slotBits < 2 || slotBits > 64 {
		panic("theory: a windowed filter has 3 slots or more, of 2 to 64 bits")
	}
	return atLeastOne(float64(keys), 2/(float64(slots-1)*tags(slotBits-1)))
}

// WindowedBitsPerKey returns the space of a windowed cuckoo filter,
//
//	(log2(1/fpr) + 2) / alpha   bits per key
//
// with 0 < fpr < 1 and load alpha, 0 < alpha <= 1. It is approximate, as
// [CuckooBitsPerKey] is, which has log2(2b) in place of the 2.
//
// Source: Schmitz, Zentgraf and Rahmann, arXiv 2505.05847, 2025, with alpha = 1/1.06.
func WindowedBitsPerKey(fpr, load float64) float64 {
	checkRate(fpr)
	checkPositive(load, "load")
	return (2 - math.Log2(fpr)) / load
}

func predictWindowed(s Shape, keys uint64) (Prediction, bool) {
	if s.Cells < 3 || s.FingerprintBits < 2 || s.FingerprintBits > 64 {
		return Prediction{}, false
	}
	return Prediction{FPR: WindowedFPR(s.Cells, keys, s.FingerprintBits), Model: "exact window match"}, true
}
