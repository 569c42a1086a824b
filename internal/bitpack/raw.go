package bitpack

import "unsafe"

// Raw returns the memory of words as bytes, for those who ask where it lies and not
// what it says.
func Raw(words []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words))
}
