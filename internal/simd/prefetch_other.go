//go:build !(amd64 || arm64) || purego

package simd

// Prefetch would prefetch the cache lines at each of the offsets into the table, in
// bytes, had it an instruction for it. Here it does nothing.
func Prefetch[T byte | uint64](table []T, offsets []uint64) {}

// PrefetchCells would do the same for numbers of cells. Here it does nothing.
func PrefetchCells[T byte | uint64](table []T, cells []uint64, shift uint) {}
