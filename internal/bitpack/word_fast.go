//go:build (amd64 || arm64) && !purego

package bitpack

import "unsafe"

// load64 returns the eight bytes from at on as a little-endian number. They must
// lie in data: it is not checked. That saves a fifth of the time of a lookup in a
// cuckoo filter against the twin in word_plain.go.
func load64(data []byte, at uint64) uint64 {
	return *(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(data)), at))
}

// store64 writes what load64 reads.
func store64(data []byte, at, word uint64) {
	*(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(data)), at)) = word
}
