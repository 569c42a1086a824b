package variants

import "filterbench/internal/hashing"

// Hash returns the 64-bit hash by which a filter knows a key, with a seed that the caller
// chooses once: MetroHash64.
func Hash(key []byte, seed uint64) uint64 { return hashing.Bytes(key, seed) }

// HashString is [Hash] of a text. It allocates nothing.
func HashString(key string, seed uint64) uint64 { return hashing.String(key, seed) }

// HashUint64 is [Hash] of the eight bytes of a number, the lowest first.
func HashUint64(key, seed uint64) uint64 { return hashing.Uint64(key, seed) }
