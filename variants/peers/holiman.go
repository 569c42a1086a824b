package peers

import (
	"math/rand/v2"

	v2 "github.com/holiman/bloomfilter/v2"

	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// A standard Bloom filter that takes the key's 64-bit hash, and makes its probes by
// turning it and adding a random key each time. It locks itself for every call.

var holimanFamily = variants.FromShape(*families.Named("holiman-bloom"), holimanShape, newHoliman)

func holimanShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	keys := max(size.Keys, 1)
	m := v2.OptimalM(keys, v.Float("fpr"))
	return theory.Shape{Bits: (m + 63) / 64 * 64, Cells: m, Probes: int(v2.OptimalK(m, keys))}, nil
}

type holiman struct {
	filter *v2.Filter
	shape  theory.Shape
}

func newHoliman(_ spec.Values, shape theory.Shape, seed uint64) variants.Filter {
	random := rand.New(rand.NewPCG(seed, 0))
	keys := make([]uint64, shape.Probes)
	for i := range keys {
		keys[i] = random.Uint64()
	}
	filter, err := v2.NewWithKeys(shape.Cells, keys)
	if err != nil {
		panic("peers: holiman/bloomfilter: " + err.Error()) // fewer than 2 bits, or equal keys
	}
	return &holiman{filter: filter, shape: shape}
}

// Insert implements [variants.Filter].
func (f *holiman) Insert(hash uint64) error {
	f.filter.AddHash(hash)
	return nil
}

// Save implements [variants.Saver].
func (f *holiman) Save() ([]byte, error) { return f.filter.MarshalBinary() }

// Load implements [variants.Saver].
func (f *holiman) Load(data []byte) (variants.Filter, error) {
	filter := new(v2.Filter)
	return &holiman{filter: filter, shape: f.shape}, filter.UnmarshalBinary(data)
}

// Contains implements [variants.Filter].
func (f *holiman) Contains(hash uint64) bool { return f.filter.ContainsHash(hash) }

// Used implements [variants.Holder].
func (f *holiman) Used() uint64 { return f.filter.N() }

// Shape implements [variants.Filter].
func (f *holiman) Shape() theory.Shape { return f.shape }
