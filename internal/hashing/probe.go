package hashing

// Probe is one step of an endless sequence of positions derived from one 64-bit
// hash: the probes of a Bloom filter. Read the position with [Probe.Of], go on
// with [Probe.Next].
//
// The state is a point x on a circle of 2^64 steps. It moves by y, which is a
// second hash of the key, and y itself is moved by t, and t by a constant; t is
// the same for all keys:
//
//	x += y    y += t    t += c
//
// With the first line alone (double hashing) the sequences of two keys meet for
// good as soon as one is a shift of the other, in either direction, which is
// likely enough to raise the rate of false positives above theory when it is
// small. The cubic term of the two other lines, as in enhanced double hashing
// but on the finer circle and with large constants, makes shifted or reversed
// sequences differ. The step costs three additions and no further hash.
//
// Source: the idea is that of Dillinger and Manolios, "Bloom Filters in
// Probabilistic Verification" (2004), section 5.2.
type Probe struct{ x, y, t uint64 }

// Odd numbers without structure: the golden ratio's and the square root of two's
// first 64 fractional bits.
const (
	probeFirst = 0x6a09e667f3bcc909
	probeStep  = Golden
)

// Probes returns the first probe of a hash.
func Probes(hash uint64) Probe { return Probe{hash, Mix(hash) | 1, probeFirst} }

// Next returns the probe after p.
func (p Probe) Next() Probe {
	return Probe{p.x + p.y, p.y + p.t, p.t + probeStep}
}

// Of returns the probe's position among n.
func (p Probe) Of(n uint64) uint64 { return Reduce(p.x, n) }
