package ageing

import (
	"fmt"
	"math"
	"math/bits"

	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
)

// APBFConfig says for which window the slices are made.
type APBFConfig struct {
	_ struct{}

	Window uint64 // units of time, and keys that come in it
	K      int    // slices that a key goes into, at least 1
	L      int    // generations of a window, at least 1; K+L is at most 64
}

// Shape implements [variants.Config]. A slice is half full when it has had its K generations.
func (c APBFConfig) Shape() (shape.Shape, error) {
	if c.K < 1 || c.L < 1 || c.K+c.L > 64 {
		return shape.Shape{}, fmt.Errorf("fields K and L are %d and %d: must be at least 1, and at most 64 together", c.K, c.L)
	}
	cells := float64(c.K) * float64(newEpochs(c.Window, c.L).every) / math.Ln2
	all := math.Ceil(cells) * float64(c.K+c.L)
	if all > float64(sizing.MaxBits) {
		return shape.Shape{}, sizing.TooLarge(all)
	}
	return sizing.Check(shape.Shape{Family: "apbf", Bits: uint64(all), Cells: uint64(all), Probes: c.K, Layers: c.K + c.L})
}

// APBF is an age-partitioned Bloom filter: k+l slices of bits in the order of their age. A key
// sets a bit in each of the k youngest. After an l-th of a window the oldest slice is cleared
// and becomes the youngest. A key is answered true where k slices in a row have its bits, at
// whatever age; it is forgotten at most an l-th of a window late.
type APBF struct {
	epochs
	slices [][]uint64 // in the order in which they are in memory
	cells  uint64     // of a slice
	k      int
	young  int // the youngest slice
	shape  shape.Shape
}

var (
	_ variants.Filter = (*APBF)(nil)
	_ variants.Ager   = (*APBF)(nil)
	_ variants.Tabler = (*APBF)(nil)
)

// NewAPBF makes an empty filter at time 0. Its error says which field is wrong.
func NewAPBF(c APBFConfig) (*APBF, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	n := c.K + c.L
	f := &APBF{epochs: newEpochs(c.Window, c.L), cells: s.Cells / uint64(n), k: c.K, shape: s}
	f.slices = slicesOf(n, f.cells)
	return f, nil
}

// Advance implements [variants.Ager].
func (f *APBF) Advance(now uint64) {
	n := len(f.slices)
	f.advance(now, n, func(uint64) uint64 {
		f.young = (f.young + n - 1) % n
		clear(f.slices[f.young])
		return 8 * uint64(len(f.slices[f.young]))
	})
}

// Insert implements [variants.Filter]. It never refuses. A slice has a position of its own for
// each key, which it keeps as it ages.
func (f *APBF) Insert(hash uint64) error {
	p, n := hashing.Probes(hash), len(f.slices)
	for i := range n {
		if (i-f.young+n)%n < f.k {
			bitpack.SetBit(f.slices[i], p.Of(f.cells))
		}
		p = p.Next()
	}
	return nil
}

// Contains implements [variants.Filter].
func (f *APBF) Contains(hash uint64) bool {
	p, set := hashing.Probes(hash), uint64(0)
	for i, slice := range f.slices {
		if bitpack.Bit(slice, p.Of(f.cells)) {
			set |= 1 << i
		}
		p = p.Next()
	}
	n := len(f.slices)
	aged := set>>f.young | set<<(n-f.young)&(math.MaxUint64>>(64-n)) // bit i is that of the slice of age i
	if bits.OnesCount64(aged) < f.k {
		return false
	}
	for range f.k - 1 {
		aged &= aged >> 1
	}
	return aged != 0
}

// Shape implements [variants.Filter].
func (f *APBF) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *APBF) Tables() [][]byte { return raws(f.slices...) }
