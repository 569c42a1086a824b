package simd_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/simd"
)

// TestLines: the first word of every line that a key chooses is read once, and written once,
// for any number of groups of keys.
func TestLines(t *testing.T) {
	if simd.Now() < simd.AVX2 {
		t.Skip("nothing to compare: no kernel reads lines on this processor or in this build")
	}
	const lines = 37
	r := rand.New(rand.NewPCG(1, 4))
	table, hashes := make([]uint64, 8*lines), make([]uint64, 700)
	for i := range table {
		table[i] = r.Uint64()
	}
	for i := range hashes {
		hashes[i] = r.Uint64()
	}
	for n := 0; n <= len(hashes); n += 1 + n/9 {
		for _, two := range []bool{false, true} {
			done, sum := simd.ReadLines(table, hashes[:n], two)
			want := uint64(0)
			for _, h := range hashes[:done] {
				line, _ := bits.Mul64(h, lines)
				want ^= table[8*line]
				if two {
					line, _ = bits.Mul64(h*0x9e3779b97f4a7c15, lines)
					want ^= table[8*line]
				}
			}
			written := slices.Clone(table)
			if simd.WriteLines(written, hashes[:n], two) != done {
				t.Fatalf("%d keys: not as many written as read", n)
			}
			for i := range written {
				written[i] -= table[i]
			}
			for _, h := range hashes[:done] {
				line, _ := bits.Mul64(h, lines)
				written[8*line]--
				if two {
					line, _ = bits.Mul64(h*0x9e3779b97f4a7c15, lines)
					written[8*line]--
				}
			}
			if slices.ContainsFunc(written, func(left uint64) bool { return left != 0 }) {
				t.Fatalf("%d keys, two lines %v: other words are written than the lines' first, or not once a key", n, two)
			}
			if done != n&^7 || sum != want {
				t.Fatalf("%d keys, two lines %v: %d done, %#x read, want %#x", n, two, done, sum, want)
			}
		}
	}
}
