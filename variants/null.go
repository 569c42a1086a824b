package variants

import (
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// null answers true to everything and does nothing else. What the harness
// measures of it is the harness: the loop, the call, the hash of the key.
type null struct{}

var (
	_ Filter  = null{}
	_ Deleter = null{}
	_ Batcher = null{}

	_ AllInserter = null{}
)

func nullShape(spec.Values, Size) (theory.Shape, error) { return theory.Shape{}, nil }

func newNull(spec.Values, theory.Shape, uint64) Filter { return null{} }

// Insert implements [Filter].
func (null) Insert(uint64) error { return nil }

// Contains implements [Filter]: everything is there, so nothing is ever missing.
func (null) Contains(uint64) bool { return true }

// Delete implements [Deleter], as the baseline for timing deletes.
func (null) Delete(uint64) bool { return true }

// Shape implements [Filter]: there is no table.
func (null) Shape() theory.Shape { return theory.Shape{Family: "null"} }

// InsertBatch implements [Batcher]. The hashes are made by the caller and not read
// here: reading them is the first thing that a filter does, and is its own cost.
func (null) InsertBatch(hashes []uint64) (int, error) {
	n := 0
	for range hashes {
		n++
	}
	return n, nil
}

// InsertAll implements [AllInserter].
func (null) InsertAll([]uint64) error { return nil }

// ContainsBatch implements [Batcher].
func (null) ContainsBatch(hashes []uint64, found []bool) int {
	found = found[:len(hashes)]
	for i := range hashes {
		found[i] = true
	}
	return len(hashes)
}
