package variants

import (
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// floor is no filter: it reads one or two random lines of a table and answers true.
// What it takes is the least that any filter with so many lines a key and a table of
// that size can take on the machine: the floor that the others are compared with. In
// batches the lines are prefetched as early as the filters here prefetch theirs.
type floor struct {
	words []uint64
	lines uint64 // of the table
	two   bool   // lines of a key
	sum   uint64 // of all that was read, so that reading is necessary
	shape theory.Shape
}

var (
	_ Filter  = (*floor)(nil)
	_ Batcher = (*floor)(nil)
)

func floorShape(v spec.Values, size Size) (theory.Shape, error) {
	bits := v.Float("bpk") * float64(max(1, size.Keys))
	if bits > float64(maxBits) {
		return theory.Shape{}, errTooLarge(bits)
	}
	lines := uint64(bits)/blockBits + 1
	return theory.Shape{Bits: lines * blockBits}, nil
}

func newFloor(v spec.Values, shape theory.Shape, _ uint64) Filter {
	return &floor{
		words: bitpack.Words(shape.Bits / 64), lines: shape.Bits / blockBits,
		two: v.Text("lines") == "2", shape: shape,
	}
}

// Insert implements [Filter]. It never refuses: the question makes the reading necessary,
// which would be left out otherwise.
func (f *floor) Insert(hash uint64) error {
	if !f.touch(hash) {
		return ErrFull
	}
	return nil
}

// Contains implements [Filter].
func (f *floor) Contains(hash uint64) bool { return f.touch(hash) }

// touch reads the lines of a hash. The table is all zeros, which the compiler does not
// know, so the answer waits for them.
func (f *floor) touch(hash uint64) bool {
	sum := f.words[hashing.Reduce(hash, f.lines)*blockWords]
	if f.two {
		sum |= f.words[hashing.Reduce(hash*hashing.Golden, f.lines)*blockWords]
	}
	return sum == 0
}

// Shape implements [Filter].
func (f *floor) Shape() theory.Shape { return f.shape }

// InsertBatch implements [Batcher].
func (f *floor) InsertBatch(hashes []uint64) (int, error) {
	done, sum := simd.ReadLines(f.words, hashes, f.two)
	f.sum += sum
	for i, h := range hashes[done:] {
		if err := f.Insert(h); err != nil {
			return done + i, err
		}
	}
	return len(hashes), nil
}

// ContainsBatch implements [Batcher].
func (f *floor) ContainsBatch(hashes []uint64, found []bool) int {
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
