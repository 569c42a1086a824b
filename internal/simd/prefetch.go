//go:build (amd64 || arm64) && !purego

package simd

import "unsafe"

// Prefetch prefetches the cache lines at base plus each of the offsets, in bytes. It
// reads nothing and waits for nothing; an address outside of the program's memory is
// harmless. Where there is no instruction for it, it does nothing.
func Prefetch(base unsafe.Pointer, offsets []uint64) {
	prefetch(base, unsafe.SliceData(offsets), len(offsets))
}

// PrefetchCells prefetches the cache lines of cells of a table at base: of the bytes whose
// numbers are those of the cells shifted right, as [Prefetch] does.
func PrefetchCells(base unsafe.Pointer, cells []uint64, shift uint) {
	prefetchCells(base, unsafe.SliceData(cells), len(cells), shift)
}

//go:noescape
func prefetchCells(base unsafe.Pointer, cells *uint64, n int, shift uint)

//go:noescape
func prefetch(base unsafe.Pointer, offsets *uint64, n int)
