// Package baseline holds what filters are timed against, and what is no filter:
//
//	Null    answers true to everything: the cost of the measuring loop
//	Floor   reads random cache lines, or writes them, and answers true: the cost of memory
package baseline

import (
	"filterbench/internal/batch"
	"filterbench/variants"
	"filterbench/variants/shape"
	"filterbench/variants/spec"
)

// Families returns the families of this package.
func Families() []variants.Family {
	return []variants.Family{
		variants.Row("null", func(spec.Values, variants.Size, uint64) NullConfig { return NullConfig{} }, NewNull),
		variants.Row("floor", func(v spec.Values, n variants.Size, _ uint64) FloorConfig {
			return FloorConfig{Keys: n.Keys, BitsPerKey: v.Float("bpk"), Lines: v.Int("lines")}
		}, NewFloor),
	}
}

// NullConfig says nothing: there is nothing to choose.
type NullConfig struct{}

// Shape implements [variants.Config]: there is no table.
func (NullConfig) Shape() (shape.Shape, error) { return shape.Shape{Family: "null"}, nil }

// Null answers true to everything and does nothing else. What the harness
// measures of it is the harness: the loop, the call, the hash of the key.
type Null struct{}

var (
	_ variants.Filter      = Null{}
	_ variants.Deleter     = Null{}
	_ variants.Batcher     = Null{}
	_ variants.Typed       = Null{}
	_ variants.AllInserter = Null{}
)

// NewNull makes one. There is no error.
func NewNull(NullConfig) (Null, error) { return Null{}, nil }

// Insert implements [variants.Filter].
func (Null) Insert(uint64) error { return nil }

// Contains implements [variants.Filter]: everything is there, so nothing is ever missing.
func (Null) Contains(uint64) bool { return true }

// Delete implements [variants.Deleter], as the baseline for timing deletes.
func (Null) Delete(uint64) bool { return true }

// Shape implements [variants.Filter]: there is no table.
func (Null) Shape() shape.Shape { return shape.Shape{Family: "null"} }

// InsertBatch implements [variants.Batcher]. The hashes are made by the caller and not read
// here: reading them is the first thing that a filter does, and is its own cost.
func (Null) InsertBatch(hashes []uint64) (int, error) {
	n := 0
	for range hashes {
		n++
	}
	return n, nil
}

// InsertAll implements [variants.AllInserter].
func (Null) InsertAll([]uint64) error { return nil }

// ContainsEach implements [variants.Typed]. A hash of 0 counts for nothing, or the compiler would
// leave the hash out: the loop is that of others, without a filter.
func (Null) ContainsEach(keys []uint64, seed uint64) int {
	return batch.Each(keys, seed, func(hash uint64) bool { return hash != 0 })
}

// ContainsBatch implements [variants.Batcher].
func (Null) ContainsBatch(hashes []uint64, found []bool) int {
	found = found[:len(hashes)]
	for i := range hashes {
		found[i] = true
	}
	return len(hashes)
}
