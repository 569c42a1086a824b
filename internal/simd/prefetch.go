//go:build (amd64 || arm64) && !purego

package simd

import "unsafe"

// Prefetch prefetches the cache lines at each of the offsets into the table, in bytes.
// It reads nothing and waits for nothing; an offset outside of the table is harmless.
// Where there is no instruction for it, it does nothing.
func Prefetch[T byte | uint64](table []T, offsets []uint64) {
	prefetch(unsafe.Pointer(unsafe.SliceData(table)), unsafe.SliceData(offsets), len(offsets))
}

// PrefetchCells prefetches the cache lines of cells of the table: of the bytes whose
// numbers are those of the cells shifted right, as [Prefetch] does.
func PrefetchCells[T byte | uint64](table []T, cells []uint64, shift uint) {
	prefetchCells(unsafe.Pointer(unsafe.SliceData(table)), unsafe.SliceData(cells), len(cells), shift)
}

//go:noescape
func prefetchCells(base unsafe.Pointer, cells *uint64, n int, shift uint)

//go:noescape
func prefetch(base unsafe.Pointer, offsets *uint64, n int)
