package guava

import (
	"encoding/binary"

	"github.com/twmb/murmur3"
)

// Hash is a key as a filter sees it: Murmur3 x64 128 with seed 0 of the bytes that
// the key's funnel gives.
type Hash struct{ Low, High uint64 }

// Int32 hashes as Funnels.integerFunnel: four little-endian bytes.
func Int32(key int32) Hash {
	var b [4]byte
	binary.LittleEndian.PutUint32(b[:], uint32(key))
	return Bytes(b[:])
}

// Int64 hashes as Funnels.longFunnel: eight little-endian bytes.
func Int64(key int64) Hash {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(key))
	return Bytes(b[:])
}

// String hashes as Funnels.stringFunnel(UTF_8) does a string with the same UTF-8.
// Text that is no valid UTF-8 has no counterpart in Java; its bytes are hashed.
func String(key string) Hash {
	low, high := murmur3.StringSum128(key)
	return Hash{low, high}
}

// Bytes hashes as Funnels.byteArrayFunnel.
func Bytes(key []byte) Hash {
	low, high := murmur3.Sum128(key)
	return Hash{low, high}
}
