//go:build (amd64 || arm64) && !purego

package simd

import "unsafe"

// The assembly knows the fields of these by their offsets, which go_asm.h has, and their
// elements by their sizes: 64-bit words without gaps.
var (
	_ [unsafe.Sizeof(Bloom{})]byte  = [4 * 8]byte{}
	_ [unsafe.Sizeof(Cuckoo{})]byte = [9 * 8]byte{}
	_ [unsafe.Sizeof(Lanes{})]byte  = [(8 + 8*maxRounds + 2) * 8]byte{}
)
