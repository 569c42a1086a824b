//go:build !amd64 || purego

package simd

// What only amd64 has kernels for.

// InsertBlocked does nothing here.
func InsertBlocked([]uint64, uint64, int, []uint64) (done int) { return 0 }

// ContainsRegister does nothing here.
func ContainsRegister([]uint64, uint64, int, []uint64, []bool) (done, hits int) { return 0, 0 }

// InsertRegister does nothing here.
func InsertRegister([]uint64, uint64, int, []uint64) (done int) { return 0 }

// SetSplit does nothing here.
func SetSplit(*[4]uint64, uint64) {}

// SetBlocked does nothing here.
func SetBlocked(*[8]uint64, uint64, *Lanes) {}

// HasWord does nothing here.
func HasWord(word, hash uint64, _ *Lanes) bool { return false }

// WordBits does nothing here.
func WordBits(uint64, *Lanes) uint64 { return 0 }

// ContainsBloom does nothing here.
func ContainsBloom([]uint64, *Bloom, []uint64, []bool) (done, hits int) { return 0, 0 }

// ReadLines does nothing here.
func ReadLines([]uint64, []uint64, bool) (done int, sum uint64) { return 0, 0 }

// WriteLines does nothing here.
func WriteLines([]uint64, []uint64, bool) (done int) { return 0 }

// NoMatrices has kernels run that multiply no matrices of bits. Here there are none.
func NoMatrices() (restore func()) { return func() {} }

// ContainsSorted does nothing here.
func ContainsSorted([]byte, *Sorted, []uint64, []bool) (done, hits int) { return 0, 0 }
