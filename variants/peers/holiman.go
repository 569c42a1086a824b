package peers

import (
	"math/rand/v2"

	"github.com/holiman/bloomfilter/v2"

	"filterbench/internal/spec"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// A standard Bloom filter that takes the key's 64-bit hash, and makes its probes by
// turning it and adding a random key each time. It locks itself for every call.

var holimanFamily = variants.Define(variants.Family{
	Schema: spec.Schema{Name: "holiman-bloom", Doc: "standard Bloom filter with a lock (holiman/bloomfilter)", Fields: []spec.Field{fprField}},
	Peer:   "github.com/holiman/bloomfilter/v2 v2.0.3",
	Library: &variants.Library{
		Hash:    "none: it takes the caller's 64-bit hash, here that of this project",
		Seeds:   "all: NewWithKeys takes the keys of its probes, which New draws from crypto/rand",
		Threads: "package comment: thread-safe; Add and Contains tested with the race detector",
		Promise: promisedFPR,
		Defects: []variants.Defect{
			{What: "Union and UnionInPlace read the other filter without its lock", Test: "TestDefectHolimanUnionRaces"},
			{What: "IsCompatible, hence Union, panics if the other filter has fewer probes", Test: "TestDefectHolimanCompatible"},
			{What: "NewOptimal for no keys panics in place of its error", Test: "TestDefectHolimanNoKeys"},
		},
	},
}, holimanShape, newHoliman)

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

// Contains implements [variants.Filter].
func (f *holiman) Contains(hash uint64) bool { return f.filter.ContainsHash(hash) }

// Used implements [variants.Holder].
func (f *holiman) Used() uint64 { return f.filter.N() }

// Shape implements [variants.Filter].
func (f *holiman) Shape() theory.Shape { return f.shape }
