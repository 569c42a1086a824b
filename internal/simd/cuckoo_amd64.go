//go:build !purego

package simd

// ContainsCuckoo looks up keys in a cuckoo filter as package variants describes it,
// all but the last seven at most: it returns how many it looked up, and how many of
// the answers are true. found must be as long as hashes. It runs on AVX2 too, for a power of
// two of buckets in one group.
func ContainsCuckoo(table []byte, c *Cuckoo, hashes []uint64, found []bool) (done, hits int) {
	if done = len(hashes) &^ 7; done == 0 || !HasCuckoo(c.onePowerOfTwo()) {
		return 0, 0
	}
	c.check(table)
	if len(found) < done {
		panic(shortResult)
	}
	if now < AVX512 {
		return done, containsCuckooAVX2(&table[0], c, &hashes[0], done, &found[0])
	}
	if c.onePowerOfTwo() && c.Stride == 32 && c.Lows == 0x01010101 {
		return done, containsCuckooBytes(&table[0], c, &hashes[0], done, &found[0])
	}
	return done, containsCuckoo(&table[0], c, &hashes[0], done, &found[0])
}

// ContainsSorted is [ContainsCuckoo] for semi-sorted filters, on AVX-512.
func ContainsSorted(table []byte, s *Sorted, hashes []uint64, found []bool) (done, hits int) {
	if done = len(hashes) &^ 7; done == 0 || now < AVX512 {
		return 0, 0
	}
	s.cuckoo.check(table)
	if len(found) < done {
		panic(shortResult)
	}
	return done, containsSorted(&table[0], s.cuckoo, s.rest, &s.nibbles[0], &hashes[0], done, &found[0])
}

//go:noescape
func containsSorted(table *byte, c *Cuckoo, rest uint64, multisets *uint16, hashes *uint64, n int, found *bool) (hits int)

//go:noescape
func containsCuckoo(table *byte, c *Cuckoo, hashes *uint64, n int, found *bool) (hits int)

//go:noescape
func containsCuckooBytes(table *byte, c *Cuckoo, hashes *uint64, n int, found *bool) (hits int)

//go:noescape
func containsCuckooAVX2(table *byte, c *Cuckoo, hashes *uint64, n int, found *bool) (hits int)
