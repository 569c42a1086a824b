package baseline

import (
	"fmt"

	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
)

// FloorConfig says how large the table is and how much of it an operation reads. A field
// that is 0 has the default of the family.
type FloorConfig struct {
	_ struct{}

	Keys       uint64  // that the table is sized for
	BitsPerKey float64 // above 0
	Lines      int     // cache lines that an operation reads, 1 or 2
}

const (
	lineBits  = 512
	lineWords = lineBits / 64
)

// Shape implements [variants.Config].
func (c FloorConfig) Shape() (shape.Shape, error) {
	c = c.withDefaults()
	if !(c.BitsPerKey > 0) || c.Lines < 1 || c.Lines > 2 {
		return shape.Shape{}, fmt.Errorf("BitsPerKey is %g and Lines %d: must be above 0, and 1 or 2", c.BitsPerKey, c.Lines)
	}
	bits := c.BitsPerKey * float64(max(1, c.Keys))
	if bits > float64(sizing.MaxBits) {
		return shape.Shape{}, sizing.TooLarge(bits)
	}
	lines := uint64(bits)/lineBits + 1
	return sizing.Check(shape.Shape{Family: "floor", Bits: lines * lineBits})
}

func (c FloorConfig) withDefaults() FloorConfig {
	if c.BitsPerKey == 0 {
		c.BitsPerKey = families.Default("floor", "bpk")
	}
	if c.Lines == 0 {
		c.Lines = int(families.Default("floor", "lines"))
	}
	return c
}

// Floor is no filter: it reads one or two random lines of a table and answers true.
// What it takes is the least that any filter with so many lines a key and a table of
// that size can take on the machine: the floor that the others are compared with. In
// batches the lines are prefetched as early as the filters here prefetch theirs.
type Floor struct {
	words []uint64
	lines uint64 // of the table
	two   bool   // lines of a key
	sum   uint64 // of all that was read, so that reading is necessary
	shape shape.Shape
}

var (
	_ variants.Filter  = (*Floor)(nil)
	_ variants.Batcher = (*Floor)(nil)
	_ variants.Tabler  = (*Floor)(nil)
)

// NewFloor makes one. Its error says which field of the configuration is wrong.
func NewFloor(c FloorConfig) (*Floor, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	return &Floor{words: bitpack.Words(s.Bits / 64), lines: s.Bits / lineBits, two: c.withDefaults().Lines == 2, shape: s}, nil
}

// Insert implements [variants.Filter]. It never refuses: the question makes the reading necessary,
// which would be left out otherwise.
func (f *Floor) Insert(hash uint64) error {
	if !f.touch(hash) {
		return variants.ErrFull
	}
	return nil
}

// Contains implements [variants.Filter].
func (f *Floor) Contains(hash uint64) bool { return f.touch(hash) }

// touch reads the lines of a hash. The table is all zeros, which the compiler does not
// know, so the answer waits for them.
func (f *Floor) touch(hash uint64) bool {
	sum := f.words[hashing.Reduce(hash, f.lines)*lineWords]
	if f.two {
		sum |= f.words[hashing.Reduce(hash*hashing.Golden, f.lines)*lineWords]
	}
	return sum == 0
}

// Shape implements [variants.Filter].
func (f *Floor) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *Floor) Tables() [][]byte { return [][]byte{bitpack.Raw(f.words)} }

// InsertBatch implements [variants.Batcher].
func (f *Floor) InsertBatch(hashes []uint64) (int, error) {
	done, sum := simd.ReadLines(f.words, hashes, f.two)
	f.sum += sum
	for i, h := range hashes[done:] {
		if err := f.Insert(h); err != nil {
			return done + i, err
		}
	}
	return len(hashes), nil
}

// ContainsBatch implements [variants.Batcher].
func (f *Floor) ContainsBatch(hashes []uint64, found []bool) int {
	found = found[:len(hashes)]
	done, sum := simd.ReadLines(f.words, hashes, f.two)
	for i, h := range hashes[done:] {
		found[done+i] = f.touch(h)
	}
	for i := range done {
		found[i] = sum == 0
	}
	return len(hashes)
}
