package variants

import (
	"math/bits"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// counting is a Bloom filter with a small counter in place of each bit, which
// lets it forget keys. It probes the same sequence as bloom.
//
// A counter that reaches its largest value sticks there for good: it may have
// been asked to go higher, and if it were counted down again it could reach 0
// while a key still needs it. Stuck counters never cause a false negative, only
// positives that deletes no longer remove; Overflows says how many there are.
type counting struct {
	counters  bitpack.Counters
	cells     uint64      // m, number of counters
	probes    int         // k >= 1
	overflows uint64      // counters that are stuck
	kernel    *simd.Bloom // for many keys at a time, nil where that cannot be
	shape     theory.Shape
}

var (
	_ Filter     = (*counting)(nil)
	_ Deleter    = (*counting)(nil)
	_ Counter    = (*counting)(nil)
	_ Overflower = (*counting)(nil)
	_ Batcher    = (*counting)(nil)
)

func countingShape(v spec.Values, size Size) (theory.Shape, error) {
	width := v.Int("w")
	cells, probes, err := bloomSize(v, size.Keys, width)
	return theory.Shape{Bits: cells * uint64(width), Cells: cells, Probes: probes, CounterBits: width}, err
}

func newCounting(_ spec.Values, shape theory.Shape, _ uint64) Filter {
	return &counting{
		counters: bitpack.NewCounters(shape.Cells, shape.CounterBits),
		cells:    shape.Cells,
		probes:   shape.Probes,
		kernel:   simd.NewBloom(shape.Cells, bits.TrailingZeros(uint(shape.CounterBits)), shape.Probes),
		shape:    shape,
	}
}

// Insert implements [Filter]. It never refuses.
func (f *counting) Insert(hash uint64) error {
	p := hashing.Probes(hash)
	for range f.probes {
		if f.counters.Up(p.Of(f.cells)) {
			f.overflows++
		}
		p = p.Next()
	}
	return nil
}

// Contains implements [Filter]. It stops at the first counter that is 0.
func (f *counting) Contains(hash uint64) bool {
	p := hashing.Probes(hash)
	for range f.probes {
		if f.counters.Get(p.Of(f.cells)) == 0 {
			return false
		}
		p = p.Next()
	}
	return true
}

// Delete implements [Deleter]: false, and no change, for a key that is certainly
// absent.
func (f *counting) Delete(hash uint64) bool {
	if !f.Contains(hash) {
		return false
	}
	p := hashing.Probes(hash)
	for range f.probes {
		f.counters.Down(p.Of(f.cells))
		p = p.Next()
	}
	return true
}

// Count implements [Counter]: the smallest of the key's counters.
func (f *counting) Count(hash uint64) uint64 {
	least := f.counters.Max()
	p := hashing.Probes(hash)
	for range f.probes {
		least = min(least, f.counters.Get(p.Of(f.cells)))
		p = p.Next()
	}
	return least
}

// Overflows implements [Overflower].
func (f *counting) Overflows() uint64 { return f.overflows }

// Shape implements [Filter].
func (f *counting) Shape() theory.Shape { return f.shape }

// InsertBatch implements [Batcher].
func (f *counting) InsertBatch(hashes []uint64) (int, error) {
	words := f.counters.Words()
	if !batch.Far(8 * len(words)) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	}
	var p batch.Probes
	for cells := p.Start(words, f.cells, f.probes, f.counters.Width(), hashes); len(cells) > 0; cells = p.Next() {
		for _, at := range cells {
			if f.counters.Up(at) {
				f.overflows++
			}
		}
	}
	return len(hashes), nil
}

// ContainsBatch implements [Batcher].
func (f *counting) ContainsBatch(hashes []uint64, found []bool) int {
	found, hits, done := found[:len(hashes)], 0, 0
	if f.kernel != nil {
		done, hits = simd.ContainsBloom(f.counters.Words(), f.kernel, hashes, found)
	}
	return hits + batch.Contains(hashes[done:], found[done:], func(hash uint64) bool { return f.Contains(hash) })
}
