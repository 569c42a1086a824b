//go:build !purego

package simd

// ContainsBloom looks up keys in a standard or counting Bloom filter as package
// variants describes it, all but the last seven at most: it returns how many it looked
// up, and how many of the answers are true. found must be as long as hashes. It runs on
// AVX2 too.
func ContainsBloom(table []uint64, b *Bloom, hashes []uint64, found []bool) (done, hits int) {
	if done = len(hashes) &^ 7; done == 0 || now < AVX2 {
		return 0, 0
	}
	if uint64(len(table)) < b.words() {
		panic(shortTable)
	}
	if len(found) < done {
		panic(shortResult)
	}
	if now < AVX512 {
		return done, containsBloomAVX2(&table[0], b, &hashes[0], done, &found[0])
	}
	return done, containsBloom(&table[0], b, &hashes[0], done, &found[0])
}

//go:noescape
func containsBloom(table *uint64, b *Bloom, hashes *uint64, n int, found *bool) (hits int)

//go:noescape
func containsBloomAVX2(table *uint64, b *Bloom, hashes *uint64, n int, found *bool) (hits int)
