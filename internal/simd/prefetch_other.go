//go:build !(amd64 || arm64) || purego

package simd

import "unsafe"

// Prefetch would prefetch the cache lines at base plus each of the offsets, in bytes,
// had it an instruction for it. Here it does nothing.
func Prefetch(base unsafe.Pointer, offsets []uint64) {}

// PrefetchCells would do the same for numbers of cells. Here it does nothing.
func PrefetchCells(base unsafe.Pointer, cells []uint64, shift uint) {}
