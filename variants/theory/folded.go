package theory

import "math"

// FoldedFPR returns the false positive rate of a Bloom filter of m bits whose probes
// are numbers below p, taken modulo m,
//
//	( sum over bits of w (1 - (1-w)^(kn)) )^k
//
// with n distinct keys, k probes per key and w the chance that a probe goes to the
// bit. With p = q m + r, the first r bits have w = (q+1)/p and the others q/p: where p
// is smaller than m, some are never set. m, p, k >= 1; n = 0 gives 0. It approximates
// as [BloomFPR] does, which it is where m divides p: probes are taken as independent.
func FoldedFPR(positions, cells, keys uint64, probes int) float64 {
	checkTable(cells, probes)
	if positions == 0 {
		panic("theory: probes need positions")
	}
	q, r := positions/cells, positions%cells
	throws := float64(keys) * float64(probes)
	// hit is the chance that a probe goes to one of count bits of a weight, and finds it set.
	hit := func(count, weight uint64) float64 {
		if count == 0 || weight == 0 {
			return 0
		}
		w := float64(weight) / float64(positions)
		return -math.Expm1(throws*math.Log1p(-w)) * float64(count) * w
	}
	return math.Pow(hit(r, q+1)+hit(cells-r, q), float64(probes))
}
