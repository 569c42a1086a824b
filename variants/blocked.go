package variants

import (
	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// blocked is a Bloom filter cut into blocks of 512 bits, one cache line each. A
// key belongs to one block, which holds all its bits, so that an operation
// touches one line of memory. The price is that some blocks hold more keys than
// others, and those answer true too often.
//
// Inside a block the k positions are drawn independently: nine bits each, seven
// to a word, from words that are mixed afresh out of the hash. Deriving them by
// double hashing instead, as is usual, would cost 22 % more false positives at
// ten bits per key and eleven times as many at twenty, because in so small a
// circle many pairs of progressions fall together.
type blocked struct {
	words    []uint64    // eight to a block, the first at a multiple of 64 bytes
	blocks   uint64      // >= 1
	probes   int         // k >= 1
	scalar   bool        // that no SIMD kernel runs
	lanes    *simd.Lanes // for one key at a time, nil where that has no kernel
	prefetch batch.Prefetcher
	shape    theory.Shape
}

const (
	blockBits  = 512
	blockWords = blockBits / 64
	fieldBits  = 9              // log2(blockBits)
	fields     = 64 / fieldBits // positions per mixed word
)

var (
	_ Filter  = (*blocked)(nil)
	_ Batcher = (*blocked)(nil)
)

func blockedShape(v spec.Values, size Size) (theory.Shape, error) {
	width := v.Int("block")
	blocks, probes, err := blockedSize(v, size.Keys, width)
	cells := blocks * uint64(width)
	return theory.Shape{Bits: cells, Cells: cells, Probes: probes, BlockBits: width, Probing: probingOf(v), Kernel: kernelOf(v, families.KernelScalar, simd.Now() >= simd.AVX2)}, err
}

func newBlocked(_ spec.Values, shape theory.Shape, _ uint64) Filter {
	if shape.Probing != "" {
		return newSchemed(shape)
	}
	if shape.BlockBits == halfBits {
		return newHalfBlocked(shape)
	}
	f := &blocked{
		words:  bitpack.Words(shape.Bits / 64),
		blocks: shape.Bits / blockBits,
		probes: shape.Probes,
		shape:  shape,
	}
	if f.scalar = shape.Kernel == families.KernelScalar; !f.scalar {
		f.lanes = simd.NewLanes(f.probes, fields, fieldBits, hashing.Golden)
	}
	f.prefetch = batch.Blocks(f.words, f.blocks, blockBits/8)
	return f
}

// Insert implements [Filter]. It never refuses.
func (f *blocked) Insert(hash uint64) error {
	if f.lanes != nil {
		simd.SetBlocked(f.block(hash), hash, f.lanes)
		return nil
	}
	gather(f.block(hash), hash, f.probes)
	return nil
}

// gather sets a key's bits in a block.
func gather(block *[blockWords]uint64, hash uint64, probes int) {
	for left := probes; left > 0; left -= fields {
		hash += hashing.Golden
		g := hashing.Mix(hash)
		for range min(left, fields) {
			block[g>>6%blockWords] |= 1 << (g % 64)
			g >>= fieldBits
		}
	}
}

// Contains implements [Filter]. All k bits are looked at, without a branch: they
// are in one line, and a mispredicted exit would cost more than it saves.
func (f *blocked) Contains(hash uint64) bool {
	if f.lanes != nil {
		return simd.HasBlocked(f.block(hash), hash, f.lanes)
	}
	return f.containsEach(hash)
}

// containsEach is Contains one bit after the other.
func (f *blocked) containsEach(hash uint64) bool {
	block := f.block(hash)
	all := uint64(1)
	for left := f.probes; left > 0; left -= fields {
		hash += hashing.Golden
		g := hashing.Mix(hash)
		for range min(left, fields) {
			all &= block[g>>6%blockWords] >> (g % 64)
			g >>= fieldBits
		}
	}
	return all != 0
}

// block returns the block of a hash, chosen by its high bits.
func (f *blocked) block(hash uint64) *[blockWords]uint64 {
	at := hashing.Reduce(hash, f.blocks) * blockWords
	return (*[blockWords]uint64)(f.words[at:])
}

// Shape implements [Filter].
func (f *blocked) Shape() theory.Shape { return f.shape }

// InsertBatch implements [Batcher].
func (f *blocked) InsertBatch(hashes []uint64) (int, error) {
	done := 0
	if f.lanes != nil {
		done = simd.InsertBlocked(f.words, f.blocks, f.probes, hashes)
	}
	more, err := f.prefetch.Insert(hashes[done:], func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
	return done + more, err
}

// ContainsBatch implements [Batcher].
func (f *blocked) ContainsBatch(hashes []uint64, found []bool) int {
	found, hits, done := found[:len(hashes)], 0, 0
	if !f.scalar {
		done, hits = simd.ContainsBlocked(f.words, f.blocks, f.probes, hashes, found)
	}
	return hits + f.prefetch.Contains(hashes[done:], found[done:], func(hashes []uint64, found []bool) int {
		if f.lanes != nil {
			return batch.Contains(hashes, found, func(hash uint64) bool { return simd.HasBlocked(f.block(hash), hash, f.lanes) })
		}
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.containsEach(hash) })
	})
}
