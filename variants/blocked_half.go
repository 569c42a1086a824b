package variants

import (
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
	words  []uint64 // four to a block, the first at a multiple of 64 bytes
	blocks uint64   // >= 1
	probes int      // k >= 1
	ask    asker
	shape  theory.Shape
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
	f.ask = askBlocks(f.words, f.blocks, halfBits/8)
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
	return f.ask.insert(hashes, f.insertEach)
}

func (f *halfBlocked) insertEach(hashes []uint64) (int, error) {
	for _, h := range hashes {
		f.Insert(h)
	}
	return len(hashes), nil
}

// ContainsBatch implements [Batcher].
func (f *halfBlocked) ContainsBatch(hashes []uint64, found []bool) int {
	return f.ask.look(hashes, found, f.lookEach)
}

func (f *halfBlocked) lookEach(hashes []uint64, found []bool) (hits int) {
	found = found[:len(hashes)]
	for i, h := range hashes {
		ok := f.Contains(h)
		found[i] = ok
		if ok {
			hits++
		}
	}
	return hits
}
