package theory

import "math"

// minLayerCells is the smallest layer: one word.
const minLayerCells = 64

// validGrowth reports whether the rule makes sense.
func validGrowth(g Growth) bool {
	return g.First >= 1 && g.Factor >= 2 && g.FPR > 0 && g.FPR < 1 && g.Tighten > 0 && g.Tighten < 1
}

func checkGrowth(g Growth) {
	if !validGrowth(g) {
		panic("theory: growth needs keys, a factor of 2 at least, and a rate and a tightening between 0 and 1")
	}
}

// ScalableLayer returns the geometry of layer i >= 0: its cells and probes, and the keys
// that it takes. Both are those of a large Bloom filter, by [BloomBitsPerKey] at
// the number of probes that needs fewest cells, with at least 64 cells; a layer of
// a hundred keys errs 0.7 % more often than P_i says. Keys and cells stop at
// 2^62.
//
// Source: Almeida, Baquero, Preguiça and Hutchison, "Scalable Bloom Filters"
// (2007), with the first rate lowered to FPR (1-Tighten), as Redis has it at its
// default: without that the sum is FPR / (1-Tighten), twice FPR or more.
func ScalableLayer(g Growth, i int) (cells, keys uint64, probes int) {
	checkGrowth(g)
	rate := g.FPR * (1 - g.Tighten) * math.Pow(g.Tighten, float64(i))
	probes = max(1, int(-math.Log2(rate)))
	if BloomBitsPerKey(rate, probes+1) < BloomBitsPerKey(rate, probes) {
		probes++
	}
	size := math.Min(0x1p62, float64(g.First)*math.Pow(float64(g.Factor), float64(i)))
	need := math.Min(0x1p62, math.Ceil(size*BloomBitsPerKey(rate, probes)))
	return max(minLayerCells, uint64(need)), uint64(size), probes
}

// ScalableFPR returns the false positive rate of a scalable Bloom filter that holds
// n distinct keys,
//
//	1 - prod_i (1 - E_i)
//
// where E_i is [BloomExactFPR] of layer i, full but for the newest. It is exact for
// independent uniform probes when no key was inserted twice: a copy takes the room
// of a key, which this does not know. About a millisecond for a million keys.
//
// Source: Almeida et al. (2007), section 3, with the layers as they are filled in
// place of their targets.
func ScalableFPR(g Growth, keys uint64) float64 {
	checkGrowth(g)
	rate := 0.0
	for i := 0; keys > 0; i++ {
		cells, room, probes := ScalableLayer(g, i)
		held := min(keys, room)
		rate += (1 - rate) * BloomExactFPR(cells, held, probes)
		keys -= held
	}
	return rate
}
