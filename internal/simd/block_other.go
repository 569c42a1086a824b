//go:build !(amd64 || arm64) || purego

package simd

// No assembly runs here, and the functions below do the work of no key.

// ContainsBlocked does nothing here.
func ContainsBlocked([]uint64, uint64, int, []uint64, []bool) (done, hits int) { return 0, 0 }

// ContainsSplit does nothing here.
func ContainsSplit([]uint64, uint64, []uint64, []bool) (done, hits int) { return 0, 0 }

// InsertSplit does nothing here.
func InsertSplit([]uint64, uint64, []uint64) (done int) { return 0 }

// ContainsCuckoo does nothing here.
func ContainsCuckoo([]byte, *Cuckoo, []uint64, []bool) (done, hits int) { return 0, 0 }
