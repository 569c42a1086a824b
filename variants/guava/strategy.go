package guava

import (
	"fmt"
	"math"
)

// Strategy is how the positions of a key's probes come from its hash. Its value is
// the byte that stands for it in a file.
type Strategy byte

// The strategies of Guava, of which Mitz64 is the default.
const (
	Mitz32 Strategy = 0 // MURMUR128_MITZ_32: 64 bits of the hash, 2^31 positions
	Mitz64 Strategy = 1 // MURMUR128_MITZ_64: all 128 bits, 2^63 positions
)

// String returns Guava's name for the strategy.
func (s Strategy) String() string {
	switch s {
	case Mitz32:
		return "MURMUR128_MITZ_32"
	case Mitz64:
		return "MURMUR128_MITZ_64"
	}
	return fmt.Sprintf("strategy %d", byte(s))
}

// walk is an arithmetic progression of which the probes are the first terms.
type walk struct {
	sum, step uint64
	strategy  Strategy
}

// walk returns the progression at its first term.
func (s Strategy) walk(h Hash) walk {
	if s == Mitz32 {
		first, step := h.Low&math.MaxUint32, h.Low>>32
		return walk{first + step, step, s}
	}
	return walk{h.Low, h.High, s}
}

// position returns where in a filter of that many bits the present term probes.
func (w walk) position(bits uint64) uint64 {
	if w.strategy == Mitz32 {
		return fold(w.sum, 32) % bits
	}
	return w.sum & math.MaxInt64 % bits
}

// next returns the progression one term on.
func (w walk) next() walk {
	w.sum += w.step
	return w
}

// fold takes the low bits of x, width of them, as a number in two's complement and
// returns it if it is not negative, else its complement: 0 to 2^(width-1)-1.
func fold(x uint64, width int) uint64 {
	half := uint64(1) << (width - 1)
	if x&half != 0 {
		x = ^x
	}
	return x & (half - 1)
}
