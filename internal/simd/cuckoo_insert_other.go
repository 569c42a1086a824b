//go:build !amd64 || purego

package simd

// InsertCuckoo does nothing here.
func InsertCuckoo([]byte, *Cuckoo, []uint64, []uint64) (done, left int) { return 0, 0 }

// LocateCuckoo does nothing here.
func LocateCuckoo([]byte, *Cuckoo, []uint64, []uint64, []uint64, []uint64) (done int) { return 0 }
