package baseline

import (
	"fmt"

	"filterbench/internal/batch"
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

// Floor is no filter: a lookup reads one or two random lines of a table and answers true,
// an insert reads and writes them. What these take is the least that any filter with so many
// lines a key and a table of that size can take on the machine: the floor that the others
// are compared with. In batches the lines are prefetched as early as the filters here
// prefetch theirs.
type Floor struct {
	words    []uint64 // the first word of each line counts the inserts there, far from its highest bit
	lines    uint64   // of the table
	two      bool     // lines of a key
	prefetch batch.Prefetcher
	shape    shape.Shape
}

var (
	_ variants.Filter  = (*Floor)(nil)
	_ variants.Batcher = (*Floor)(nil)
	_ variants.Typed   = (*Floor)(nil)
	_ variants.Tabler  = (*Floor)(nil)
)

// NewFloor makes one. Its error says which field of the configuration is wrong.
func NewFloor(c FloorConfig) (*Floor, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	f := &Floor{words: bitpack.Words(s.Bits / 64), lines: s.Bits / lineBits, two: c.withDefaults().Lines == 2, shape: s}
	if f.prefetch = batch.Blocks(f.words, f.lines, lineBits/8); f.prefetch != nil && f.two {
		f.prefetch = both(f.prefetch)
	}
	return f, nil
}

// both returns what prefetches the second lines of keys too.
func both(first batch.Prefetcher) batch.Prefetcher {
	return func(hashes []uint64) {
		var seconds [batch.Group]uint64
		first(hashes)
		for i, h := range hashes {
			seconds[i] = h * hashing.Golden
		}
		first(seconds[:len(hashes)])
	}
}

// Insert implements [variants.Filter]. It never refuses.
func (f *Floor) Insert(hash uint64) error {
	f.words[f.first(hash)]++
	if f.two {
		f.words[f.second(hash)]++
	}
	return nil
}

// Contains implements [variants.Filter]. No word has its highest bit set, which the compiler
// does not know, so the answer waits for the lines.
func (f *Floor) Contains(hash uint64) bool {
	sum := f.words[f.first(hash)]
	if f.two {
		sum |= f.words[f.second(hash)]
	}
	return int64(sum) >= 0
}

// first and second are the words of a hash, at the beginning of its lines.
func (f *Floor) first(hash uint64) uint64 { return hashing.Reduce(hash, f.lines) * lineWords }

func (f *Floor) second(hash uint64) uint64 { return f.first(hash * hashing.Golden) }

// Shape implements [variants.Filter].
func (f *Floor) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *Floor) Tables() [][]byte { return [][]byte{bitpack.Raw(f.words)} }

// InsertBatch implements [variants.Batcher].
func (f *Floor) InsertBatch(hashes []uint64) (int, error) {
	done := simd.WriteLines(f.words, hashes, f.two)
	more, err := f.prefetch.Insert(hashes[done:], func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
	return done + more, err
}

// ContainsEach implements [variants.Typed].
func (f *Floor) ContainsEach(keys []uint64, seed uint64) int {
	return batch.Each(keys, seed, func(hash uint64) bool { return f.Contains(hash) })
}

// ContainsBatch implements [variants.Batcher].
func (f *Floor) ContainsBatch(hashes []uint64, found []bool) int {
	found = found[:len(hashes)]
	done, sum := simd.ReadLines(f.words, hashes, f.two)
	for i := range done {
		found[i] = int64(sum) >= 0
	}
	return done + f.prefetch.Contains(hashes[done:], found[done:], func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.Contains(hash) })
	})
}
