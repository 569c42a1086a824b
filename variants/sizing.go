package variants

import (
	"fmt"
	"math"

	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// The limits of a filter's parameters.
const (
	minTableBits = 64      // the smallest table of a Bloom filter: one word
	maxBuckets   = 1 << 32 // of a cuckoo filter: more would need hash bits that make the fingerprint
)

// Cells returns how many cells perKey cells for each of keys are, rounded up to
// a whole number. The error says that perKey is not a positive number, or that
// the cells are more than any table here may have.
func Cells(keys uint64, perKey float64) (uint64, error) {
	if !(perKey > 0) || math.IsInf(perKey, 1) {
		return 0, fmt.Errorf("%g per key: must be a positive number", perKey)
	}
	return wholeCells(perKey * float64(keys))
}

// wholeCells rounds a size up and checks that it is within reason.
func wholeCells(cells float64) (uint64, error) {
	if cells > float64(maxBits) {
		return 0, errTooLarge(cells)
	}
	return uint64(math.Ceil(cells)), nil
}

func errTooLarge(cells float64) error {
	return fmt.Errorf("the table would have %.3g cells; the limit is 2^%d bits, so give fewer keys or less space to each", cells, maxBitsLog)
}

// BloomCells returns the smallest number m of cells with which a Bloom filter of
// n keys and k probes per key has a false positive rate of at most fpr,
// 0 < fpr < 1, k >= 1, by [theory.BloomFPR]. Solved for m that formula is
//
//	m = 1 / (1 - (1 - fpr^(1/k))^(1/(kn)))
func BloomCells(keys uint64, fpr float64, probes int) (uint64, error) {
	k := float64(probes)
	empty := math.Log1p(-math.Pow(fpr, 1/k)) // log of the smallest share of cells at 0
	m, err := wholeCells(-1 / math.Expm1(empty/(k*float64(keys))))
	if err != nil {
		return 0, err
	}
	// The quotient above is rounded, the promise is not.
	for m > 1 && theory.BloomFPR(m-1, keys, probes) <= fpr {
		m--
	}
	for theory.BloomFPR(m, keys, probes) > fpr {
		m++
	}
	return m, nil
}

// BloomBest returns the fewest cells with which a Bloom filter of that many keys
// has a false positive rate of at most fpr, 0 < fpr < 1, and a number of probes
// per key with which they do.
func BloomBest(keys uint64, fpr float64) (cells uint64, probes int, err error) {
	// For a large filter the best real number is log2(1/fpr) and the best whole
	// number one of its neighbours; a small filter may be one further off.
	middle := int(-math.Log2(fpr))
	cells = math.MaxUint64
	for k := max(1, middle-1); k <= middle+2; k++ {
		m, e := BloomCells(keys, fpr, k)
		if e != nil {
			err = e
		} else if m < cells {
			cells, probes = m, k
		}
	}
	if probes == 0 {
		return 0, 0, err
	}
	return cells, probes, nil
}

// bloomSize computes cells and probes of a Bloom filter with cells of a given
// width from its parameters.
func bloomSize(v spec.Values, keys uint64, width int) (cells uint64, probes int, err error) {
	probes = v.Int("k")
	switch {
	case v.Has("bpk"):
		perKey := v.Float("bpk") / float64(width)
		cells, err = Cells(keys, perKey)
		if probes == 0 {
			probes = theory.BloomOptimalProbes(perKey)
		}
	case probes > 0:
		cells, err = BloomCells(keys, v.Float("fpr"), probes)
	default:
		cells, probes, err = BloomBest(keys, v.Float("fpr"))
	}
	return max(cells, uint64(minTableBits/width)), probes, err
}
