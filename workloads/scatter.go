package workloads

import "filterbench/internal/hashing"

// scatter is a seeded bijection of the integers below 2^width: keys that must
// look random in a space of fewer than 64 bits. Additions, odd multiplications and
// xors with the own high half can each be undone, and so can their sequence.
type scatter struct {
	start uint64
	width uint // 2..63
}

// rounds of multiply and xor that make every output bit depend on every input
// bit, at all the widths in use.
const scatterRounds = 4

func (s scatter) at(x uint64) uint64 {
	mask := uint64(1)<<s.width - 1
	x += s.start
	for range scatterRounds {
		x = x * hashing.Golden & mask
		x ^= x >> (s.width / 2)
	}
	return x
}
