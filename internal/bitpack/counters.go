package bitpack

import "math/bits"

// Counters are unsigned counters of 2, 4 or 8 bits, packed 32, 16 or 8 to a
// word. A counter never wraps: at its largest value it stays, whether asked to
// go up or down, because how often it was asked is no longer known.
type Counters struct {
	words []uint64
	width uint // log2 of the bits of a counter: 1, 2 or 3
	max   uint64
}

// NewCounters returns n counters at 0. It panics unless width is 2, 4 or 8.
func NewCounters(n uint64, width int) Counters {
	if width != 2 && width != 4 && width != 8 {
		panic("bitpack: a counter has 2, 4 or 8 bits")
	}
	perWord := uint64(64 / width)
	return Counters{
		words: Words((n + perWord - 1) / perWord),
		width: uint(bits.TrailingZeros(uint(width))),
		max:   1<<width - 1,
	}
}

// Words returns the memory under the counters.
func (c *Counters) Words() []uint64 { return c.words }

// Width returns the logarithm of the bits of a counter.
func (c *Counters) Width() uint { return c.width }

// Max returns the largest value of a counter, at which it sticks.
func (c *Counters) Max() uint64 { return c.max }

// Get returns counter i.
func (c *Counters) Get(i uint64) uint64 {
	bit := i << (c.width & 3)
	return c.words[bit>>6] >> (bit & 63) & c.max
}

// Set makes counter i hold value, at most Max. It neither asks whether the counter
// is stuck nor leaves it so: for callers that never ask a counter to go beyond Max,
// to whom its largest value is a number like others.
func (c *Counters) Set(i, value uint64) {
	bit := i << (c.width & 3)
	word, shift := &c.words[bit>>6], bit&63
	*word = *word&^(c.max<<shift) | value<<shift
}

// Up adds one to counter i unless it is stuck, and reports whether this very
// step made it stick.
func (c *Counters) Up(i uint64) (stuck bool) {
	bit := i << (c.width & 3)
	word, shift := &c.words[bit>>6], bit&63
	was := *word >> shift & c.max
	if was == c.max {
		return false
	}
	*word += 1 << shift
	return was+1 == c.max
}

// Down takes one from counter i unless it is stuck or 0.
func (c *Counters) Down(i uint64) {
	bit := i << (c.width & 3)
	word, shift := &c.words[bit>>6], bit&63
	if was := *word >> shift & c.max; was != 0 && was != c.max {
		*word -= 1 << shift
	}
}
