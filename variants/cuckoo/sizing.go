package cuckoo

import (
	"fmt"

	"filterbench/variants/sizing"
)

// maxBuckets is the most that a table has: more would need hash bits that make the fingerprint.
const maxBuckets = 1 << 32

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
	slots, err := sizing.SlotsForKeys(keys, load)
	if err != nil {
		return 0, err
	}
	buckets, err := Buckets(slots, bucketSlots)
	if half := buckets / 2; err == nil && half >= 2 && sizing.Holds(half, keys, load, bucketSlots) {
		return half, nil
	}
	return buckets, err
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
	slots, err := sizing.SlotsForKeys(keys, load)
	if err != nil {
		return 0, err
	}
	buckets, err := EvenBuckets(slots, bucketSlots)
	if err != nil {
		return 0, err
	}
	for buckets > 2 && sizing.Holds(buckets-2, keys, load, bucketSlots) {
		buckets -= 2
	}
	for !sizing.Holds(buckets, keys, load, bucketSlots) {
		buckets += 2
	}
	return buckets, nil
}
