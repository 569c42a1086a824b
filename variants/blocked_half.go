package variants

import (
	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/variants/theory"
)

// halfBlocked is [blocked] with blocks of 256 bits, half a cache line each: as few
// lines for a key, a fuller row of blocks that differ more, and for a key eight
// positions of eight bits from each mixed word. It is a type of its own because a
// width that is known when compiling costs nothing in the loop, and one that is
// looked up does.
type halfBlocked struct {
	words    []uint64 // four to a block, the first at a multiple of 64 bytes
	blocks   uint64   // >= 1
	probes   int      // k >= 1
	prefetch batch.Prefetcher
	shape    theory.Shape
}

const (
	halfBits      = 256
	halfWords     = halfBits / 64
	halfFieldBits = 8                  // log2(halfBits)
	halfFields    = 64 / halfFieldBits // positions per mixed word
)

var (
	_ Filter  = (*halfBlocked)(nil)
	_ Batcher = (*halfBlocked)(nil)
)

func newHalfBlocked(shape theory.Shape) Filter {
	f := &halfBlocked{
		words:  bitpack.Words(shape.Bits / 64),
		blocks: shape.Bits / halfBits,
		probes: shape.Probes,
		shape:  shape,
	}
	f.prefetch = batch.Blocks(f.words, f.blocks, halfBits/8)
	return f
}

// Insert implements [Filter]. It never refuses.
func (f *halfBlocked) Insert(hash uint64) error {
	block := f.block(hash)
	for left := f.probes; left > 0; left -= halfFields {
		hash += hashing.Golden
		g := hashing.Mix(hash)
		for range min(left, halfFields) {
			block[g>>6%halfWords] |= 1 << (g % 64)
			g >>= halfFieldBits
		}
	}
	return nil
}

// Contains implements [Filter]. All k bits are looked at, as in [blocked].
func (f *halfBlocked) Contains(hash uint64) bool {
	block := f.block(hash)
	all := uint64(1)
	for left := f.probes; left > 0; left -= halfFields {
		hash += hashing.Golden
		g := hashing.Mix(hash)
		for range min(left, halfFields) {
			all &= block[g>>6%halfWords] >> (g % 64)
			g >>= halfFieldBits
		}
	}
	return all != 0
}

// block returns the block of a hash, chosen by its high bits.
func (f *halfBlocked) block(hash uint64) *[halfWords]uint64 {
	at := hashing.Reduce(hash, f.blocks) * halfWords
	return (*[halfWords]uint64)(f.words[at:])
}

// Shape implements [Filter].
func (f *halfBlocked) Shape() theory.Shape { return f.shape }

// InsertBatch implements [Batcher].
func (f *halfBlocked) InsertBatch(hashes []uint64) (int, error) {
	return f.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// ContainsBatch implements [Batcher].
func (f *halfBlocked) ContainsBatch(hashes []uint64, found []bool) int {
	return f.prefetch.Contains(hashes, found, func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.Contains(hash) })
	})
}
