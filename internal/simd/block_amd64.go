//go:build !purego

package simd

// The functions below do the work of the filters blocked, splitblock and register of
// package variants on all but the last seven keys of hashes at most, and return how
// many they did: none without AVX-512. A table is blocks of 512, 256 or 64 bits, and found
// must be as long as hashes.

// ContainsBlocked looks up keys with 1 to 32 probes in blocks of eight words. hits is
// how many of the answers are true. It runs on AVX2 too.
func ContainsBlocked(table []uint64, blocks uint64, probes int, hashes []uint64, found []bool) (done, hits int) {
	if done = groupsFrom(AVX2, table, blocks, 8, probes, hashes); done == 0 {
		return 0, 0
	}
	if len(found) < done {
		panic(shortResult)
	}
	switch {
	case now < AVX512:
		whole := (probes - 1) / 7
		return done, containsBlockedAVX2(&table[0], blocks, &hashes[0], done, &found[0], whole, &blockedShifts[probes-7*whole])
	case matrices:
		return done, containsBlockedBytes(&table[0], blocks, &hashes[0], done, &found[0], (probes+6)/7, &blockedRounds[probes-1][0], (probes+7)/8)
	}
	return done, containsBlocked(&table[0], blocks, &hashes[0], done, &found[0], probes/7, 1<<(probes%7)-1)
}

// blockedShifts is where the positions in a mixed word begin, nine bits each: all seven, of
// which the first comes twice, and then the first n, of which the first comes as often as
// there is room.
var blockedShifts = func() (list [8][16]uint64) {
	for n := range list {
		for lane := range uint64(8) {
			list[n][lane] = lane % 7 * 9
			if lane < uint64(n) {
				list[n][8+lane] = lane * 9
			}
		}
	}
	return list
}()

// blockedRounds is, for 1 to 32 probes, how containsBlockedBytes takes their positions: eight in a
// round, a byte each, of which those beyond the last repeat the first of the round. Of
// the three words of a round the first says where in the mixed word begins the number of the byte,
// the second where that of the bit in it; the third has the bytes that take theirs from the next
// mixed word.
var blockedRounds = func() (list [maxInBlock][4][3]uint64) {
	for probes := 1; probes <= maxInBlock; probes++ {
		for r := 0; 8*r < probes; r++ {
			round := &list[probes-1][r]
			for lane := range 8 {
				at := 8*r + lane
				if at >= probes {
					at = 8 * r
				}
				begin := uint64(at % 7 * 9)
				round[0] |= (begin + 3) << (8 * lane)
				round[1] |= begin << (8 * lane)
				if at/7 > r {
					round[2] |= 0xff << (8 * lane)
				}
			}
		}
	}
	return list
}()

// InsertBlocked inserts keys with 1 to 32 probes in blocks of eight words.
func InsertBlocked(table []uint64, blocks uint64, probes int, hashes []uint64) (done int) {
	done = groups(table, blocks, 8, probes, hashes)
	switch {
	case done == 0:
	case matrices:
		words := (probes + 6) / 7
		last := uint64(1)<<(probes-7*(words-1)) - 1 // of one key
		insertBlockedGFNI(&table[0], blocks, &hashes[0], done, words, last*0x0101010101010101)
	default:
		insertBlocked(&table[0], blocks, &hashes[0], done, probes)
	}
	return done
}

// ContainsSplit looks up keys with a probe in each 32-bit word of blocks of 256 bits. It
// runs on AVX2 too.
func ContainsSplit(table []uint64, blocks uint64, hashes []uint64, found []bool) (done, hits int) {
	if done = groupsFrom(AVX2, table, blocks, 4, 1, hashes); done == 0 {
		return 0, 0
	}
	if len(found) < done {
		panic(shortResult)
	}
	if now < AVX512 {
		return done, containsSplitAVX2(&table[0], blocks, &hashes[0], done, &found[0])
	}
	return done, containsSplit(&table[0], blocks, &hashes[0], done, &found[0])
}

// InsertSplit inserts keys with a probe in each 32-bit word of blocks of 256 bits. It runs
// on AVX2 too.
func InsertSplit(table []uint64, blocks uint64, hashes []uint64) (done int) {
	if done = groupsFrom(AVX2, table, blocks, 4, 1, hashes); done == 0 {
		return 0
	}
	if now < AVX512 {
		insertSplitAVX2(&table[0], blocks, &hashes[0], done)
	} else {
		insertSplit(&table[0], blocks, &hashes[0], done)
	}
	return done
}

// ContainsRegister looks up keys with 1 probe or more in blocks of one word. It runs on AVX2 too.
func ContainsRegister(table []uint64, blocks uint64, probes int, hashes []uint64, found []bool) (done, hits int) {
	if done = groupsFrom(AVX2, table, blocks, 1, probes, hashes); done == 0 {
		return 0, 0
	}
	if len(found) < done {
		panic(shortResult)
	}
	if now < AVX512 {
		return done, containsRegisterAVX2(&table[0], blocks, &hashes[0], done, &found[0], probes)
	}
	return done, containsRegister(&table[0], blocks, &hashes[0], done, &found[0], probes)
}

// InsertRegister inserts keys with 1 probe or more in blocks of one word. It runs on AVX2 too.
func InsertRegister(table []uint64, blocks uint64, probes int, hashes []uint64) (done int) {
	if done = groupsFrom(AVX2, table, blocks, 1, probes, hashes); done == 0 {
		return 0
	}
	if now < AVX512 {
		insertRegisterAVX2(&table[0], blocks, &hashes[0], done, probes)
	} else {
		insertRegister(&table[0], blocks, &hashes[0], done, probes)
	}
	return done
}

// groups is groupsFrom for kernels of AVX-512.
func groups(table []uint64, blocks, words uint64, probes int, hashes []uint64) int {
	return groupsFrom(AVX512, table, blocks, words, probes, hashes)
}

//go:noescape
func containsBlocked(table *uint64, blocks uint64, hashes *uint64, n int, found *bool, whole int, last uint64) (hits int)

//go:noescape
func containsBlockedAVX2(table *uint64, blocks uint64, hashes *uint64, n int, found *bool, whole int, shifts *[16]uint64) (hits int)

//go:noescape
func containsBlockedBytes(table *uint64, blocks uint64, hashes *uint64, n int, found *bool, words int, rounds *[3]uint64, turns int) (hits int)

//go:noescape
func insertBlocked(table *uint64, blocks uint64, hashes *uint64, n int, probes int)

//go:noescape
func insertBlockedGFNI(table *uint64, blocks uint64, hashes *uint64, n int, words int, last uint64)

//go:noescape
func containsSplit(table *uint64, blocks uint64, hashes *uint64, n int, found *bool) (hits int)

//go:noescape
func insertSplit(table *uint64, blocks uint64, hashes *uint64, n int)

//go:noescape
func containsSplitAVX2(table *uint64, blocks uint64, hashes *uint64, n int, found *bool) (hits int)

//go:noescape
func insertSplitAVX2(table *uint64, blocks uint64, hashes *uint64, n int)

//go:noescape
func containsRegister(table *uint64, blocks uint64, hashes *uint64, n int, found *bool, probes int) (hits int)

//go:noescape
func insertRegister(table *uint64, blocks uint64, hashes *uint64, n int, probes int)

//go:noescape
func containsRegisterAVX2(table *uint64, blocks uint64, hashes *uint64, n int, found *bool, probes int) (hits int)

//go:noescape
func insertRegisterAVX2(table *uint64, blocks uint64, hashes *uint64, n int, probes int)
