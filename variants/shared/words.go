package shared

import (
	"sync/atomic"

	"filterbench/variants"
	"filterbench/variants/theory"
)

// Words is a register-blocked filter on atomic words: all bits of a key are in one word, and an
// insert is one atomic OR, where that of [Bits] is one for each bit that is missing.
type Words struct {
	words []atomic.Uint64
	place placer // its own table stays empty
}

// placer is a filter that has all bits of a key in one word, as that of family register has: it says
// in which, and which.
type placer interface {
	variants.Filter
	Place(hash uint64) (at, mask uint64)
}

func newWords(place placer) *Words {
	return &Words{words: make([]atomic.Uint64, place.Shape().Bits/64), place: place}
}

// Insert implements [variants.Filter]. It never refuses. A word that has the bits is not written.
func (f *Words) Insert(hash uint64) error {
	at, mask := f.place.Place(hash)
	if word := &f.words[at]; mask&^word.Load() != 0 {
		word.Or(mask)
	}
	return nil
}

// Contains implements [variants.Filter].
func (f *Words) Contains(hash uint64) bool {
	at, mask := f.place.Place(hash)
	return mask&^f.words[at].Load() == 0
}

// Shape implements [variants.Filter].
func (f *Words) Shape() theory.Shape { return f.place.Shape() }
