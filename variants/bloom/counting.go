package bloom

import (
	"fmt"
	"math/bits"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
)

// CountingConfig says how large a counting Bloom filter is. BitsPerKey counts all bits of
// the counters.
type CountingConfig struct {
	Config

	CounterBits int // 2, 4 or 8; 0 for the default of the family
}

// Shape implements [variants.Config].
func (c CountingConfig) Shape() (shape.Shape, error) {
	width := c.CounterBits
	switch width {
	case 0:
		width = int(families.Default("counting", "w"))
	case 2, 4, 8:
	default:
		return shape.Shape{}, fmt.Errorf("CounterBits is %d: must be 2, 4 or 8", width)
	}
	cells, probes, err := c.size(width)
	if err != nil {
		return shape.Shape{}, err
	}
	return sizing.Check(shape.Shape{Family: "counting", Bits: cells * uint64(width), Cells: cells, Probes: probes, CounterBits: width})
}

// Counting is a Bloom filter with a small counter in place of each bit, which
// lets it forget keys. It probes the same positions as [Filter].
//
// A counter that reaches its largest value sticks there for good: it may have
// been asked to go higher, and if it were counted down again it could reach 0
// while a key still needs it. Stuck counters never cause a false negative, only
// positives that deletes no longer remove; Overflows says how many there are.
type Counting struct {
	counters  bitpack.Counters
	cells     uint64      // m, number of counters
	probes    int         // k >= 1
	overflows uint64      // counters that are stuck
	kernel    *simd.Bloom // for many keys at a time, nil where that cannot be
	shape     shape.Shape
}

var (
	_ variants.Filter     = (*Counting)(nil)
	_ variants.Deleter    = (*Counting)(nil)
	_ variants.Counter    = (*Counting)(nil)
	_ variants.Overflower = (*Counting)(nil)
	_ variants.Batcher    = (*Counting)(nil)
	_ variants.Tabler     = (*Counting)(nil)
)

// NewCounting makes an empty filter. Its error says which field of the configuration is
// wrong.
func NewCounting(c CountingConfig) (*Counting, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	return &Counting{
		counters: bitpack.NewCounters(s.Cells, s.CounterBits),
		cells:    s.Cells,
		probes:   s.Probes,
		kernel:   simd.NewBloom(s.Cells, bits.TrailingZeros(uint(s.CounterBits)), s.Probes),
		shape:    s,
	}, nil
}

// Insert implements [variants.Filter]. It never refuses.
func (f *Counting) Insert(hash uint64) error {
	p := hashing.Probes(hash)
	for range f.probes {
		if f.counters.Up(p.Of(f.cells)) {
			f.overflows++
		}
		p = p.Next()
	}
	return nil
}

// Contains implements [variants.Filter]. It stops at the first counter that is 0.
func (f *Counting) Contains(hash uint64) bool {
	p := hashing.Probes(hash)
	for range f.probes {
		if f.counters.Get(p.Of(f.cells)) == 0 {
			return false
		}
		p = p.Next()
	}
	return true
}

// Delete implements [variants.Deleter]: false, and no change, for a key that is certainly
// absent.
func (f *Counting) Delete(hash uint64) bool {
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

// Count implements [variants.Counter]: the smallest of the key's counters.
func (f *Counting) Count(hash uint64) uint64 {
	least := f.counters.Max()
	p := hashing.Probes(hash)
	for range f.probes {
		least = min(least, f.counters.Get(p.Of(f.cells)))
		p = p.Next()
	}
	return least
}

// Overflows implements [variants.Overflower].
func (f *Counting) Overflows() uint64 { return f.overflows }

// Shape implements [variants.Filter].
func (f *Counting) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *Counting) Tables() [][]byte { return [][]byte{bitpack.Raw(f.counters.Words())} }

// InsertBatch implements [variants.Batcher].
func (f *Counting) InsertBatch(hashes []uint64) (int, error) {
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

// ContainsBatch implements [variants.Batcher].
func (f *Counting) ContainsBatch(hashes []uint64, found []bool) int {
	found, hits, done := found[:len(hashes)], 0, 0
	if f.kernel != nil {
		done, hits = simd.ContainsBloom(f.counters.Words(), f.kernel, hashes, found)
	}
	return hits + batch.Contains(hashes[done:], found[done:], func(hash uint64) bool { return f.Contains(hash) })
}
