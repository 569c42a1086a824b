package peers

import (
	"github.com/bits-and-blooms/bloom/v3"

	"filterbench/internal/spec"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// A standard Bloom filter over a Murmur hash of 256 bits, of which every two parts give
// a probe by double hashing.

var babFamily = variants.Define(variants.Family{
	Schema: spec.Schema{Name: "bab-bloom", Doc: "standard Bloom filter (bits-and-blooms/bloom)", Fields: []spec.Field{fprField}},
	Peer:   "github.com/bits-and-blooms/bloom/v3 v3.7.1",
	Library: &variants.Library{
		Hash:    "MurmurHash3 of 256 bits",
		Seeds:   "nothing; its constants are fixed",
		Threads: "README: any number of readers while nobody writes; tested with the race detector",
		Promise: promisedFPR,
		Defects: []variants.Defect{
			{What: "a filter estimated for no keys takes a number that is none for k: Add never ends", Test: "TestDefectBabNoKeys"},
		},
	},
}, babShape, newBab)

func babShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	m, k := bloom.EstimateParameters(uint(max(size.Keys, 1)), v.Float("fpr"))
	return theory.Shape{Bits: uint64(m), Cells: uint64(m), Probes: int(k)}, nil
}

type bab struct {
	key    keyBuffer
	filter *bloom.BloomFilter
	shape  theory.Shape
}

func newBab(_ spec.Values, shape theory.Shape, _ uint64) variants.Filter {
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
