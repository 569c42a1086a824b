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

var babFamily = variants.FromShape(*families.Named("bab-bloom"), babShape, newBab)

func babShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	m, k := bloom.EstimateParameters(uint(max(size.Keys, 1)), v.Float("fpr"))
	return theory.Shape{Bits: uint64(m), Cells: uint64(m), Probes: int(k)}, nil
}

type bab struct {
	filter *bloom.BloomFilter
	shape  theory.Shape
}

func newBab(v spec.Values, shape theory.Shape, _ uint64) variants.Filter {
	if bare(v) {
		return &bareBab{filter: bloom.New(uint(shape.Cells), uint(shape.Probes)), shape: shape}
	}
	return &bab{filter: bloom.New(uint(shape.Cells), uint(shape.Probes)), shape: shape}
}

// Insert implements [variants.Filter].
func (f *bab) Insert(hash uint64) error {
	key := keyBytes(hash)
	f.filter.Add(key[:])
	return nil
}

// Add implements [variants.Reporter].
func (f *bab) Add(hash uint64) (changed bool) {
	key := keyBytes(hash)
	return !f.filter.TestAndAdd(key[:])
}

// Save implements [variants.Saver].
func (f *bab) Save() ([]byte, error) { return f.filter.MarshalBinary() }

// Load implements [variants.Saver].
func (f *bab) Load(data []byte) (variants.Filter, error) {
	filter := new(bloom.BloomFilter)
	return &bab{filter: filter, shape: f.shape}, filter.UnmarshalBinary(data)
}

// Contains implements [variants.Filter].
func (f *bab) Contains(hash uint64) bool {
	key := keyBytes(hash)
	return f.filter.Test(key[:])
}

// TakesText implements [variants.TextFilter].
func (f *bab) TakesText() bool { return true }

// InsertText implements [variants.TextFilter].
func (f *bab) InsertText(key []byte) error { f.filter.Add(key); return nil }

// ContainsText implements [variants.TextFilter].
func (f *bab) ContainsText(key []byte) bool { return f.filter.Test(key) }

// Shape implements [variants.Filter].
func (f *bab) Shape() theory.Shape { return f.shape }

// bareBab makes the locations of a key by double hashing of the caller's hash.
type bareBab struct {
	filter *bloom.BloomFilter
	shape  theory.Shape
}

// maxBabProbes is above the probes for the lowest rate that can be asked for, 1e-9.
const maxBabProbes = 32

// locate writes the locations of a key to locations and returns them, before they are
// reduced to the table.
func (f *bareBab) locate(locations *[maxBabProbes]uint64, hash uint64) []uint64 {
	step := hash<<32 | hash>>32 | 1
	list := locations[:f.shape.Probes]
	for i := range list {
		list[i] = hash
		hash += step
	}
	return list
}

// Insert implements [variants.Filter].
func (f *bareBab) Insert(hash uint64) error {
	set := f.filter.BitSet()
	var locations [maxBabProbes]uint64
	for _, at := range f.locate(&locations, hash) {
		set.Set(uint(at % f.shape.Cells))
	}
	return nil
}

// Contains implements [variants.Filter].
func (f *bareBab) Contains(hash uint64) bool {
	var locations [maxBabProbes]uint64
	return f.filter.TestLocations(f.locate(&locations, hash))
}

// Shape implements [variants.Filter].
func (f *bareBab) Shape() theory.Shape { return f.shape }
