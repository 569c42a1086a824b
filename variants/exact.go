package variants

import (
	"math/bits"

	"filterbench/internal/batch"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// exact is a map from hash to multiplicity: a filter without false positives,
// which says what the approximation of the others saves, and the oracle that
// their answers are held against.
type exact struct {
	count map[uint64]uint64 // copies of each hash, never 0
	shape theory.Shape
}

var (
	_ Filter  = (*exact)(nil)
	_ Deleter = (*exact)(nil)
	_ Counter = (*exact)(nil)
	_ Batcher = (*exact)(nil)
)

// exactShape estimates what Go's map takes for that many keys when it is made
// with room for them. Since Go 1.24 it keeps groups of eight slots, each a key
// and a value of eight bytes and a byte of control word; it fills them to 7/8,
// and the number of slots is a power of two. A test compares with the heap.
func exactShape(_ spec.Values, size Size) (theory.Shape, error) {
	const slotBits = 8 * (8 + 8 + 1)
	if size.Keys > maxBits/slotBits {
		return theory.Shape{}, errTooLarge(float64(size.Keys))
	}
	return theory.Shape{Bits: slotBits * mapSlots(size.Keys)}, nil
}

// mapSlots returns the slots that a Go map makes room for when told to expect n keys.
func mapSlots(n uint64) uint64 {
	if n <= 8 {
		return 8
	}
	return 1 << bits.Len64(n*8/7-1)
}

func newExact(_ spec.Values, shape theory.Shape, _ uint64) Filter {
	const slotBits = 8 * (8 + 8 + 1)
	return &exact{count: make(map[uint64]uint64, shape.Bits/slotBits*7/8), shape: shape}
}

// Insert implements [Filter]. It never refuses: the map grows.
func (e *exact) Insert(hash uint64) error {
	e.count[hash]++
	return nil
}

// Contains implements [Filter]. Its true answers are certain too.
func (e *exact) Contains(hash uint64) bool {
	_, ok := e.count[hash]
	return ok
}

// Delete implements [Deleter]. It removes nothing else than it is told to.
func (e *exact) Delete(hash uint64) bool {
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

// Count implements [Counter], exactly.
func (e *exact) Count(hash uint64) uint64 { return e.count[hash] }

// Shape implements [Filter].
func (e *exact) Shape() theory.Shape { return e.shape }

// InsertBatch implements [Batcher].
func (e *exact) InsertBatch(hashes []uint64) (int, error) {
	return batch.Insert(hashes, func(hash uint64) error { return e.Insert(hash) })
}

// ContainsBatch implements [Batcher].
func (e *exact) ContainsBatch(hashes []uint64, found []bool) int {
	return batch.Contains(hashes, found, func(hash uint64) bool { return e.Contains(hash) })
}
