package variants

import "filterbench/internal/hashing"

// Hash returns the 64-bit hash by which a filter knows a key, with a seed that the caller
// chooses once: MetroHash64.
func Hash(key []byte, seed uint64) uint64 { return hashing.Bytes(key, seed) }

// HashString is [Hash] of a text. It allocates nothing.
func HashString(key string, seed uint64) uint64 { return hashing.String(key, seed) }

// HashUint64 is [Hash] of the eight bytes of a number, the lowest first.
func HashUint64(key, seed uint64) uint64 { return hashing.Uint64(key, seed) }

// HashStrings sets each dst[i] to [HashString] of keys[i]: the way to hash the texts of a batch,
// eight at a time where the processor has AVX-512. It panics if there are fewer keys than places
// for hashes.
func HashStrings(dst []uint64, keys []string, seed uint64) { hashing.Strings(dst, keys, seed) }

// HashAll is [HashStrings] for keys that are slices of bytes.
func HashAll(dst []uint64, keys [][]byte, seed uint64) { hashing.Slices(dst, keys, seed) }
