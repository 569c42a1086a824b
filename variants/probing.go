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

// schemed is a Bloom filter, whole or in blocks, that derives a key's k positions in
// a way that one names: to see what the way costs. The filters that are meant to be
// used have loops of their own; this one is slower, and differs in nothing else.
//
// Positions run in a circle of n bits, the block or the whole table. With x, y and z
// independent and uniform on it, the i-th of k positions is, modulo n,
//
//	independent   a fresh random number for each i
//	double        x + i y
//	odd           x + i y           with y made odd
//	enhanced      x + i y + (i^3-i)/6
//	triple        x + i y + i(i-1)/2 z
//	same          x + i x           the second hash is the first: a mistake
//	even          x + i y           with y made even: a mistake
//
// Source: Kirsch and Mitzenmacher (2006) for double hashing, Dillinger and Manolios
// (2004) for enhanced double and triple hashing.
type schemed struct {
	words  []uint64
	blocks uint64 // >= 1
	circle uint64 // n, bits of a block
	probes int    // k >= 1
	scheme string
	some   batch.Prefetcher // for lookups: the first two probes
	all    batch.Prefetcher // for inserts
	shape  theory.Shape
}

var (
	_ Filter  = (*schemed)(nil)
	_ Batcher = (*schemed)(nil)
)

// probingOf returns the scheme to write into a shape, "" for the default.
func probingOf(v spec.Values) string {
	if v.IsDefault("probing") {
		return ""
	}
	return v.Text("probing")
}

func newSchemed(shape theory.Shape) Filter {
	circle := shape.Cells
	if shape.BlockBits > 0 {
		circle = uint64(shape.BlockBits)
	}
	f := &schemed{
		words:  bitpack.Words(bitpack.WordsFor(shape.Cells)),
		blocks: shape.Cells / circle,
		circle: circle,
		probes: shape.Probes,
		scheme: shape.Probing,
		shape:  shape,
	}
	f.some, f.all = f.prefetchFor(min(f.probes, 2)), f.prefetchFor(f.probes)
	return f
}

// course is the positions of one key, one after the other. at, step, bend and turn
// are below the circle: a position and its differences of first, second and third
// order. A course of independent positions has no differences, and a hash instead.
type course struct {
	at, step, bend, turn uint64
	circle               uint64
	hash                 uint64
	fresh                bool
}

// course returns the block of a hash, as the number of its first bit, and the course
// in it at the first position.
func (f *schemed) course(hash uint64) (block uint64, c course) {
	block = hashing.Reduce(hash, f.blocks) * f.circle
	draw := func(i uint64) uint64 { return hashing.Reduce(hashing.Mix(hash+i*hashing.Golden), f.circle) }
	c = course{at: draw(1), circle: f.circle}
	switch f.scheme {
	case families.ProbingIndependent:
		c.hash, c.fresh = hash+hashing.Golden, true
		return block, c
	case families.ProbingSame:
		c.step = c.at
		return block, c
	}
	c.step = draw(2)
	switch f.scheme {
	case families.ProbingOdd:
		c.step = (c.step | 1) % f.circle
	case families.ProbingEven:
		c.step &^= 1
	case families.ProbingEnhanced:
		c.bend, c.turn = 1%f.circle, 1%f.circle
	case families.ProbingTriple:
		c.bend = draw(3)
	}
	return block, c
}

// next goes one position on.
func (c *course) next() {
	if c.fresh {
		c.hash += hashing.Golden
		c.at = hashing.Reduce(hashing.Mix(c.hash), c.circle)
		return
	}
	c.at = wrap(c.at+c.step, c.circle)
	c.step = wrap(c.step+c.bend, c.circle)
	c.bend = wrap(c.bend+c.turn, c.circle)
}

// wrap returns x modulo n for x < 2n.
func wrap(x, n uint64) uint64 {
	if x >= n {
		return x - n
	}
	return x
}

// Insert implements [Filter]. It never refuses.
func (f *schemed) Insert(hash uint64) error {
	block, c := f.course(hash)
	for range f.probes {
		bitpack.SetBit(f.words, block+c.at)
		c.next()
	}
	return nil
}

// Contains implements [Filter].
func (f *schemed) Contains(hash uint64) bool {
	block, c := f.course(hash)
	for range f.probes {
		if !bitpack.Bit(f.words, block+c.at) {
			return false
		}
		c.next()
	}
	return true
}

// Shape implements [Filter].
func (f *schemed) Shape() theory.Shape { return f.shape }

// InsertBatch implements [Batcher].
func (f *schemed) InsertBatch(hashes []uint64) (int, error) {
	return f.all.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// ContainsBatch implements [Batcher].
func (f *schemed) ContainsBatch(hashes []uint64, found []bool) int {
	return f.some.Contains(hashes, found, func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.Contains(hash) })
	})
}

// prefetchFor returns what prefetches the lines of the first probes of keys.
func (f *schemed) prefetchFor(probes int) batch.Prefetcher {
	if !batch.Far(8 * len(f.words)) {
		return nil
	}
	if f.blocks > 1 {
		probes = 1
	}
	return func(hashes []uint64) {
		var at [families.MaxProbes]uint64
		for _, h := range hashes {
			block, c := f.course(h)
			for i := range at[:probes] {
				at[i] = block + c.at
				c.next()
			}
			simd.PrefetchCells(f.words, at[:probes], 3)
		}
	}
}
