// Package sizing turns wishes into whole numbers of cells and slots: so many keys with so
// much space each, or at most so full. Every filter is sized by it, before any memory is
// taken, and a wish that no machine could meet is an error.
package sizing

import (
	"fmt"
	"math"

	"filterbench/variants/shape"
)

// MaxBits bounds a table at 128 GiB: beyond that a size is a slip of the pen. Where
// addresses have 32 bits it is 1 GiB.
const (
	maxBitsLog = 33 + 7*(math.MaxUint>>63)
	MaxBits    = uint64(1) << maxBitsLog
)

// Cells returns how many cells perKey cells for each of keys are, rounded up to
// a whole number. The error says that perKey is not a positive number, or that
// the cells are more than any table here may have.
func Cells(keys uint64, perKey float64) (uint64, error) {
	if !(perKey > 0) || math.IsInf(perKey, 1) {
		return 0, fmt.Errorf("%g per key: must be a positive number", perKey)
	}
	return Whole(perKey * float64(keys))
}

// Whole rounds a number of cells up, and refuses one that is beyond reason.
func Whole(cells float64) (uint64, error) {
	if cells > float64(MaxBits) {
		return 0, TooLarge(cells)
	}
	return uint64(math.Ceil(cells)), nil
}

// TooLarge is the error for a table of so many cells.
func TooLarge(cells float64) error {
	return fmt.Errorf("the table would have %.3g cells; the limit is 2^%d bits, so give fewer keys or less space to each", cells, maxBitsLog)
}

// Check refuses a geometry that no machine could hold; it returns the shape otherwise.
func Check(s shape.Shape) (shape.Shape, error) {
	if s.Bits > MaxBits {
		return shape.Shape{}, fmt.Errorf("the table would have %.3g bits; the limit is 2^%d, so give fewer keys or slots", float64(s.Bits), maxBitsLog)
	}
	return s, nil
}

// SlotsForKeys returns the slots of which keys fill the share load, 0 < load <= 1,
// give or take one: the quotient is rounded, so [Holds] decides between neighbours.
func SlotsForKeys(keys uint64, load float64) (uint64, error) {
	if !(load > 0 && load <= 1) {
		return 0, fmt.Errorf("a load of %g: must be above 0 and at most 1", load)
	}
	return Whole(float64(keys) / load)
}

// Holds reports whether keys fill at most the share load of that many buckets.
func Holds(buckets, keys uint64, load float64, bucketSlots int) bool {
	return float64(keys) <= load*float64(buckets*uint64(bucketSlots))
}
