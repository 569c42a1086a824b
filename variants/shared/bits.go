package shared

import (
	"math/bits"
	"sync/atomic"

	"filterbench/internal/hashing"
	"filterbench/variants/theory"
)

// Bits is a standard Bloom filter on atomic words. A bit that was set stays set, so a
// lookup that sees an older word can only miss a key whose insert has not returned.
type Bits struct {
	words []atomic.Uint64
	shape theory.Shape
	torn  bool // read and write in two steps
}

func newBits(shape theory.Shape, torn bool) *Bits {
	return &Bits{words: make([]atomic.Uint64, (shape.Cells+63)/64), shape: shape, torn: torn}
}

// Insert sets the bits of a key. It reads each word before, and leaves it to other
// readers if the bit is there: in a filter that is half full this saves half of the
// writes. It returns nil always.
func (f *Bits) Insert(hash uint64) error {
	p := hashing.Probes(hash)
	for range f.shape.Probes {
		bit := p.Of(f.shape.Cells)
		word, mask := &f.words[bit/64], uint64(1)<<(bit%64)
		if old := word.Load(); old&mask == 0 {
			if f.torn {
				word.Store(old | mask)
			} else {
				word.Or(mask)
			}
		}
		p = p.Next()
	}
	return nil
}

// Add implements [variants.Reporter] as lock-free filters do: whoever set one of the key's bits
// changed the table. Of goroutines that add one key at once each may set some. It is no part
// of Insert, as an OR that returns the word before takes longer.
func (f *Bits) Add(hash uint64) (changed bool) {
	p := hashing.Probes(hash)
	for range f.shape.Probes {
		bit := p.Of(f.shape.Cells)
		word, mask := &f.words[bit/64], uint64(1)<<(bit%64)
		if word.Load()&mask == 0 && word.Or(mask)&mask == 0 {
			changed = true
		}
		p = p.Next()
	}
	return changed
}

// Contains reports whether all bits of a key are set.
func (f *Bits) Contains(hash uint64) bool {
	p := hashing.Probes(hash)
	for range f.shape.Probes {
		bit := p.Of(f.shape.Cells)
		if f.words[bit/64].Load()>>(bit%64)&1 == 0 {
			return false
		}
		p = p.Next()
	}
	return true
}

// Shape returns the geometry.
func (f *Bits) Shape() theory.Shape { return f.shape }

// Count returns how many bits are set.
func (f *Bits) Count() (set uint64) {
	for i := range f.words {
		set += uint64(bits.OnesCount64(f.words[i].Load()))
	}
	return set
}

// Against compares the table with that of a filter of the same shape: how many bits
// are set there and not here, and here and not there.
func (f *Bits) Against(other *Bits) (lost, extra uint64) {
	if f.shape != other.shape {
		panic("shared: tables of different shapes")
	}
	for i := range f.words {
		here, there := f.words[i].Load(), other.words[i].Load()
		lost += uint64(bits.OnesCount64(there &^ here))
		extra += uint64(bits.OnesCount64(here &^ there))
	}
	return lost, extra
}
