package cuckoo

import (
	"filterbench/internal/bitpack"
	"filterbench/variants"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// semisortSlots is the number of slots of a bucket: with two the saving is smaller,
// with eight the table of multisets is too large.
const semisortSlots = 4

func semisortShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	f := v.Int("f")
	buckets, err := cuckooBuckets(v, semisortSlots, size)
	slots := buckets * semisortSlots
	return theory.Shape{Bits: slots * uint64(f-1), Cells: slots, BucketSlots: semisortSlots, FingerprintBits: f}, err
}

func newSemisort(v spec.Values, shape theory.Shape, seed uint64) variants.Filter {
	return cuckooOn(bitpack.NewSortedBuckets(shape.Cells/semisortSlots, shape.FingerprintBits), v, shape, seed)
}
