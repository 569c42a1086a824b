// Package hashing turns keys into the 64-bit hashes that every filter takes, and
// holds the small arithmetic on hashes that filters share.
//
// Keys of every type reach a filter through MetroHash64 with an explicit seed,
// which is recorded with each result: [Bytes] and [String] call go-metro,
// [Uint64] is the same function specialised to eight bytes, so it inlines into
// a measuring loop, and [Uint64s] does many keys at once. Nothing here keeps state.
//
//	key --Uint64/Bytes(seed)--> hash --Reduce--> position in a table
//	                              \---Mix------> further independent bits
package hashing

import (
	"math/bits"

	"github.com/dgryski/go-metro"
)

// The multipliers of MetroHash64, from its definition by J. Andrew Rogers.
const (
	metroK0 = 0xD6D018F5
	metroK1 = 0xA2AA033B
	metroK2 = 0x62992FC1
	metroK3 = 0x30BC5B29
)

// Bytes returns the MetroHash64 of a key.
func Bytes(key []byte, seed uint64) uint64 { return metro.Hash64(key, seed) }

// String returns the MetroHash64 of a key's bytes.
func String(key string, seed uint64) uint64 { return metro.Hash64Str(key, seed) }

// Uint64 returns the MetroHash64 of the eight little-endian bytes of key. It is
// small enough to be inlined and allocates nothing.
func Uint64(key, seed uint64) uint64 {
	return finish(start(seed) + key*metroK3)
}

// start is what a seed adds to the product of a key.
func start(seed uint64) uint64 { return (seed + metroK2) * metroK0 }

// finish mixes the sum of both.
func finish(h uint64) uint64 {
	h ^= bits.RotateLeft64(h, -55) * metroK1
	h ^= bits.RotateLeft64(h, -28)
	h *= metroK0
	return h ^ bits.RotateLeft64(h, -29)
}

// Reduce maps a uniform 64-bit x to [0, n) by multiplication, without division.
// The result depends on the high bits of x. n = 0 gives 0.
//
// Source: Lemire, "Fast random integer generation in an interval" (2019).
func Reduce(x, n uint64) uint64 {
	hi, _ := bits.Mul64(x, n)
	return hi
}

// Mix is a bijection of the 64-bit integers in which every output bit depends on
// every input bit. Mix(0) is 0.
//
// Source: the finaliser of MurmurHash3 with the constants of Stafford's variant 13.
func Mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// Golden is the odd integer nearest to 2^64 divided by the golden ratio. Its
// multiples are spread evenly over the 64-bit integers.
const Golden = 0x9e3779b97f4a7c15

// Derive returns a seed for a named purpose, so that parts of one experiment that
// must not share random numbers do not. Distinct labels give unrelated seeds.
func Derive(seed uint64, label string) uint64 {
	return Mix(String(label, seed) + Golden)
}
