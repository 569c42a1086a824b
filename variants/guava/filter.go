package guava

import (
	"math"

	"filterbench/internal/bitpack"
)

// Filter is a Bloom filter whose bits are those of Guava's.
type Filter struct {
	words    []uint64 // bit i is bit i%64 of words[i/64]; at least one word
	probes   int      // k, 1 to 255
	strategy Strategy
}

// New makes an empty filter as BloomFilter.create does, for that many keys at a false
// positive rate. Guava's default rate is 0.03, its default strategy [Mitz64]. The
// error says which argument is out of range. It panics if there is no such strategy.
func New(strategy Strategy, keys int64, fpp float64) (*Filter, error) {
	if strategy > Mitz64 {
		panic("guava: no such strategy")
	}
	words, probes, err := size(keys, fpp)
	if err != nil {
		return nil, err
	}
	return empty(strategy, words, probes), nil
}

func empty(strategy Strategy, words uint64, probes int) *Filter {
	return &Filter{words: bitpack.Words(words), probes: probes, strategy: strategy}
}

// Put adds a key and reports whether that changed a bit. If it did, the key was put
// for the first time; if not, either it was there or another false positive was.
func (f *Filter) Put(h Hash) bool {
	changed := false
	bits, w := f.Bits(), f.strategy.walk(h)
	for range f.probes {
		if at := w.position(bits); !bitpack.Bit(f.words, at) {
			bitpack.SetBit(f.words, at)
			changed = true
		}
		w = w.next()
	}
	return changed
}

// MightContain reports whether the key may have been put. A false answer is certain.
// It writes nothing and allocates nothing.
func (f *Filter) MightContain(h Hash) bool {
	bits, w := f.Bits(), f.strategy.walk(h)
	for range f.probes {
		if !bitpack.Bit(f.words, w.position(bits)) {
			return false
		}
		w = w.next()
	}
	return true
}

// Bits returns m, a multiple of 64.
func (f *Filter) Bits() uint64 { return wordBits * uint64(len(f.words)) }

// Probes returns k.
func (f *Filter) Probes() int { return f.probes }

// Strategy returns how the filter places its probes.
func (f *Filter) Strategy() Strategy { return f.strategy }

// Ones returns how many bits are set.
func (f *Filter) Ones() uint64 { return bitpack.Ones(f.words) }

// ExpectedFPP returns the false positive rate at the bits that are set, (ones/m)^k.
func (f *Filter) ExpectedFPP() float64 {
	return math.Pow(float64(f.Ones())/float64(f.Bits()), float64(f.probes))
}

// ApproximateElementCount returns the number of distinct keys for which the bits that
// are set are the expected number,
//
//	-m ln(1 - ones/m) / k   to the nearest whole number.
//
// It returns false for a filter with every bit set, for which there is no such number
// and Guava throws an exception.
func (f *Filter) ApproximateElementCount() (count uint64, ok bool) {
	ones, bits := f.Ones(), f.Bits()
	if ones == bits {
		return 0, false
	}
	m := float64(bits)
	return uint64(math.Round(-math.Log1p(-float64(ones)/m) * m / float64(f.probes))), true
}
