package bloom

import (
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/shape"
)

// NaiveConfig is that of [Filter].
type NaiveConfig struct{ Config }

// Shape implements [variants.Config].
func (c NaiveConfig) Shape() (shape.Shape, error) {
	s, err := c.Config.Shape()
	s.Family = "naivebloom"
	return s, err
}

// Naive is a standard Bloom filter with the deletion that suggests itself and
// does not work: it clears the bits of the key. They may be bits of other keys too,
// which are then denied. It breaks the contract on purpose, so that the damage can be
// measured.
type Naive struct{ Filter }

var (
	_ variants.Filter  = (*Naive)(nil)
	_ variants.Deleter = (*Naive)(nil)
	_ variants.Batcher = (*Naive)(nil)
)

// NewNaive makes an empty filter. Its error says which field of the configuration is wrong.
func NewNaive(c NaiveConfig) (*Naive, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	return &Naive{*newFilter(s)}, nil
}

// Delete implements [variants.Deleter] as far as it can be: it clears the bits of a key
// that may be there, and with them those of others.
func (f *Naive) Delete(hash uint64) bool {
	if !f.Contains(hash) {
		return false
	}
	p := hashing.Probes(hash)
	for range f.probes {
		bitpack.ClearBit(f.words, p.Of(f.cells))
		p = p.Next()
	}
	return true
}
