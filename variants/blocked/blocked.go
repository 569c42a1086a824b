package blocked

import (
	"fmt"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
)

// Config says how large a blocked Bloom filter is. Give either BitsPerKey or FPR.
type Config struct {
	_ struct{}

	Keys       uint64  // the filter is sized for this many distinct keys, and takes more
	BitsPerKey float64 // above 0
	FPR        float64 // false positive rate with Keys in it, from 1e-12 to 0.9
	Probes     int     // bits that a key sets, from 1 to 32; 0 for the best number
	Kernel     string  // families.KernelScalar or KernelSIMD; "" for the best that the machine has
}

// Shape implements [variants.Config].
func (c Config) Shape() (shape.Shape, error) {
	switch c.Kernel {
	case "", families.KernelScalar, families.KernelSIMD:
	default:
		return shape.Shape{}, fmt.Errorf("field Kernel is %q: must be %s, %s or left out", c.Kernel, families.KernelScalar, families.KernelSIMD)
	}
	s, err := c.shape("blocked", blockBits)
	s.Kernel = variants.Kernel(c.Kernel, families.KernelScalar, simd.Now() > simd.Plain)
	return s, err
}

// Filter is a Bloom filter cut into blocks of 512 bits, one cache line each. A
// key belongs to one block, which holds all its bits, so that an operation
// touches one line of memory. The price is that some blocks hold more keys than
// others, and those answer true too often.
//
// Inside a block the k positions are drawn independently: nine bits each, seven
// to a word, from words that are mixed afresh out of the hash. Deriving them by
// double hashing instead, as is usual, would cost 22 % more false positives at
// ten bits per key and eleven times as many at twenty, because in so small a
// circle many pairs of progressions fall together.
type Filter struct {
	words    []uint64    // eight to a block, the first at a multiple of 64 bytes
	blocks   uint64      // >= 1
	probes   int         // k >= 1
	scalar   bool        // that no SIMD kernel runs
	lanes    *simd.Lanes // for one key at a time, nil where that has no kernel
	look     simd.Look   // for a lookup of one key
	prefetch batch.Prefetcher
	shape    shape.Shape
}

const (
	blockBits  = 512
	blockWords = blockBits / 64
	fieldBits  = 9              // log2(blockBits)
	fields     = 64 / fieldBits // positions per mixed word
)

var (
	_ variants.Filter  = (*Filter)(nil)
	_ variants.Batcher = (*Filter)(nil)
	_ variants.Typed   = (*Filter)(nil)
	_ variants.Tabler  = (*Filter)(nil)
)

// New makes an empty filter. Its error says which field of the configuration is wrong.
func New(c Config) (*Filter, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	f := &Filter{
		words:  bitpack.Words(s.Bits / 64),
		blocks: s.Bits / blockBits,
		probes: s.Probes,
		shape:  s,
	}
	if f.scalar = s.Kernel == families.KernelScalar; !f.scalar {
		f.lanes = simd.NewLanes(f.probes, fields, fieldBits, hashing.Golden)
	}
	f.look = lookOf(f.words, f.blocks, f.probes, f.lanes, !f.scalar, f.containsEach)
	f.prefetch = batch.Blocks(f.words, f.blocks, blockBits/8)
	return f, nil
}

// Insert implements [variants.Filter]. It never refuses.
func (f *Filter) Insert(hash uint64) error {
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

// Contains implements [variants.Filter]. All k bits are looked at, without a branch: they
// are in one line, and a mispredicted exit would cost more than it saves.
func (f *Filter) Contains(hash uint64) bool { return simd.LookBlocked(&f.look, hash) }

// lookOf is the view of a table of blocks for lookups of one key: with a kernel, or without.
func lookOf(words []uint64, blocks uint64, probes int, lanes *simd.Lanes, kernel bool, plain func(hash uint64) bool) simd.Look {
	l := simd.Look{Blocks: blocks, Probes: uint64(probes), Lanes: lanes, Else: plain}
	if kernel && simd.Now() >= simd.AVX2 {
		l.Table = &bitpack.Raw(words)[0]
	}
	return l
}

// containsEach is Contains one bit after the other.
func (f *Filter) containsEach(hash uint64) bool {
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
func (f *Filter) block(hash uint64) *[blockWords]uint64 {
	at := hashing.Reduce(hash, f.blocks) * blockWords
	return (*[blockWords]uint64)(f.words[at:])
}

// Shape implements [variants.Filter].
func (f *Filter) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *Filter) Tables() [][]byte { return [][]byte{bitpack.Raw(f.words)} }

// InsertBatch implements [variants.Batcher].
func (f *Filter) InsertBatch(hashes []uint64) (int, error) {
	done := 0
	if f.lanes != nil {
		done = simd.InsertBlocked(f.words, f.blocks, f.probes, hashes)
	}
	more, err := f.prefetch.Insert(hashes[done:], func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
	return done + more, err
}

// ContainsEach implements [variants.Typed].
func (f *Filter) ContainsEach(keys []uint64, seed uint64) int {
	return batch.Each(keys, seed, func(hash uint64) bool { return f.Contains(hash) })
}

// ContainsBatch implements [variants.Batcher].
func (f *Filter) ContainsBatch(hashes []uint64, found []bool) int {
	found, hits, done := found[:len(hashes)], 0, 0
	if !f.scalar {
		done, hits = simd.ContainsBlocked(f.words, f.blocks, f.probes, hashes, found)
	}
	return hits + f.prefetch.Contains(hashes[done:], found[done:], func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.Contains(hash) })
	})
}
