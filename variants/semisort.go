package variants

import (
	"filterbench/internal/bitpack"
	"filterbench/internal/spec"
	"filterbench/variants/theory"
)

// The semi-sorted cuckoo filter of Fan et al. is the cuckoo filter with four slots
// a bucket, in another layout: the order of the fingerprints in a bucket means
// nothing, so they are kept sorted and the space that their order took is saved.
// Four nibbles, one of each fingerprint, are written as one of C(19,4) = 3876
// multisets in 12 bits in place of 16; the other f-4 bits of each lie beside them.
// A slot costs f-1 bits, and the rate of false positives is that of f:
//
//	cuckoo(b=4,f=12)   12 bits a slot, 8/2^12 at most
//	semisort(f=13)     12 bits a slot, 8/2^13 at most
//
// What it costs is time: to read a bucket takes a table of 8 KiB and some shifts,
// and to write one a sort. Everything else is that of [cuckoo], which this is with
// [bitpack.SortedBuckets] for its table: hash bits, second buckets and random walk.
// When the walk fails, its way back restores the table bit for bit, as a bucket has
// one form only.
//
// f is 6 to 17: a nibble and two bits, as lanes are that wide, up to 64 bits a bucket.
var semisortSpec = spec.Schema{
	Name: "semisort",
	Doc:  "cuckoo filter that sorts its buckets of four and saves a bit a slot",
	Fields: []spec.Field{
		{Key: "f", Kind: spec.Int, Min: 6, Max: 17, Default: "13", Show: true, Doc: "bits of a fingerprint, of which a slot takes one less"},
		bucketsField,
		kicksField,
		{Key: "load", Kind: spec.Float, Min: 0.01, Max: 1, Default: "0.95", Doc: "share of slots that the capacity fills at most"},
	},
}

// semisortSlots is the number of slots of a bucket: with two the saving is smaller,
// with eight the table of multisets is too large.
const semisortSlots = 4

func semisortShape(v spec.Values, size Size) (theory.Shape, error) {
	f := v.Int("f")
	buckets, err := cuckooBuckets(v, semisortSlots, size)
	slots := buckets * semisortSlots
	return theory.Shape{Bits: slots * uint64(f-1), Cells: slots, BucketSlots: semisortSlots, FingerprintBits: f}, err
}

func newSemisort(v spec.Values, shape theory.Shape, seed uint64) Filter {
	return cuckooOn(bitpack.NewSortedBuckets(shape.Cells/semisortSlots, shape.FingerprintBits), v, shape, seed)
}
