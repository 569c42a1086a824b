package redis

import "encoding/binary"

// murmur is MurmurHash64A of Austin Appleby, of the bytes of a key.
func murmur(key []byte, seed uint64) uint64 {
	const (
		m = 0xc6a4a7935bd1e995
		r = 47
	)
	h := seed ^ uint64(len(key))*m
	for ; len(key) >= 8; key = key[8:] {
		k := binary.LittleEndian.Uint64(key) * m
		k ^= k >> r
		h = (h ^ k*m) * m
	}
	if len(key) > 0 {
		for i, b := range key {
			h ^= uint64(b) << (8 * i)
		}
		h *= m
	}
	h ^= h >> r
	h *= m
	return h ^ h>>r
}
