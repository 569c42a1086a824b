package peers

import (
	"math"

	"github.com/dgraph-io/ristretto/v2/z"

	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// The Bloom filter of a cache: a power of two bits, and probes by double hashing from
// the two ends of the caller's 64-bit hash.

var ristrettoFamily = variants.FromShape(*families.Named("ristretto-bloom"), bbloomShape, newRistretto)

type ristretto struct {
	filter *z.Bloom
	shape  theory.Shape
}

func newRistretto(_ spec.Values, shape theory.Shape, _ uint64) variants.Filter {
	return &ristretto{filter: z.NewBloomFilter(float64(shape.Cells), math.Max(1, float64(shape.Probes))), shape: shape}
}

// Insert implements [variants.Filter].
func (f *ristretto) Insert(hash uint64) error {
	f.filter.Add(hash)
	return nil
}

// Add implements [variants.Reporter].
func (f *ristretto) Add(hash uint64) (changed bool) { return f.filter.AddIfNotHas(hash) }

// Save implements [variants.Saver].
func (f *ristretto) Save() ([]byte, error) { return f.filter.JSONMarshal(), nil }

// Load implements [variants.Saver].
func (f *ristretto) Load(data []byte) (variants.Filter, error) {
	filter, err := z.JSONUnmarshal(data)
	return &ristretto{filter: filter, shape: f.shape}, err
}

// Contains implements [variants.Filter].
func (f *ristretto) Contains(hash uint64) bool { return f.filter.Has(hash) }

// Used implements [variants.Holder].
func (f *ristretto) Used() uint64 { return f.filter.ElemNum }

// Shape implements [variants.Filter].
func (f *ristretto) Shape() theory.Shape { return f.shape }
