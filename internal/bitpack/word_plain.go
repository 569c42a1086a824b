//go:build !(amd64 || arm64) || purego

package bitpack

import "encoding/binary"

// load64 returns the eight bytes from at on as a little-endian number. It panics
// if they do not lie in data.
func load64(data []byte, at uint64) uint64 {
	return binary.LittleEndian.Uint64(data[at:])
}

// store64 writes what load64 reads.
func store64(data []byte, at, word uint64) {
	binary.LittleEndian.PutUint64(data[at:], word)
}
