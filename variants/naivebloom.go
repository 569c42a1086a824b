package variants

import (
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// naivebloom is a standard Bloom filter with the deletion that suggests itself and
// does not work: it clears the bits of the key. They may be bits of other keys too,
// which are then denied. It breaks the contract on purpose, so that the damage can be
// measured, and is the one family that the conformance suite does not pass.
type naivebloom struct{ bloom }

var (
	_ Filter  = (*naivebloom)(nil)
	_ Deleter = (*naivebloom)(nil)
	_ Batcher = (*naivebloom)(nil)
)

func newNaivebloom(v spec.Values, shape theory.Shape, seed uint64) Filter {
	return &naivebloom{*newBloom(v, shape, seed).(*bloom)}
}

// Delete implements [Deleter] as far as it can be: it clears the bits of a key that
// may be there, and with them those of others.
func (f *naivebloom) Delete(hash uint64) bool {
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
