//go:build !purego

package simd

// The functions below do the work of the filters blocked and splitblock of package variants
// on all but the last seven keys of hashes at most, and return how many they did. A table is
// blocks of 512 or 256 bits, and found must be as long as hashes.

// ContainsBlocked looks up keys with 1 to 32 probes in blocks of eight words. hits is
// how many of the answers are true.
func ContainsBlocked(table []uint64, blocks uint64, probes int, hashes []uint64, found []bool) (done, hits int) {
	if done = groupsFrom(NEON, table, blocks, 8, probes, hashes); done == 0 {
		return 0, 0
	}
	if len(found) < done {
		panic(shortResult)
	}
	whole := (probes - 1) / 7
	return done, containsBlockedNEON(&table[0], blocks, &hashes[0], done, &found[0], whole, &blockedFields[probes-7*whole])
}

// blockedFields is where the positions in a mixed word are, nine bits each: all seven, of
// which the first comes twice, and then the first n, of which the first comes as often as
// there is room. Those that begin at bit 9i are in the bytes i and i+1, shifted to the left
// by i.
var blockedFields = func() (list [8][64]byte) {
	for n := range list {
		for lane := range byte(8) {
			all, some := lane%7, byte(0)
			if lane < byte(n) {
				some = lane
			}
			for half, i := range [...]byte{all, some} {
				field := list[n][32*half+2*int(lane):]
				field[0], field[1] = i, i+1
				field[16] = -i
			}
		}
	}
	return list
}()

// ContainsSplit looks up keys with a probe in each 32-bit word of blocks of 256 bits.
func ContainsSplit(table []uint64, blocks uint64, hashes []uint64, found []bool) (done, hits int) {
	if done = groupsFrom(NEON, table, blocks, 4, 1, hashes); done == 0 {
		return 0, 0
	}
	if len(found) < done {
		panic(shortResult)
	}
	return done, containsSplitNEON(&table[0], blocks, &hashes[0], done, &found[0])
}

// InsertSplit inserts keys with a probe in each 32-bit word of blocks of 256 bits.
func InsertSplit(table []uint64, blocks uint64, hashes []uint64) (done int) {
	if done = groupsFrom(NEON, table, blocks, 4, 1, hashes); done > 0 {
		insertSplitNEON(&table[0], blocks, &hashes[0], done)
	}
	return done
}

//go:noescape
func containsBlockedNEON(table *uint64, blocks uint64, hashes *uint64, n int, found *bool, whole int, fields *[64]byte) (hits int)

//go:noescape
func containsSplitNEON(table *uint64, blocks uint64, hashes *uint64, n int, found *bool) (hits int)

//go:noescape
func insertSplitNEON(table *uint64, blocks uint64, hashes *uint64, n int)
