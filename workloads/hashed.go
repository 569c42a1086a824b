package workloads

import (
	"encoding/binary"

	"filterbench/internal/hashing"
)

// Hashed returns the same keys under another hash function: its HashInserts,
// HashAbsents and HashLookups call f. Integer keys are hashed as their eight
// little-endian bytes. The keys themselves, and what else a Keys can do, stay.
func (k *Keys) Hashed(f hashing.Function) *Keys {
	other := *k
	other.space = hashedSpace{k.space, k.integers, f.Bytes}
	return &other
}

// hashedSpace is a space whose keys go through a hash function that is a value.
type hashedSpace struct {
	space
	integers integers // nil for texts
	bytes    func(key []byte, seed uint64) uint64
}

func (s hashedSpace) hash(block []uint64, seed uint64) {
	var buffer [128]byte
	for j, number := range block {
		key := buffer[:0]
		if s.integers != nil {
			key = binary.LittleEndian.AppendUint64(key, s.integers.key(number))
		} else {
			key = s.append(key, number)
		}
		block[j] = s.bytes(key, seed)
	}
}
