package blocked

import (
	"fmt"
	"math/bits"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
)

// RegisterConfig says how large a register-blocked filter is. Give either BitsPerKey or FPR.
type RegisterConfig struct {
	_ struct{}

	Keys       uint64  // the filter is sized for this many distinct keys, and takes more
	BitsPerKey float64 // above 0
	FPR        float64 // false positive rate with Keys in it, from 1e-12 to 0.9
	Probes     int     // bits that a key sets, from 1 to 32; 0 for the best number
	WordBits   int     // 32 or 64; 0 for the default of the family
}

// Shape implements [variants.Config].
func (c RegisterConfig) Shape() (shape.Shape, error) {
	width := c.WordBits
	switch width {
	case 0:
		width = int(families.Default("register", "w"))
	case 32, 64:
	default:
		return shape.Shape{}, fmt.Errorf("WordBits is %d: must be 32 or 64", width)
	}
	s, err := Config{Keys: c.Keys, BitsPerKey: c.BitsPerKey, FPR: c.FPR, Probes: c.Probes}.shape("register", width)
	s.Cells += s.Cells % 64 // the table is whole words of 64
	s.Bits = s.Cells
	return s, err
}

// Register is a blocked Bloom filter whose block is one machine word of 32 or 64
// bits: a key sets up to k bits of one word, and a lookup is one load and one
// comparison with a mask. It is the cheapest lookup of the family and pays for
// it: loads of so small blocks differ much, and the fullest err most.
//
// Inside a word the k positions are drawn independently, five or six bits each,
// from words that are mixed afresh out of the hash.
type Register struct {
	words    []uint64    // the blocks, one or two to a word
	blocks   uint64      // >= 1
	log      uint        // of the bits of a block: 5 or 6
	fields   int         // positions per mixed word
	probes   int         // k >= 1
	lanes    *simd.Lanes // for one key at a time, nil where its SIMD kernel does not run
	look     simd.Look
	prefetch batch.Prefetcher
	shape    shape.Shape
}

var (
	_ variants.Filter  = (*Register)(nil)
	_ variants.Batcher = (*Register)(nil)
	_ variants.Typed   = (*Register)(nil)
	_ variants.Tabler  = (*Register)(nil)
)

// NewRegister makes an empty filter. Its error says which field of the configuration is
// wrong.
func NewRegister(c RegisterConfig) (*Register, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	log := bits.Len(uint(s.BlockBits)) - 1
	f := &Register{
		words:  bitpack.Words(s.Bits / 64),
		blocks: s.Bits / uint64(s.BlockBits),
		log:    uint(log),
		fields: 64 / log,
		probes: s.Probes,
		shape:  s,
	}
	f.lanes = simd.NewLanes(f.probes, f.fields, log, hashing.Golden)
	f.look = lookOf(f.words, f.blocks, f.probes, f.lanes, log == 6, f.contains)
	f.prefetch = batch.Blocks(f.words, f.blocks, uint64(s.BlockBits/8))
	return f, nil
}

// Place returns the number of the word of a hash in the table and its bits there.
func (f *Register) Place(hash uint64) (at, mask uint64) { return f.place(hash) }

// place returns the word of a hash and its bits there. The word is chosen by the
// high bits of the hash.
func (f *Register) place(hash uint64) (at, mask uint64) {
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

// Insert implements [variants.Filter]. It never refuses.
func (f *Register) Insert(hash uint64) error {
	at, mask := f.place(hash)
	f.words[at] |= mask
	return nil
}

// Contains implements [variants.Filter].
func (f *Register) Contains(hash uint64) bool { return simd.LookWord(&f.look, hash) }

// contains is Contains where the words are halved, or in plain Go.
func (f *Register) contains(hash uint64) bool {
	if f.lanes != nil {
		return simd.HasWord(f.word(hash), hash, f.lanes)
	}
	at, mask := f.place(hash)
	return mask&^f.words[at] == 0
}

// word returns the block of a hash, one of 32 bits twice.
func (f *Register) word(hash uint64) uint64 {
	block := hashing.Reduce(hash, f.blocks)
	if f.log == 6 {
		return f.words[block]
	}
	half := f.words[block/2] >> (block % 2 * 32) & 0xffffffff
	return half | half<<32
}

// Shape implements [variants.Filter].
func (f *Register) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *Register) Tables() [][]byte { return [][]byte{bitpack.Raw(f.words)} }

// InsertBatch implements [variants.Batcher].
func (f *Register) InsertBatch(hashes []uint64) (int, error) {
	done := 0
	if f.shape.BlockBits == 64 {
		done = simd.InsertRegister(f.words, f.blocks, f.probes, hashes)
	}
	more, err := f.prefetch.Insert(hashes[done:], func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
	return done + more, err
}

// ContainsEach implements [variants.Typed].
func (f *Register) ContainsEach(keys []uint64, seed uint64) int {
	return batch.Each(keys, seed, func(hash uint64) bool { return f.Contains(hash) })
}

// ContainsBatch implements [variants.Batcher].
func (f *Register) ContainsBatch(hashes []uint64, found []bool) int {
	found, hits, done := found[:len(hashes)], 0, 0
	if f.shape.BlockBits == 64 {
		done, hits = simd.ContainsRegister(f.words, f.blocks, f.probes, hashes, found)
	}
	return hits + f.prefetch.Contains(hashes[done:], found[done:], func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.Contains(hash) })
	})
}
