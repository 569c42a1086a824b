package bloom

import (
	"errors"
	"fmt"
	"math"

	"filterbench/variants/families"
	"filterbench/variants/sizing"
	"filterbench/variants/theory"
)

// minTableBits is the smallest table: one word.
const minTableBits = 64

// Cells returns the smallest number m of cells with which a Bloom filter of
// n keys and k probes per key has a false positive rate of at most fpr,
// 0 < fpr < 1, k >= 1, by [theory.BloomFPR]. Solved for m that formula is
//
//	m = 1 / (1 - (1 - fpr^(1/k))^(1/(kn)))
func Cells(keys uint64, fpr float64, probes int) (uint64, error) {
	k := float64(probes)
	empty := math.Log1p(-math.Pow(fpr, 1/k)) // log of the smallest share of cells at 0
	m, err := sizing.Whole(-1 / math.Expm1(empty/(k*float64(keys))))
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

// Best returns the fewest cells with which a Bloom filter of that many keys
// has a false positive rate of at most fpr, 0 < fpr < 1, and a number of probes
// per key with which they do.
func Best(keys uint64, fpr float64) (cells uint64, probes int, err error) {
	// For a large filter the best real number is log2(1/fpr) and the best whole
	// number one of its neighbours; a small filter may be one further off.
	middle := int(-math.Log2(fpr))
	cells = math.MaxUint64
	for k := max(1, middle-1); k <= middle+2; k++ {
		m, e := Cells(keys, fpr, k)
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

// CheckSpace reports what is wrong with a wish for space, which is either bits per key or
// a rate, and for probes, of which there may be most at most and 0 leaves the choice.
func CheckSpace(bitsPerKey, fpr float64, probes, most int) error {
	switch {
	case bitsPerKey != 0 && fpr != 0:
		return errors.New("BitsPerKey and FPR are both set: give one")
	case bitsPerKey == 0 && fpr == 0:
		return errors.New("neither BitsPerKey nor FPR is set: give one, for example BitsPerKey: 10 or FPR: 0.01")
	case fpr != 0 && !(fpr >= families.MinFPR && fpr <= families.MaxFPR):
		return fmt.Errorf("FPR is %g: must be from %g to %g", fpr, families.MinFPR, families.MaxFPR)
	case probes < 0 || probes > most:
		return fmt.Errorf("field Probes is %d: must be from 1 to %d, or 0 for the best", probes, most)
	}
	return nil
}

// size computes cells of a given width, and probes.
func (c Config) size(width int) (cells uint64, probes int, err error) {
	if err := CheckSpace(c.BitsPerKey, c.FPR, c.Probes, families.MaxProbes); err != nil {
		return 0, 0, err
	}
	probes = c.Probes
	switch {
	case c.BitsPerKey != 0:
		perKey := c.BitsPerKey / float64(width)
		cells, err = sizing.Cells(c.Keys, perKey)
		if probes == 0 && err == nil {
			probes = theory.BloomOptimalProbes(perKey)
		}
	case probes > 0:
		cells, err = Cells(c.Keys, c.FPR, probes)
	default:
		cells, probes, err = Best(c.Keys, c.FPR)
	}
	return max(cells, uint64(minTableBits/width)), probes, err
}
