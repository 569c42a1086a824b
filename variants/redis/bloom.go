package redis

import (
	"fmt"
	"io"
	"math"
)

// BloomConfig is what BF.RESERVE takes. Begin with [DefaultBloom].
type BloomConfig struct {
	Rate       float64 // false positive rate of all layers together, above 0 and below 1
	Capacity   uint64  // keys of the first layer, 1 to 2^63-1
	Expansion  uint32  // capacity of a layer over that of the one before; with 0 there is never a second one
	NonScaling bool    // one layer for good; Expansion is not used
	Budget     uint64  // largest size of all tables, in bytes; 0 is DefaultBudget
}

// DefaultBloom is the filter that BF.ADD makes where there is none.
var DefaultBloom = BloomConfig{Rate: 0.01, Capacity: 100, Expansion: 2}

// check returns what is out of range.
func (c BloomConfig) check() error {
	switch {
	case !(c.Rate > 0 && c.Rate < 1):
		return fmt.Errorf("redis: a rate of %v: must be above 0 and below 1", c.Rate)
	case c.Capacity < 1 || c.Capacity > math.MaxInt64:
		return fmt.Errorf("redis: a capacity of %d keys: must be 1 to 2^63-1", c.Capacity)
	}
	return nil
}

// sheet is one layer of a Bloom filter.
type sheet struct {
	table  table
	rate   float64
	keys   uint64 // that it is made for
	taken  uint64 // that it has
	probes int
}

// Bloom is the scaling Bloom filter of Redis. A key is looked for in all layers and put
// into the newest.
type Bloom struct {
	config BloomConfig // Budget is set
	layers []*sheet    // >= 1, the newest last
	items  uint64
}

// NewBloom makes an empty filter of one layer. A filter that may grow has half the rate in
// its first layer, and half as much in each further one. The error says which parameter
// is out of range, or is [ErrMemory].
func NewBloom(config BloomConfig) (*Bloom, error) {
	if err := config.check(); err != nil {
		return nil, err
	}
	if config.Budget == 0 {
		config.Budget = DefaultBudget
	}
	b := &Bloom{config: config}
	rate := config.Rate
	if !config.NonScaling {
		rate *= tightening
	}
	if err := b.grow(rate, config.Capacity); err != nil {
		return nil, err
	}
	return b, nil
}

// tightening is the rate of a layer over that of the one before.
const tightening = 0.5

// BloomSize returns the bits of a layer for that many keys at a rate, a multiple of 64, and
// how many of them a key sets. Bits are at most 2^64-64.
func BloomSize(keys uint64, rate float64) (bits uint64, probes int) {
	const ln2, ln2Squared = 0.693147180559945, 0.480453013918201 // with the digits of the original
	perKey := -(logOf(rate) / ln2Squared)
	most := float64(keys) * perKey
	if most < 1<<64 { // beyond, the original's number is 0
		bits = uint64(most)
	}
	bits = max(bits, 1)
	return (bits/64 + min(bits%64, 1)) * 64, int(math.Ceil(ln2 * perKey))
}

// logOf is the natural logarithm, of numbers below 2^-1022 too, whose logarithm math.Log gets
// wrong on amd64.
func logOf(x float64) float64 {
	if x >= 0x1p-1022 {
		return math.Log(x)
	}
	const high, low = 6.93147180369123816490e-01, 1.90821492927058770002e-10 // together ln 2; high has few bits, so that its products are exact
	fraction, exponent := math.Frexp(x)
	return float64(exponent)*high + (math.Log(fraction) + float64(exponent)*low)
}

// grow adds an empty layer. It returns [ErrLayer] or [ErrMemory].
func (b *Bloom) grow(rate float64, keys uint64) error {
	if keys == 0 || rate == 0 {
		return ErrLayer
	}
	bits, probes := BloomSize(keys, rate)
	if bits/8 > b.config.Budget-min(b.config.Budget, b.TableBytes()) {
		return ErrMemory
	}
	b.layers = append(b.layers, &sheet{table: table{size: bits / 8}, rate: rate, keys: keys, probes: probes})
	return nil
}

// probing is the progression of a key's positions before the modulus.
type probing struct{ start, step uint64 }

func probingOf(key []byte) probing {
	start := murmur(key, 0xc6a4a7935bd1e995)
	return probing{start, murmur(key, start)}
}

// has reports whether all of the key's bits are set.
func (s *sheet) has(p probing) bool {
	at := p.start
	for range s.probes {
		bit := at % (8 * s.table.size)
		if s.table.get(bit/8)>>(bit%8)&1 == 0 {
			return false
		}
		at += p.step
	}
	return true
}

// set sets the key's bits.
func (s *sheet) set(p probing) {
	at := p.start
	for range s.probes {
		bit := at % (8 * s.table.size)
		*s.table.at(bit / 8) |= 1 << (bit % 8)
		at += p.step
	}
}

// Add is BF.ADD. It reports whether the key was added, which is false where a layer has all
// of its bits. The error is [ErrNonScaling], [ErrLayer] or [ErrMemory]; the filter is then as
// it was.
func (b *Bloom) Add(key []byte) (bool, error) {
	p := probingOf(key)
	if b.exists(p) {
		return false, nil
	}
	newest := b.layers[len(b.layers)-1]
	if newest.taken >= newest.keys {
		if b.config.NonScaling {
			return false, ErrNonScaling
		}
		if err := b.grow(newest.rate*tightening, newest.keys*uint64(b.config.Expansion)); err != nil {
			return false, err
		}
		newest = b.layers[len(b.layers)-1]
	}
	newest.set(p)
	newest.taken++
	b.items++
	return true, nil
}

// Exists is BF.EXISTS: whether a layer has all of the key's bits.
func (b *Bloom) Exists(key []byte) bool { return b.exists(probingOf(key)) }

func (b *Bloom) exists(p probing) bool {
	for i := len(b.layers) - 1; i >= 0; i-- {
		if b.layers[i].has(p) {
			return true
		}
	}
	return false
}

// Items returns how many keys were added.
func (b *Bloom) Items() uint64 { return b.items }

// Layers returns how many layers there are.
func (b *Bloom) Layers() int { return len(b.layers) }

// Capacity returns how many keys all layers together are made for.
func (b *Bloom) Capacity() (n uint64) {
	for _, s := range b.layers {
		n += s.keys
	}
	return n
}

// TableBytes returns the size of all layers' tables.
func (b *Bloom) TableBytes() (n uint64) {
	for _, s := range b.layers {
		n += s.table.size
	}
	return n
}

// Held returns how many bytes of the tables are allocated here.
func (b *Bloom) Held() (n uint64) {
	for _, s := range b.layers {
		n += s.table.held
	}
	return n
}

// WriteTables writes the bytes of all tables, the oldest layer first.
func (b *Bloom) WriteTables(w io.Writer) error {
	for _, s := range b.layers {
		if err := s.table.writeTo(w); err != nil {
			return err
		}
	}
	return nil
}
