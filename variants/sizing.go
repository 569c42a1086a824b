package variants

import (
	"errors"
	"fmt"
	"math"

	"filterbench/internal/spec"
	"filterbench/variants/theory"
)

// The target rates that a filter can be sized for.
const (
	minFPR = 1e-12
	maxFPR = 0.9
)

// The limits of a filter's parameters.
const (
	minTableBits = 64      // the smallest table of a Bloom filter: one word
	maxProbes    = 64      // of a Bloom filter
	maxInBlock   = 32      // probes of a blocked filter
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

// bitsOrRate settles the parameters of families that are sized by bpk or by fpr.
func bitsOrRate(v spec.Values) (spec.Values, error) {
	switch {
	case v.Has("bpk") && v.Has("fpr"):
		return v, errors.New("give either bpk (bits per key) or fpr (false positive rate), not both")
	case !v.Has("bpk") && !v.Has("fpr"):
		return v, errors.New("give bpk (bits per key), for example bpk=10, or fpr (false positive rate), for example fpr=0.01")
	}
	return v, nil
}

// Buckets returns the smallest power of two, at least 2, of buckets with
// bucketSlots slots each that are slots or more together.
func Buckets(slots uint64, bucketSlots int) (uint64, error) {
	buckets := uint64(2)
	for buckets*uint64(bucketSlots) < slots {
		if buckets *= 2; buckets > maxBuckets {
			return 0, fmt.Errorf("%d slots need more than 2^32 buckets of %d, the most that a 64-bit hash can address beside a fingerprint", slots, bucketSlots)
		}
	}
	return buckets, nil
}

// BucketsForKeys returns the smallest power of two, at least 2, of buckets with
// bucketSlots slots each of which keys fill the share load at most, 0 < load <= 1.
func BucketsForKeys(keys uint64, load float64, bucketSlots int) (uint64, error) {
	if !(load > 0 && load <= 1) {
		return 0, fmt.Errorf("a load of %g: must be above 0 and at most 1", load)
	}
	slots, err := wholeCells(float64(keys) / load)
	if err != nil {
		return 0, err
	}
	buckets, err := Buckets(slots, bucketSlots)
	// As in BloomCells: the quotient is rounded, the promise is not.
	if half := buckets / 2; err == nil && half >= 2 && float64(keys) <= load*float64(half*uint64(bucketSlots)) {
		return half, nil
	}
	return buckets, err
}

// DefaultLoad returns the share of its slots that a cuckoo table of bucketSlots a
// bucket is planned to fill: 0.5, 0.84, 0.95 and 0.98 for 1, 2, 4 and 8.
//
// Source: Fan et al. (2014), section 5.1. Tables with 500 kicks get there, by a
// margin from two slots a bucket on; with one slot not every table does.
func DefaultLoad(bucketSlots int) float64 {
	switch bucketSlots {
	case 1:
		return 0.5
	case 2:
		return 0.84
	case 4:
		return 0.95
	case 8:
		return 0.98
	}
	panic("variants: a bucket has 1, 2, 4 or 8 slots")
}

// usualLoad settles the parameters of a cuckoo filter: the default of load
// depends on b, so a load written out may be the default all the same.
func usualLoad(v spec.Values) (spec.Values, error) {
	if v.Has("load") && v.Float("load") == DefaultLoad(v.Int("b")) {
		v = v.Without("load")
	}
	return v, nil
}

// cuckooBuckets computes the buckets of a cuckoo filter from its parameters.
func cuckooBuckets(v spec.Values, size Size) (uint64, error) {
	b := v.Int("b")
	if size.Slots != 0 {
		return Buckets(size.Slots, b)
	}
	load := DefaultLoad(b)
	if v.Has("load") {
		load = v.Float("load")
	}
	return BucketsForKeys(size.Keys, load, b)
}
