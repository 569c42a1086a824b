package hashing

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/dchest/siphash"
	"github.com/twmb/murmur3"
	"github.com/zeebo/xxh3"
)

// Function is one way of hashing keys to 64 bits. Filters get their hashes from
// MetroHash64 unless an experiment makes the hash a factor.
type Function struct {
	Name string
	Doc  string // one line: what it is, how it is brought to 64 bits, whether it takes a seed
	// Bytes hashes a key. A function without a seed of its own ignores it: a filter
	// built again is then the same filter.
	Bytes func(key []byte, seed uint64) uint64
}

// Metro is the name of the function that filters get unless told otherwise.
const Metro = "metro"

// Functions returns the hash functions that experiments can choose from, from the
// weakest to the strongest.
func Functions() []Function { return slices.Clone(functions) }

var functions = []Function{
	{"identity", "the first eight bytes of the key, little-endian; no seed", identity},
	{"fnv1a", "FNV-1a of 64 bits; no seed", fnv1a},
	{"crc32", "CRC-32 (IEEE) above CRC-32C (Castagnoli); no seed", crc},
	{"fmix", "the finaliser of Murmur3 over eight bytes at a time, seeded", fmix},
	{"murmur3", "the first half of Murmur3 x64 128, seeded with 64 bits", murmur},
	{Metro, "MetroHash64, seeded", Bytes},
	{"xxh3", "XXH3 of 64 bits, seeded", func(key []byte, seed uint64) uint64 { return xxh3.HashSeed(key, seed) }},
	{"siphash", "SipHash-2-4, keyed with the seed and its complement", func(key []byte, seed uint64) uint64 { return siphash.Hash(seed, ^seed, key) }},
}

// FunctionOf returns the function of a name; "" is MetroHash64. Its error lists
// the names there are.
func FunctionOf(name string) (Function, error) {
	if name == "" {
		name = Metro
	}
	var names []string
	for _, f := range functions {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Function{}, fmt.Errorf("hash %q: must be one of %s", name, strings.Join(names, ", "))
}

func identity(key []byte, _ uint64) uint64 {
	var first [8]byte
	copy(first[:], key)
	return binary.LittleEndian.Uint64(first[:])
}

func fnv1a(key []byte, _ uint64) uint64 {
	h := fnv.New64a()
	h.Write(key)
	return h.Sum64()
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func crc(key []byte, _ uint64) uint64 {
	return uint64(crc32.ChecksumIEEE(key))<<32 | uint64(crc32.Checksum(key, castagnoli))
}

// fmix chains the finaliser over the key's words, the last one padded with zeros
// and the length mixed in.
func fmix(key []byte, seed uint64) uint64 {
	h := seed ^ uint64(len(key))
	for len(key) > 0 {
		var word [8]byte
		n := copy(word[:], key)
		key = key[n:]
		h ^= binary.LittleEndian.Uint64(word[:])
		h ^= h >> 33
		h *= 0xff51afd7ed558ccd
		h ^= h >> 33
		h *= 0xc4ceb9fe1a85ec53
		h ^= h >> 33
	}
	return h
}

func murmur(key []byte, seed uint64) uint64 {
	h, _ := murmur3.SeedSum128(seed, seed, key)
	return h
}
