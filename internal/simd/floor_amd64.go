//go:build !purego

package simd

// ReadLines reads a word of the line that each hash chooses in the table, and of a second
// one if two is true, prefetched so early that earlier gains nothing: the least that
// a lookup in a table of that size can cost here. It does all but the last seven keys
// at most, none without AVX2, and returns how many, and a sum that makes the reading necessary.
func ReadLines(table []uint64, hashes []uint64, two bool) (done int, sum uint64) {
	lines := uint64(len(table)) / 8
	if done = groupsFrom(AVX2, table, lines, 8, 1, hashes); done == 0 {
		return 0, 0
	}
	if two {
		return done, readTwo(&table[0], lines, &hashes[0], done)
	}
	return done, readOne(&table[0], lines, &hashes[0], done)
}

//go:noescape
func readOne(table *uint64, lines uint64, hashes *uint64, n int) (sum uint64)

//go:noescape
func readTwo(table *uint64, lines uint64, hashes *uint64, n int) (sum uint64)

// WriteLines adds 1 to a word of the line that each hash chooses, and of a second one if two is
// true: the least that an insert can cost, which reads its lines and writes them. It is
// [ReadLines] otherwise, and returns how many keys it did.
func WriteLines(table []uint64, hashes []uint64, two bool) (done int) {
	lines := uint64(len(table)) / 8
	if done = groupsFrom(AVX2, table, lines, 8, 1, hashes); done == 0 {
		return 0
	}
	if two {
		writeTwo(&table[0], lines, &hashes[0], done)
	} else {
		writeOne(&table[0], lines, &hashes[0], done)
	}
	return done
}

//go:noescape
func writeOne(table *uint64, lines uint64, hashes *uint64, n int)

//go:noescape
func writeTwo(table *uint64, lines uint64, hashes *uint64, n int)
