// Package probing holds a Bloom filter, whole or in blocks, that derives a key's positions
// in a way that one names: to see what the way costs. The filters that are meant to be
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
// Sources: Kirsch, Mitzenmacher, "Less hashing, same performance", ESA 2006, for double
// hashing; Dillinger, Manolios, "Bloom filters in probabilistic verification", FMCAD 2004,
// for enhanced double and triple hashing.
package probing

import (
	"fmt"
	"slices"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/spec"
)

// Config is that of another Bloom filter, with a scheme in place of its own.
type Config struct {
	Of     variants.Config // of a filter whose shape has cells and probes, and perhaps blocks
	Scheme string          // one of families.ProbingIndependent and its kin
}

// schemes are those that a filter here can follow.
var schemes = []string{
	families.ProbingIndependent, families.ProbingDouble, families.ProbingOdd, families.ProbingEnhanced,
	families.ProbingTriple, families.ProbingSame, families.ProbingEven,
}

// Shape implements [variants.Config].
func (c Config) Shape() (shape.Shape, error) {
	if !slices.Contains(schemes, c.Scheme) {
		return shape.Shape{}, fmt.Errorf("field Scheme is %q: must be one of %v", c.Scheme, schemes)
	}
	s, err := c.Of.Shape()
	s.Probing = c.Scheme
	return s, err
}

// Instead returns the configuration that the parameter probing asks for: c itself, or one
// of this package around it.
func Instead(v spec.Values, c variants.Config) variants.Config {
	if v.IsDefault("probing") {
		return c
	}
	return Config{c, v.Text("probing")}
}

// Or returns the constructor for what [Instead] returns, where build is that for filters
// with a scheme of their own.
func Or[C variants.Config, F variants.Filter](build func(C) (F, error)) func(variants.Config) (variants.Filter, error) {
	return func(c variants.Config) (variants.Filter, error) {
		if c, ok := c.(Config); ok {
			return New(c)
		}
		return build(c.(C))
	}
}

// Filter is a Bloom filter with a scheme.
type Filter struct {
	words  []uint64
	blocks uint64 // >= 1
	circle uint64 // n, bits of a block
	probes int    // k >= 1
	scheme string
	some   batch.Prefetcher // for lookups: the first two probes
	all    batch.Prefetcher // for inserts
	shape  shape.Shape
}

var (
	_ variants.Filter  = (*Filter)(nil)
	_ variants.Batcher = (*Filter)(nil)
	_ variants.Tabler  = (*Filter)(nil)
)

// New makes an empty filter. Its error says which field of the configuration is wrong.
func New(c Config) (*Filter, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	circle := s.Cells
	if s.BlockBits > 0 {
		circle = uint64(s.BlockBits)
	}
	f := &Filter{
		words:  bitpack.Words(bitpack.WordsFor(s.Cells)),
		blocks: s.Cells / circle,
		circle: circle,
		probes: s.Probes,
		scheme: s.Probing,
		shape:  s,
	}
	f.some, f.all = f.prefetchFor(min(f.probes, 2)), f.prefetchFor(f.probes)
	return f, nil
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
func (f *Filter) course(hash uint64) (block uint64, c course) {
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

// Insert implements [variants.Filter]. It never refuses.
func (f *Filter) Insert(hash uint64) error {
	block, c := f.course(hash)
	for range f.probes {
		bitpack.SetBit(f.words, block+c.at)
		c.next()
	}
	return nil
}

// Contains implements [variants.Filter].
func (f *Filter) Contains(hash uint64) bool {
	block, c := f.course(hash)
	for range f.probes {
		if !bitpack.Bit(f.words, block+c.at) {
			return false
		}
		c.next()
	}
	return true
}

// Shape implements [variants.Filter].
func (f *Filter) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *Filter) Tables() [][]byte { return [][]byte{bitpack.Raw(f.words)} }

// InsertBatch implements [variants.Batcher].
func (f *Filter) InsertBatch(hashes []uint64) (int, error) {
	return f.all.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// ContainsBatch implements [variants.Batcher].
func (f *Filter) ContainsBatch(hashes []uint64, found []bool) int {
	return f.some.Contains(hashes, found, func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.Contains(hash) })
	})
}

// prefetchFor returns what prefetches the lines of the first probes of keys.
func (f *Filter) prefetchFor(probes int) batch.Prefetcher {
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
