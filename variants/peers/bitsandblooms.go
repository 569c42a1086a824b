package peers

import (
	"github.com/bits-and-blooms/bloom/v3"

	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// A standard Bloom filter over a Murmur hash of 256 bits, of which every two parts give
// a probe by double hashing.

var babFamily = variants.Define(*families.Named("bab-bloom"), babShape, newBab)

func babShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	m, k := bloom.EstimateParameters(uint(max(size.Keys, 1)), v.Float("fpr"))
	return theory.Shape{Bits: uint64(m), Cells: uint64(m), Probes: int(k)}, nil
}

type bab struct {
	key    keyBuffer
	filter *bloom.BloomFilter
	shape  theory.Shape
}

func newBab(v spec.Values, shape theory.Shape, _ uint64) variants.Filter {
	if bare(v) {
		return &bareBab{filter: bloom.New(uint(shape.Cells), uint(shape.Probes)), locations: make([]uint64, shape.Probes), shape: shape}
	}
	return &bab{filter: bloom.New(uint(shape.Cells), uint(shape.Probes)), shape: shape}
}

// Insert implements [variants.Filter].
func (f *bab) Insert(hash uint64) error {
	f.filter.Add(f.key.of(hash))
	return nil
}

// Contains implements [variants.Filter].
func (f *bab) Contains(hash uint64) bool { return f.filter.Test(f.key.of(hash)) }

// Shape implements [variants.Filter].
func (f *bab) Shape() theory.Shape { return f.shape }

// bareBab makes the locations of a key by double hashing of the caller's hash.
type bareBab struct {
	filter    *bloom.BloomFilter
	locations []uint64 // of the call under way
	shape     theory.Shape
}

// locate returns the locations of a key, before they are reduced to the table.
func (f *bareBab) locate(hash uint64) []uint64 {
	step := hash<<32 | hash>>32 | 1
	for i := range f.locations {
		f.locations[i] = hash
		hash += step
	}
	return f.locations
}

// Insert implements [variants.Filter].
func (f *bareBab) Insert(hash uint64) error {
	set := f.filter.BitSet()
	for _, at := range f.locate(hash) {
		set.Set(uint(at % f.shape.Cells))
	}
	return nil
}

// Contains implements [variants.Filter].
func (f *bareBab) Contains(hash uint64) bool { return f.filter.TestLocations(f.locate(hash)) }

// Shape implements [variants.Filter].
func (f *bareBab) Shape() theory.Shape { return f.shape }
