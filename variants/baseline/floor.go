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
	Lines      int     // cache lines that an operation reads, from 1 to 8
}

const (
	lineBits  = 512
	lineWords = lineBits / 64
	mostLines = 8
)

// Shape implements [variants.Config].
func (c FloorConfig) Shape() (shape.Shape, error) {
	c = c.withDefaults()
	if !(c.BitsPerKey > 0) || c.Lines < 1 || c.Lines > mostLines {
		return shape.Shape{}, fmt.Errorf("BitsPerKey is %g and Lines %d: must be above 0, and from 1 to %d", c.BitsPerKey, c.Lines, mostLines)
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

// Floor is no filter: a lookup reads one to eight random lines of a table and answers true,
// an insert reads and writes them. What these take is the least that any filter with so many
// lines a key and a table of that size can take on the machine: the floor that the others
// are compared with. In batches the lines are prefetched as early as the filters here
// prefetch theirs.
type Floor struct {
	words    []uint64 // the first word of each line counts the inserts there, far from its highest bit
	lines    uint64   // of the table
	two      bool     // that a key has more lines than one
	more     int      // lines of a key beyond two
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
	f := &Floor{words: bitpack.Words(s.Bits / 64), lines: s.Bits / lineBits, two: c.withDefaults().Lines > 1, more: max(0, c.withDefaults().Lines-2), shape: s}
	if f.prefetch = batch.Blocks(f.words, f.lines, lineBits/8); f.prefetch != nil && f.two {
		f.prefetch = further(f.prefetch, 1+f.more)
	}
	return f, nil
}

// further returns what prefetches so many further lines of keys too.
func further(first batch.Prefetcher, more int) batch.Prefetcher {
	return func(hashes []uint64) {
		var next [batch.Group]uint64
		first(hashes)
		copy(next[:], hashes)
		for range more {
			for i := range hashes {
				next[i] *= hashing.Golden
			}
			first(next[:len(hashes)])
		}
	}
}

// Insert implements [variants.Filter]. It never refuses.
func (f *Floor) Insert(hash uint64) error {
	f.words[f.first(hash)]++
	if f.two {
		for range 1 + f.more {
			hash *= hashing.Golden
			f.words[f.first(hash)]++
		}
	}
	return nil
}

// Contains implements [variants.Filter]. No word has its highest bit set, which the compiler
// does not know, so the answer waits for the lines.
func (f *Floor) Contains(hash uint64) bool {
	sum := f.words[f.first(hash)]
	if f.two {
		sum |= f.words[f.second(hash)]
		if f.more > 0 {
			sum |= f.rest(hash)
		}
	}
	return int64(sum) >= 0
}

// rest reads the lines beyond the second.
func (f *Floor) rest(hash uint64) (sum uint64) {
	hash *= hashing.Golden
	for range f.more {
		hash *= hashing.Golden
		sum |= f.words[f.first(hash)]
	}
	return sum
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
	done := 0
	if f.more == 0 {
		done = simd.WriteLines(f.words, hashes, f.two)
	}
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
	done, sum := 0, uint64(0)
	if f.more == 0 {
		done, sum = simd.ReadLines(f.words, hashes, f.two)
	}
	for i := range done {
		found[i] = int64(sum) >= 0
	}
	return done + f.prefetch.Contains(hashes[done:], found[done:], func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.Contains(hash) })
	})
}
