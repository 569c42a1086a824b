//go:build (amd64 || arm64) && !purego

package simd

// groupsFrom returns how many keys are whole groups of eight, 0 below the level from which
// on the kernel runs. It panics if the table is shorter than its blocks, or the probes are
// not 1 to 32.
func groupsFrom(level Level, table []uint64, blocks, words uint64, probes int, hashes []uint64) int {
	if length := uint64(len(table)); blocks == 0 || blocks > length || blocks*words > length {
		panic(shortTable)
	}
	if probes < 1 || probes > maxInBlock {
		panic(badProbes)
	}
	if now < level {
		return 0
	}
	return len(hashes) &^ 7
}
