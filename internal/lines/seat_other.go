//go:build !amd64 || purego

package lines

// SeatCuckoo does nothing here.
func SeatCuckoo([]byte, *Cuckoo, []uint64, []uint64) (done, left int) { return 0, 0 }

// LocateCuckoo does nothing here.
func LocateCuckoo([]byte, *Cuckoo, []uint64, []uint64, []uint64, []uint64) (done int) { return 0 }
