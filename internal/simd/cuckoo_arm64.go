//go:build !purego

package simd

// ContainsCuckoo looks up keys in a cuckoo filter as package variants describes it,
// all but the last seven at most: it returns how many it looked up, and how many of
// the answers are true. found must be as long as hashes.
func ContainsCuckoo(table []byte, c *Cuckoo, hashes []uint64, found []bool) (done, hits int) {
	if done = len(hashes) &^ 7; done == 0 || !HasCuckoo(c.onePowerOfTwo()) {
		return 0, 0
	}
	c.check(table)
	if len(found) < done {
		panic(shortResult)
	}
	return done, containsCuckooNEON(&table[0], c, &hashes[0], done, &found[0])
}

//go:noescape
func containsCuckooNEON(table *byte, c *Cuckoo, hashes *uint64, n int, found *bool) (hits int)
