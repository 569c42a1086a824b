package bitpack

import "math/bits"

// WordsFor returns how many 64-bit words hold n bits.
func WordsFor(n uint64) uint64 { return n/64 + (n%64+63)/64 }

// SetBit sets bit i.
func SetBit(words []uint64, i uint64) { words[i>>6] |= 1 << (i & 63) }

// ClearBit clears bit i.
func ClearBit(words []uint64, i uint64) { words[i>>6] &^= 1 << (i & 63) }

// Bit reports whether bit i is set.
func Bit(words []uint64, i uint64) bool { return words[i>>6]>>(i&63)&1 != 0 }

// Ones returns the number of set bits.
func Ones(words []uint64) uint64 {
	n := 0
	for _, w := range words {
		n += bits.OnesCount64(w)
	}
	return uint64(n)
}

// Select returns the position of the nth set bit, from 0 on. There must be so many.
func Select(word uint64, n int) uint64 {
	at := uint64(0)
	for width := uint64(32); width >= 4; width /= 2 { // half by half
		if c := bits.OnesCount64(word & (1<<width - 1)); c <= n {
			n -= c
			word >>= width
			at += width
		}
	}
	for ; n > 0; n-- {
		word &= word - 1
	}
	return at + uint64(bits.TrailingZeros64(word))
}
