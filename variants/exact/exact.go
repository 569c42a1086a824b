// Package exact holds sets without false positives: what the approximation of filters
// saves is measured against them, and their answers are the truth.
//
//	Filter   a map from hash to multiplicity
//	Set      a map of hashes, strings or digests: what people write instead of a filter
//	Chains   a hash table whose keys join the shortest of a few chains
//
// Two keys with the same 64-bit hash are one key to Filter and Chains.
package exact

import (
	"math/bits"

	"filterbench/internal/batch"
	"filterbench/variants"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
	"filterbench/variants/spec"
)

// Families returns the families of this package.
func Families() []variants.Family {
	return []variants.Family{
		variants.Row("exact", func(_ spec.Values, n variants.Size, _ uint64) Config { return Config{Keys: n.Keys} }, New),
		variants.Row("set", func(v spec.Values, n variants.Size, _ uint64) SetConfig {
			return SetConfig{Keys: n.Keys, Of: v.Text("of"), Empty: v.Text("start") == "empty"}
		}, newSet),
		variants.Row("chains", func(v spec.Values, n variants.Size, _ uint64) ChainsConfig {
			return ChainsConfig{Keys: n.Keys, Choices: v.Int("d")}
		}, NewChains),
	}
}

// Config says for how many keys a [Filter] makes room.
type Config struct {
	_ struct{}

	Keys uint64 // distinct keys; more make the map grow
}

// slotBits is what a slot of the map takes: a key and a value of eight bytes and a byte of
// control word.
const slotBits = 8 * (8 + 8 + 1)

// Shape implements [variants.Config]. It estimates what Go's map takes for that many keys
// when it is made with room for them. Since Go 1.24 it keeps groups of eight slots, each a
// key and a value and a byte of control word; it fills them to 7/8,
// and the number of slots is a power of two. A test compares with the heap.
func (c Config) Shape() (shape.Shape, error) {
	if c.Keys > sizing.MaxBits/slotBits {
		return shape.Shape{}, sizing.TooLarge(float64(c.Keys))
	}
	return shape.Shape{Family: "exact", Bits: slotBits * mapSlots(c.Keys)}, nil
}

// Filter is a map from hash to multiplicity: a filter without false positives,
// which says what the approximation of the others saves, and the oracle that
// their answers are held against.
type Filter struct {
	count map[uint64]uint64 // copies of each hash, never 0
	shape shape.Shape
}

var (
	_ variants.Filter  = (*Filter)(nil)
	_ variants.Deleter = (*Filter)(nil)
	_ variants.Counter = (*Filter)(nil)
	_ variants.Batcher = (*Filter)(nil)
)

// New makes an empty map. Its error says that there are too many keys.
func New(c Config) (*Filter, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	return &Filter{count: make(map[uint64]uint64, s.Bits/slotBits*7/8), shape: s}, nil
}

// mapSlots returns the slots that a Go map makes room for when told to expect n keys.
func mapSlots(n uint64) uint64 {
	if n <= 8 {
		return 8
	}
	return 1 << bits.Len64(n*8/7-1)
}

// Insert implements [variants.Filter]. It never refuses: the map grows.
func (e *Filter) Insert(hash uint64) error {
	e.count[hash]++
	return nil
}

// Contains implements [variants.Filter]. Its true answers are certain too.
func (e *Filter) Contains(hash uint64) bool {
	_, ok := e.count[hash]
	return ok
}

// Delete implements [variants.Deleter]. It removes nothing else than it is told to.
func (e *Filter) Delete(hash uint64) bool {
	switch n := e.count[hash]; n {
	case 0:
		return false
	case 1:
		delete(e.count, hash)
	default:
		e.count[hash] = n - 1
	}
	return true
}

// Count implements [variants.Counter], exactly.
func (e *Filter) Count(hash uint64) uint64 { return e.count[hash] }

// Shape implements [variants.Filter].
func (e *Filter) Shape() shape.Shape { return e.shape }

// InsertBatch implements [variants.Batcher].
func (e *Filter) InsertBatch(hashes []uint64) (int, error) {
	return batch.Insert(hashes, func(hash uint64) error { return e.Insert(hash) })
}

// ContainsBatch implements [variants.Batcher].
func (e *Filter) ContainsBatch(hashes []uint64, found []bool) int {
	return batch.Contains(hashes, found, func(hash uint64) bool { return e.Contains(hash) })
}
