package ageing

import (
	"fmt"
	"math"

	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/bloom"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
)

// RingConfig says for which window a ring is made.
type RingConfig struct {
	_ struct{}

	Window      uint64  // units of time, and keys that come in it
	Generations int     // into which the window is divided, from 1 to 64; one makes a rotating pair
	FPR         float64 // with a window and a generation in it, the most that there is
}

// Shape implements [variants.Config].
func (c RingConfig) Shape() (shape.Shape, error) {
	part, err := c.part()
	if err != nil {
		return shape.Shape{}, err
	}
	n := uint64(c.Generations + 1)
	return sizing.Check(shape.Shape{Family: "ring", Bits: n * part.Bits, Cells: n * part.Cells, Probes: part.Probes, Layers: int(n)})
}

// part is the shape of one filter of the ring.
func (c RingConfig) part() (shape.Shape, error) {
	if c.Generations < 1 || c.Generations > 64 {
		return shape.Shape{}, fmt.Errorf("field Generations is %d: must be from 1 to 64", c.Generations)
	}
	return c.bloom().Shape()
}

// bloom is what a filter of the ring is made from: all of them together err at the rate.
func (c RingConfig) bloom() bloom.Config {
	return bloom.Config{Keys: newEpochs(c.Window, c.Generations).every, FPR: -math.Expm1(math.Log1p(-c.FPR) / float64(c.Generations+1))}
}

// Ring is a ring of Bloom filters. Keys go into the newest; when it has been the newest for a
// generation, the oldest is cleared and takes its place. A lookup asks all of them. With g
// generations a window there are g+1 filters, and a key is forgotten at most a g-th of a
// window late.
type Ring struct {
	epochs
	parts [][]uint64 // the bits of each filter
	cells uint64     // of one
	shape shape.Shape
}

var (
	_ variants.Filter = (*Ring)(nil)
	_ variants.Ager   = (*Ring)(nil)
	_ variants.Tabler = (*Ring)(nil)
)

// NewRing makes an empty ring at time 0. Its error says which field is wrong.
func NewRing(c RingConfig) (*Ring, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	n := c.Generations + 1
	f := &Ring{epochs: newEpochs(c.Window, c.Generations), cells: s.Cells / uint64(n), shape: s}
	f.parts = slicesOf(n, f.cells)
	return f, nil
}

// Advance implements [variants.Ager].
func (f *Ring) Advance(now uint64) {
	f.advance(now, len(f.parts), func(epoch uint64) uint64 {
		part := f.at(epoch)
		clear(part)
		return 8 * uint64(len(part))
	})
}

// at returns the filter of an epoch.
func (f *Ring) at(epoch uint64) []uint64 { return f.parts[epoch%uint64(len(f.parts))] }

// Insert implements [variants.Filter]. It never refuses.
func (f *Ring) Insert(hash uint64) error {
	p, part := hashing.Probes(hash), f.at(f.now)
	for range f.shape.Probes {
		bitpack.SetBit(part, p.Of(f.cells))
		p = p.Next()
	}
	return nil
}

// Contains implements [variants.Filter].
func (f *Ring) Contains(hash uint64) bool {
	for _, part := range f.parts {
		if f.holds(part, hash) {
			return true
		}
	}
	return false
}

func (f *Ring) holds(part []uint64, hash uint64) bool {
	p := hashing.Probes(hash)
	for range f.shape.Probes {
		if !bitpack.Bit(part, p.Of(f.cells)) {
			return false
		}
		p = p.Next()
	}
	return true
}

// Shape implements [variants.Filter].
func (f *Ring) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *Ring) Tables() [][]byte { return raws(f.parts...) }
