package workloads

import (
	"encoding/binary"
	"encoding/hex"
	"math/bits"

	"filterbench/internal/hashing"
)

// bitReversed keys are consecutive integers with their bits in reverse order: the
// high bits vary fastest, the low ones hardly.
type bitReversed struct{ start uint64 }

func (b bitReversed) key(number uint64) uint64 { return bits.Reverse64(b.start + number) }

func (b bitReversed) keys(block []uint64) {
	for j, number := range block {
		block[j] = b.key(number)
	}
}

// uuids are UUIDs as text, version 4 or 7 of RFC 9562. The last eight bytes are a
// bijection of the number, so no two are equal.
type uuids struct {
	seed  uint64
	low   scatter     // the 62 bits below the variant
	clock *timestamps // nil for version 4
}

// uuidMembers leaves the two bits of the variant out of the 64 that a number
// fills.
const uuidMembers = 1 << 61

func newUUIDs(version string, seed uint64) uuids {
	u := uuids{seed: derive(seed, "uuids"), low: scatter{derive(seed, "uuids, low half"), 62}}
	if version == "7" {
		clock := newTimestamps(derive(seed, "uuid clock"))
		u.clock = &clock
	}
	return u
}

func (u uuids) append(dst []byte, number uint64) []byte {
	high := hashing.Mix(u.seed ^ hashing.Mix(number))
	version := uint64(4)
	if u.clock != nil {
		// Milliseconds in the high 48 bits, as in version 7. Numbers beyond the
		// clock's range wrap around: the low half still tells keys apart.
		ms := u.clock.key(number%timestampMembers) / 1_000_000
		high, version = ms<<16|high&0xfff, 7
	}
	high = high&^0xf000 | version<<12
	low := u.low.at(number) | 1<<63
	var raw [16]byte
	binary.BigEndian.PutUint64(raw[:8], high)
	binary.BigEndian.PutUint64(raw[8:], low)
	for i, from := 0, 0; i < len(uuidGroups); i++ {
		if i > 0 {
			dst = append(dst, '-')
		}
		dst = hex.AppendEncode(dst, raw[from:from+uuidGroups[i]])
		from += uuidGroups[i]
	}
	return dst
}

// uuidGroups are the bytes between the dashes of a UUID.
var uuidGroups = [...]int{4, 2, 2, 2, 6}

func (u uuids) hash(block []uint64, seed uint64) {
	var buffer [36]byte
	for j, number := range block {
		block[j] = hashing.Bytes(u.append(buffer[:0], number), seed)
	}
}
