// Package guava is the Bloom filter of Google's Guava 31 for Java, bit for bit: the
// same geometry for the same capacity and rate, the same bits for the same keys, the
// same file. A count that somebody published of a Guava filter can be repeated here,
// and a filter that a Java program wrote can be read and asked.
//
// The families of package variants take one 64-bit hash from the harness and go by it.
// What Guava does with its own 128 is the matter here, so the family of [Families]
// takes the harness's hash for the key: a number, which it puts as Guava puts a long.
// With the hash function identity that number is the key itself. There
// are two strategies, both of which put a key's k probes in arithmetic progression:
//
//	Mitz64   (h1 + i*h2) mod 2^63,             i = 0..k-1,  then mod m
//	Mitz32   (a + i*b) mod 2^32, folded,       i = 1..k,    then mod m
//
// where h1, h2 are the halves of Murmur3 x64 128 with seed 0, and a, b the low
// and high half of h1. Folded means that a negative sum x becomes -1-x, which leaves
// 2^31 positions however many bits there are; [Mitz32FPR] says what that costs.
//
// Sizes are in bits; m is always whole words of 64. A filter is a pure function of
// its size and keys. It is not safe for concurrent use, except that any number of
// goroutines may ask while none puts; Guava's own is lock-free.
//
// # References
//
//   - Guava 31.1, com.google.common.hash.BloomFilter: behaviour and format.
//   - Kirsch and Mitzenmacher, "Less hashing, same performance", ESA 2006.
package guava
