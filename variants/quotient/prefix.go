package quotient

import (
	"fmt"
	"math"
	"math/bits"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
	"filterbench/variants/theory"
)

// PrefixConfig says how large a prefix filter is. Give Keys or Slots; neither asks for the
// smallest filter.
type PrefixConfig struct {
	_ struct{}

	Keys  uint64  // the filter takes this many keys
	Slots uint64  // its bins have at least this many places, whatever the load
	Load  float64 // keys over the places of its bins, above 0 and at most 1; 0 for the default of the family
}

// Shape implements [variants.Config].
func (c PrefixConfig) Shape() (shape.Shape, error) {
	_, s, err := c.geometry()
	return s, err
}

// spareSigmas is how many standard deviations the spare has room for above its mean: at
// most one filter in a billion refuses one of the keys that it was made for.
const spareSigmas = 6

func (c PrefixConfig) geometry() (spare Config, s shape.Shape, err error) {
	load := c.Load
	if load == 0 {
		load = families.Default("prefix", "load")
	}
	switch {
	case c.Keys != 0 && c.Slots != 0:
		return spare, s, fmt.Errorf("field Keys is %d and Slots %d: give one", c.Keys, c.Slots)
	case !(load > 0 && load <= 1):
		return spare, s, fmt.Errorf("field Load is %g: must be above 0 and at most 1", load)
	}
	slots := c.Slots
	if slots == 0 {
		if slots, err = sizing.SlotsForKeys(c.Keys, load); err != nil {
			return spare, s, err
		}
	}
	bins := max(1, (slots+theory.PrefixBin-1)/theory.PrefixBin)
	over, square := theory.PrefixOverflow(load * theory.PrefixBin)
	m := float64(bins)
	spare = Config{Keys: uint64(math.Ceil(m*over + spareSigmas*math.Sqrt(m*square) + spareSigmas)), RemainderBits: theory.PrefixRest}
	side, err := spare.Shape()
	if err != nil {
		return spare, s, err
	}
	s, err = sizing.Check(shape.Shape{Family: "prefix", Bits: bins*binBits + side.Bits, Cells: bins * theory.PrefixBin,
		FingerprintBits: theory.PrefixRest, BlockBits: binBits, Stash: int(side.Cells)})
	return spare, s, err
}

// Prefix is a prefix filter: a key has one bin of 25 entries in half a cache line, and if more
// keys come to a bin than it holds, the bin keeps those with the smallest fingerprints, a
// prefix of all in their order, and the others go to a spare, a counting quotient filter. A
// lookup goes on to the spare only if the bin has sent keys there and the fingerprint is
// larger than all that it kept; so most lookups, and most inserts, touch one line.
//
// A bin is a pocket dictionary: the 25 * 256 fingerprints are 25 quotients, each with 8 bits of
// remainder. The remainders lie in order, and 50 bits say how many belong to each quotient:
// a 0 for each remainder, and a 1 at the end of each quotient. One more says whether the bin
// has sent keys to the spare.
//
// Why nothing is lost: of the keys that came to a bin the smallest 25 are there and the others
// in the spare, which a lookup asks for exactly those. A refused insert, which only a full
// spare can cause, changes nothing. Nothing can be deleted, as a bin that has room again
// would not know which keys of the spare are its own.
//
// Source: Even, Even and Morrison, "Prefix filter: practically and theoretically better than
// Bloom", PVLDB 15(7), 2022. The spare there is one of three other filters.
type Prefix struct {
	words    []uint64 // four of each bin
	bins     uint64
	spare    *Filter
	prefetch batch.Prefetcher
	shape    shape.Shape
}

// The words of a bin: header, flag and remainders.
const (
	binBits    = 256
	binWords   = binBits / 64
	binHeader  = 1<<(2*theory.PrefixBin) - 1
	binSpilled = 1 << 55 // keys went to the spare
	binFirst   = 7       // byte of the first remainder
)

var (
	_ variants.Filter  = (*Prefix)(nil)
	_ variants.Batcher = (*Prefix)(nil)
)

// NewPrefix makes an empty filter. Its error says which field is wrong.
func NewPrefix(c PrefixConfig) (*Prefix, error) {
	spare, s, err := c.geometry()
	if err != nil {
		return nil, err
	}
	f := &Prefix{bins: s.Cells / theory.PrefixBin, shape: s}
	if f.spare, err = New(spare); err != nil {
		return nil, err
	}
	f.words = bitpack.Words(f.bins * binWords)
	for i := range f.bins {
		f.words[i*binWords] = 1<<theory.PrefixBin - 1 // every quotient ends at once
	}
	f.prefetch = batch.Blocks(f.words, f.bins, binBits/8)
	return f, nil
}

// bin is the four words of one.
type bin = [binWords]uint64

// locate returns a key's bin and its fingerprint.
func (f *Prefix) locate(hash uint64) (number, print uint64, b *bin) {
	number, low := bits.Mul64(hash, f.bins)
	return number, hashing.Reduce(low, theory.PrefixPrints), (*bin)(f.words[number*binWords:])
}

// inSpare returns the hash by which the spare knows a fingerprint of a bin.
func (f *Prefix) inSpare(number, print uint64) uint64 {
	return hashing.Mix(number*theory.PrefixPrints + print + 1)
}

// rest returns a remainder.
func rest(b *bin, i int) uint64 {
	at := binFirst + i
	return b[at>>3] >> (8 * (at & 7)) & 0xff
}

// run returns the places of the remainders of a quotient, from and to.
func run(header, quotient uint64) (from, to int) {
	q := int(quotient)
	if q > 0 {
		from = int(bitpack.Select(header, q-1)) + 1 - q
		header &= ^uint64(0) << (from + q)
		return from, bits.TrailingZeros64(header) - q
	}
	return 0, bits.TrailingZeros64(header)
}

// entries returns how many remainders a bin has.
func entries(header uint64) int { return 64 - bits.LeadingZeros64(header&binHeader) - theory.PrefixBin }

// Contains implements [variants.Filter].
func (f *Prefix) Contains(hash uint64) bool {
	number, print, b := f.locate(hash)
	header := b[0]
	from, to := run(header, print>>theory.PrefixRest)
	want := print & (1<<theory.PrefixRest - 1)
	for i := from; i < to; i++ {
		if rest(b, i) == want {
			return true
		}
	}
	return header&binSpilled != 0 && f.beyond(b, from, to, want) && f.spare.Contains(f.inSpare(number, print))
}

// beyond reports whether a fingerprint whose quotient has those places is larger than all of
// a full bin.
func (f *Prefix) beyond(b *bin, from, to int, want uint64) bool {
	return to == theory.PrefixBin && (from == to || rest(b, to-1) < want)
}

// largest returns the largest fingerprint of a full bin, and where its 0 is in the header.
func largest(b *bin) (print uint64, zero int) {
	zero = 63 - bits.LeadingZeros64(^b[0]&binHeader)
	return uint64(zero-theory.PrefixBin+1)<<theory.PrefixRest | rest(b, theory.PrefixBin-1), zero
}

// Insert implements [variants.Filter]. It returns [variants.ErrFull] when the spare has no
// room for what the key's bin sends there.
func (f *Prefix) Insert(hash uint64) error {
	number, print, b := f.locate(hash)
	if entries(b[0]) == theory.PrefixBin {
		most, zero := largest(b)
		if err := f.spare.Insert(f.inSpare(number, max(print, most))); err != nil {
			return err
		}
		b[0] |= binSpilled
		if print >= most {
			return nil
		}
		below := uint64(1)<<zero - 1
		header := b[0] & binHeader
		b[0] = b[0]&^binHeader | header&below | header>>1&^below
	}
	put(b, print)
	return nil
}

// put puts a fingerprint into a bin that has room.
func put(b *bin, print uint64) {
	quotient, value := print>>theory.PrefixRest, print&(1<<theory.PrefixRest-1)
	at, to := run(b[0], quotient)
	below := uint64(1)<<(at+int(quotient)) - 1 // where the 0s of the quotient begin
	for at < to && rest(b, at) < value {
		at++
	}
	header := b[0] & binHeader
	b[0] = b[0]&^binHeader | header&below | header&^below<<1
	p := binFirst + at
	word, shift := p>>3, uint(8*(p&7))
	for i := binWords - 1; i > word; i-- { // the remainders behind move up
		b[i] = b[i]<<8 | b[i-1]>>56
	}
	low := uint64(1)<<shift - 1
	b[word] = b[word]&low | b[word]&^low<<8 | value<<shift
}

// Shape implements [variants.Filter]: the cells are places of bins, and the Stash the slots
// of the spare, whose bits are among its own.
func (f *Prefix) Shape() shape.Shape { return f.shape }

// InsertBatch implements [variants.Batcher].
func (f *Prefix) InsertBatch(hashes []uint64) (int, error) {
	return f.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// ContainsBatch implements [variants.Batcher].
func (f *Prefix) ContainsBatch(hashes []uint64, found []bool) int {
	return f.prefetch.Contains(hashes, found, func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.Contains(hash) })
	})
}
