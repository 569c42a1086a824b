package variants

import (
	"math/bits"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// register is a blocked Bloom filter whose block is one machine word of 32 or 64
// bits: a key sets up to k bits of one word, and a lookup is one load and one
// comparison with a mask. It is the cheapest lookup of the family and pays for
// it: loads of so small blocks differ much, and the fullest err most.
//
// Inside a word the k positions are drawn independently, five or six bits each,
// from words that are mixed afresh out of the hash.
type register struct {
	words    []uint64    // the blocks, one or two to a word
	blocks   uint64      // >= 1
	log      uint        // of the bits of a block: 5 or 6
	fields   int         // positions per mixed word
	probes   int         // k >= 1
	lanes    *simd.Lanes // for one key at a time, nil where its SIMD kernel does not run
	prefetch batch.Prefetcher
	shape    theory.Shape
}

var (
	_ Filter  = (*register)(nil)
	_ Batcher = (*register)(nil)
)

func registerShape(v spec.Values, size Size) (theory.Shape, error) {
	width := v.Int("w")
	blocks, probes, err := blockedSize(v, size.Keys, width)
	if width == 32 {
		blocks += blocks % 2 // the table is whole words of 64
	}
	cells := blocks * uint64(width)
	return theory.Shape{Bits: cells, Cells: cells, Probes: probes, BlockBits: width, Probing: probingOf(v)}, err
}

func newRegister(_ spec.Values, shape theory.Shape, _ uint64) Filter {
	if shape.Probing != "" {
		return newSchemed(shape)
	}
	log := bits.Len(uint(shape.BlockBits)) - 1
	f := &register{
		words:  bitpack.Words(shape.Bits / 64),
		blocks: shape.Bits / uint64(shape.BlockBits),
		log:    uint(log),
		fields: 64 / log,
		probes: shape.Probes,
		shape:  shape,
	}
	f.lanes = simd.NewLanes(f.probes, f.fields, log, hashing.Golden)
	f.prefetch = batch.Blocks(f.words, f.blocks, uint64(shape.BlockBits/8))
	return f
}

// place returns the word of a hash and its bits there. The word is chosen by the
// high bits of the hash.
func (f *register) place(hash uint64) (at, mask uint64) {
	first := hashing.Reduce(hash, f.blocks) << (f.log & 63) // bit of the block
	if f.lanes != nil {
		mask = simd.WordBits(hash, f.lanes)
		if f.log == 5 { // positions of 32 bits are twice in the word
			mask = uint64(uint32(mask | mask>>32))
		}
		return first / 64, mask << (first % 64)
	}
	within := uint64(1)<<(f.log&63) - 1
	for left := f.probes; left > 0; left -= f.fields {
		hash += hashing.Golden
		g := hashing.Mix(hash)
		for range min(left, f.fields) {
			mask |= 1 << (g & within & 63)
			g >>= f.log & 63
		}
	}
	return first / 64, mask << (first % 64)
}

// Insert implements [Filter]. It never refuses.
func (f *register) Insert(hash uint64) error {
	at, mask := f.place(hash)
	f.words[at] |= mask
	return nil
}

// Contains implements [Filter].
func (f *register) Contains(hash uint64) bool {
	if f.lanes != nil {
		return simd.HasWord(f.word(hash), hash, f.lanes)
	}
	at, mask := f.place(hash)
	return mask&^f.words[at] == 0
}

// word returns the block of a hash, one of 32 bits twice.
func (f *register) word(hash uint64) uint64 {
	block := hashing.Reduce(hash, f.blocks)
	if f.log == 6 {
		return f.words[block]
	}
	half := f.words[block/2] >> (block % 2 * 32) & 0xffffffff
	return half | half<<32
}

// Shape implements [Filter].
func (f *register) Shape() theory.Shape { return f.shape }

// InsertBatch implements [Batcher].
func (f *register) InsertBatch(hashes []uint64) (int, error) {
	done := 0
	if f.lanes != nil && f.shape.BlockBits == 64 {
		done = simd.InsertRegister(f.words, f.blocks, f.probes, hashes)
	}
	more, err := f.prefetch.Insert(hashes[done:], func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
	return done + more, err
}

// ContainsBatch implements [Batcher].
func (f *register) ContainsBatch(hashes []uint64, found []bool) int {
	found, hits, done := found[:len(hashes)], 0, 0
	if f.lanes != nil && f.shape.BlockBits == 64 {
		done, hits = simd.ContainsRegister(f.words, f.blocks, f.probes, hashes, found)
	}
	return hits + f.prefetch.Contains(hashes[done:], found[done:], func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.Contains(hash) })
	})
}
