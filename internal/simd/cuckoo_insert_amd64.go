//go:build !purego

package simd

// InsertCuckoo puts the fingerprint of each key into the emptier one of its two buckets,
// the first of them if they are equally full, in its first free slot. A key for which
// there is no room in either is written to aside instead, which must be as long as
// hashes. No slot of the table must have been freed since it was empty. It does
// all but the last seven keys at most; done is how many, left how many of those are put
// aside. It does no key in a table of buckets in two groups, or in other numbers than
// powers of two, or without AVX-512.
func InsertCuckoo(table []byte, c *Cuckoo, hashes, aside []uint64) (done, left int) {
	if done = len(hashes) &^ 7; done == 0 || now < AVX512 || !c.onePowerOfTwo() {
		return 0, 0
	}
	c.check(table)
	if len(aside) < done {
		panic(shortResult)
	}
	return done, insertCuckoo(&table[0], c, &hashes[0], done, &aside[0])
}

//go:noescape
func insertCuckoo(table *byte, c *Cuckoo, hashes *uint64, n int, aside *uint64) (left int)

// LocateCuckoo writes the buckets and the fingerprints of keys to first, second and tags,
// which must be as long as hashes, and prefetches the lines of the buckets. It does all but
// the last seven keys at most, and returns how many. It does no key where [InsertCuckoo]
// does none.
func LocateCuckoo(table []byte, c *Cuckoo, hashes, first, second, tags []uint64) (done int) {
	if done = len(hashes) &^ 7; done == 0 || now < AVX512 || !c.onePowerOfTwo() {
		return 0
	}
	c.check(table)
	if len(first) < done || len(second) < done || len(tags) < done {
		panic(shortResult)
	}
	locateCuckoo(&table[0], c, &hashes[0], done, &first[0], &second[0], &tags[0])
	return done
}

//go:noescape
func locateCuckoo(table *byte, c *Cuckoo, hashes *uint64, n int, first, second, tags *uint64)
