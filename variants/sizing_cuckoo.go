package variants

import (
	"fmt"

	"filterbench/variants/families"
	"filterbench/variants/spec"
)

// Buckets returns the smallest power of two, at least 2, of buckets with
// bucketSlots slots each that are slots or more together.
func Buckets(slots uint64, bucketSlots int) (uint64, error) {
	buckets := uint64(2)
	for buckets*uint64(bucketSlots) < slots {
		if buckets *= 2; buckets > maxBuckets {
			return 0, errTooManySlots(slots, bucketSlots)
		}
	}
	return buckets, nil
}

// BucketsForKeys returns the smallest power of two, at least 2, of buckets with
// bucketSlots slots each of which keys fill the share load at most, 0 < load <= 1.
func BucketsForKeys(keys uint64, load float64, bucketSlots int) (uint64, error) {
	slots, err := slotsForKeys(keys, load)
	if err != nil {
		return 0, err
	}
	buckets, err := Buckets(slots, bucketSlots)
	if half := buckets / 2; err == nil && half >= 2 && holds(half, keys, load, bucketSlots) {
		return half, nil
	}
	return buckets, err
}

// slotsForKeys returns the slots of which keys fill the share load, 0 < load <= 1,
// give or take one: as in BloomCells, the quotient is rounded, the promise is not.
func slotsForKeys(keys uint64, load float64) (uint64, error) {
	if !(load > 0 && load <= 1) {
		return 0, fmt.Errorf("a load of %g: must be above 0 and at most 1", load)
	}
	return wholeCells(float64(keys) / load)
}

// holds reports whether keys fill at most the share load of that many buckets.
func holds(buckets, keys uint64, load float64, bucketSlots int) bool {
	return float64(keys) <= load*float64(buckets*uint64(bucketSlots))
}

func errTooManySlots(slots uint64, bucketSlots int) error {
	return fmt.Errorf("%d slots need more than 2^32 buckets of %d, the most that a 64-bit hash can address beside a fingerprint", slots, bucketSlots)
}

// EvenBuckets returns the smallest even number of buckets with bucketSlots slots
// each that are slots or more together: at least 2.
func EvenBuckets(slots uint64, bucketSlots int) (uint64, error) {
	pair := 2 * uint64(bucketSlots)
	pairs := slots / pair
	if slots%pair != 0 || pairs == 0 {
		pairs++
	}
	if pairs > maxBuckets/2 {
		return 0, errTooManySlots(slots, bucketSlots)
	}
	return 2 * pairs, nil
}

// EvenBucketsForKeys returns the smallest even number, at least 2, of buckets with
// bucketSlots slots each of which keys fill the share load at most, 0 < load <= 1.
func EvenBucketsForKeys(keys uint64, load float64, bucketSlots int) (uint64, error) {
	slots, err := slotsForKeys(keys, load)
	if err != nil {
		return 0, err
	}
	buckets, err := EvenBuckets(slots, bucketSlots)
	if err != nil {
		return 0, err
	}
	for buckets > 2 && holds(buckets-2, keys, load, bucketSlots) {
		buckets -= 2
	}
	for !holds(buckets, keys, load, bucketSlots) {
		buckets += 2
	}
	return buckets, nil
}

// cuckooBuckets computes the buckets of b slots of a cuckoo filter from its parameters.
func cuckooBuckets(v spec.Values, b int, size Size) (uint64, error) {
	forSlots, forKeys := Buckets, BucketsForKeys
	if v.Text("buckets") == "any" {
		forSlots, forKeys = EvenBuckets, EvenBucketsForKeys
	}
	if size.Slots != 0 {
		return forSlots(size.Slots, b)
	}
	load := families.UsualLoad(b)
	if v.Float("load") != 0 {
		load = v.Float("load")
	}
	return forKeys(size.Keys, load, b)
}
