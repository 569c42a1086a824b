package blocked

import (
	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/shape"
)

// HalfConfig is [Config] for blocks of 256 bits, without a choice of kernels.
type HalfConfig struct {
	_ struct{}

	Keys       uint64  // the filter is sized for this many distinct keys, and takes more
	BitsPerKey float64 // above 0
	FPR        float64 // false positive rate with Keys in it, from 1e-12 to 0.9
	Probes     int     // bits that a key sets, from 1 to 32; 0 for the best number
}

// Shape implements [variants.Config].
func (c HalfConfig) Shape() (shape.Shape, error) {
	return Config{Keys: c.Keys, BitsPerKey: c.BitsPerKey, FPR: c.FPR, Probes: c.Probes}.shape("blocked", halfBits)
}

// Half is [Filter] with blocks of 256 bits, half a cache line each: as few
// lines for a key, a fuller row of blocks that differ more, and for a key eight
// positions of eight bits from each mixed word. It is a type of its own because a
// width that is known when compiling costs nothing in the loop, and one that is
// looked up does.
type Half struct {
	words    []uint64 // four to a block, the first at a multiple of 64 bytes
	blocks   uint64   // >= 1
	probes   int      // k >= 1
	prefetch batch.Prefetcher
	shape    shape.Shape
}

const (
	halfBits      = 256
	halfWords     = halfBits / 64
	halfFieldBits = 8                  // log2(halfBits)
	halfFields    = 64 / halfFieldBits // positions per mixed word
)

var (
	_ variants.Filter  = (*Half)(nil)
	_ variants.Batcher = (*Half)(nil)
	_ variants.Tabler  = (*Half)(nil)
)

// NewHalf makes an empty filter. Its error says which field of the configuration is wrong.
func NewHalf(c HalfConfig) (*Half, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	f := &Half{
		words:  bitpack.Words(s.Bits / 64),
		blocks: s.Bits / halfBits,
		probes: s.Probes,
		shape:  s,
	}
	f.prefetch = batch.Blocks(f.words, f.blocks, halfBits/8)
	return f, nil
}

// Insert implements [variants.Filter]. It never refuses.
func (f *Half) Insert(hash uint64) error {
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

// Contains implements [variants.Filter]. All k bits are looked at, as in [Filter].
func (f *Half) Contains(hash uint64) bool {
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
func (f *Half) block(hash uint64) *[halfWords]uint64 {
	at := hashing.Reduce(hash, f.blocks) * halfWords
	return (*[halfWords]uint64)(f.words[at:])
}

// Shape implements [variants.Filter].
func (f *Half) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *Half) Tables() [][]byte { return [][]byte{bitpack.Raw(f.words)} }

// InsertBatch implements [variants.Batcher].
func (f *Half) InsertBatch(hashes []uint64) (int, error) {
	return f.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// ContainsBatch implements [variants.Batcher].
func (f *Half) ContainsBatch(hashes []uint64, found []bool) int {
	return f.prefetch.Contains(hashes, found, func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.Contains(hash) })
	})
}
