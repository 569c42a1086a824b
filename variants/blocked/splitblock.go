package blocked

import (
	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants"
	"filterbench/variants/bloom"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
)

// SplitConfig says how large a split block filter is. Give either BitsPerKey or FPR.
type SplitConfig struct {
	_ struct{}

	Keys       uint64  // the filter is sized for this many distinct keys, and takes more
	BitsPerKey float64 // above 0
	FPR        float64 // false positive rate with Keys in it, from 1e-12 to 0.9
}

// Shape implements [variants.Config].
func (c SplitConfig) Shape() (shape.Shape, error) {
	if err := bloom.CheckSpace(c.BitsPerKey, c.FPR, 0, 0); err != nil {
		return shape.Shape{}, err
	}
	var blocks uint64
	var err error
	if c.FPR != 0 {
		blocks, err = SplitBlocks(c.Keys, c.FPR)
	} else {
		blocks, err = blocksFor(c.Keys, c.BitsPerKey, splitBits)
	}
	if err != nil {
		return shape.Shape{}, err
	}
	return sizing.Check(shape.Shape{Family: "splitblock", Bits: blocks * splitBits, Cells: blocks * splitBits, Probes: splitProbes, BlockBits: splitBits})
}

// Split is a blocked Bloom filter whose blocks are split once more: 256 bits
// are eight words of 32, and a key sets one bit in each. That fixes k at eight and
// wastes no probe on a bit that another has set, and all eight can be set or
// tested side by side, without a loop and without a branch: here by four machine
// words, each with the bits of two. The structure is that of the filters in
// Parquet files; the positions are not, as they come out of our hash.
//
// The eight positions are independent: five bits each of a word that is mixed
// afresh out of the hash, whose high bits choose the block.
type Split struct {
	words    []uint64 // four to a block, the first at a multiple of 64 bytes
	blocks   uint64   // >= 1
	simd     bool     // whether single calls go to their kernels
	look     simd.Look
	prefetch batch.Prefetcher
	shape    shape.Shape
}

const (
	splitBits   = 256 // of a block
	splitWords  = splitBits / 64
	splitProbes = 8 // words of 32 bits in a block
)

var (
	_ variants.Filter  = (*Split)(nil)
	_ variants.Batcher = (*Split)(nil)
	_ variants.Typed   = (*Split)(nil)
	_ variants.Tabler  = (*Split)(nil)
)

// NewSplit makes an empty filter. Its error says which field of the configuration is wrong.
func NewSplit(c SplitConfig) (*Split, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	f := &Split{
		words:  bitpack.Words(s.Bits / 64),
		blocks: s.Bits / splitBits,
		simd:   simd.HasAVX512(),
		shape:  s,
	}
	f.look = lookOf(f.words, f.blocks, splitProbes, nil, true, f.contains)
	f.prefetch = batch.Blocks(f.words, f.blocks, splitBits/8)
	return f, nil
}

// splitPositions returns the word that holds the positions of a hash, five bits each.
func splitPositions(hash uint64) uint64 { return hashing.Mix(hash + hashing.Golden) }

// splitMask returns the eight bits of a hash in a block: two in each of four words,
// which are four results because an array would go through memory.
func splitMask(hash uint64) (a, b, c, d uint64) {
	g := splitPositions(hash)
	a = 1<<(g&31) | 1<<(g>>5&31|32)
	b = 1<<(g>>10&31) | 1<<(g>>15&31|32)
	c = 1<<(g>>20&31) | 1<<(g>>25&31|32)
	d = 1<<(g>>30&31) | 1<<(g>>35&31|32)
	return a, b, c, d
}

// Insert implements [variants.Filter]. It never refuses.
func (f *Split) Insert(hash uint64) error {
	if f.simd {
		simd.SetSplit(f.block(hash), splitPositions(hash))
		return nil
	}
	block := f.block(hash)
	a, b, c, d := splitMask(hash)
	block[0] |= a
	block[1] |= b
	block[2] |= c
	block[3] |= d
	return nil
}

// Contains implements [variants.Filter].
func (f *Split) Contains(hash uint64) bool { return simd.LookSplit(&f.look, hash) }

// contains is Contains in plain Go.
func (f *Split) contains(hash uint64) bool {
	block := f.block(hash)
	a, b, c, d := splitMask(hash)
	return a&^block[0]|b&^block[1]|c&^block[2]|d&^block[3] == 0
}

// block returns the block of a hash, chosen by its high bits.
func (f *Split) block(hash uint64) *[splitWords]uint64 {
	at := hashing.Reduce(hash, f.blocks) * splitWords
	return (*[splitWords]uint64)(f.words[at:])
}

// Shape implements [variants.Filter].
func (f *Split) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *Split) Tables() [][]byte { return [][]byte{bitpack.Raw(f.words)} }

// InsertBatch implements [variants.Batcher].
func (f *Split) InsertBatch(hashes []uint64) (int, error) {
	done := simd.InsertSplit(f.words, f.blocks, hashes)
	more, err := f.prefetch.Insert(hashes[done:], func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
	return done + more, err
}

// ContainsEach implements [variants.Typed].
func (f *Split) ContainsEach(keys []uint64, seed uint64) int {
	return batch.Each(keys, seed, func(hash uint64) bool { return f.Contains(hash) })
}

// ContainsBatch implements [variants.Batcher].
func (f *Split) ContainsBatch(hashes []uint64, found []bool) int {
	found = found[:len(hashes)]
	done, hits := simd.ContainsSplit(f.words, f.blocks, hashes, found)
	return hits + f.prefetch.Contains(hashes[done:], found[done:], func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.Contains(hash) })
	})
}
