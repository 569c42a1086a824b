//go:build (amd64 || arm64) && !purego

package lines

import "unsafe"

// Prefetch asks for the cache lines at base plus each of the offsets, in bytes. It
// reads nothing and waits for nothing; an address outside of the program's memory is
// harmless. Where there is no instruction for it, it does nothing.
func Prefetch(base unsafe.Pointer, offsets []uint64) {
	prefetch(base, unsafe.SliceData(offsets), len(offsets))
}

//go:noescape
func prefetch(base unsafe.Pointer, offsets *uint64, n int)
