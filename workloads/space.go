package workloads

import (
	"strconv"

	"filterbench/internal/hashing"
)

// A key's way through this package, in blocks and in place:
//
//	position --order--> number --space--> key --hash seed--> hash
//
// An order decides which key is inserted when, and so whether keys repeat; a
// space is an injection, which is what keeps members and absent keys apart.

// order maps insert positions to numbers of keys.
type order interface {
	number(position uint64) uint64
	// numbers sets block[j] to number(from+j).
	numbers(block []uint64, from uint64)
}

// space maps numbers injectively to keys.
type space interface {
	// hash replaces each number in the block by the hash of its key.
	hash(block []uint64, seed uint64)
	// append adds the key to dst as text.
	append(dst []byte, number uint64) []byte
}

// integers maps numbers injectively to 64-bit integers.
type integers interface {
	key(number uint64) uint64
	// keys replaces each number in the block by its key.
	keys(block []uint64)
}

// inOrder inserts every key once, in the order of the numbers.
type inOrder struct{}

func (inOrder) number(position uint64) uint64 { return position }

func (inOrder) numbers(block []uint64, from uint64) {
	for j := range block {
		block[j] = from + uint64(j)
	}
}

// inRuns inserts every key r times in a row.
type inRuns struct{ r uint64 }

func (o inRuns) number(position uint64) uint64 { return position / o.r }

func (o inRuns) numbers(block []uint64, from uint64) {
	number, copies := from/o.r, from%o.r
	for j := range block {
		block[j] = number
		if copies++; copies == o.r {
			number, copies = number+1, 0
		}
	}
}

// integerSpace is the space of keys that are integers.
type integerSpace struct{ integers }

func (s integerSpace) hash(block []uint64, seed uint64) {
	s.keys(block)
	hashing.Uint64s(block, block, seed)
}

func (s integerSpace) append(dst []byte, number uint64) []byte {
	return strconv.AppendUint(dst, s.key(number), 10)
}

// half is the number of members, and of absent keys, of a space of 2^64 keys.
const half = uint64(1) << 63

// integerKeys makes Keys of an integer space with equally many members and
// absent keys, each inserted once.
func integerKeys(k integers, members uint64) *Keys {
	return &Keys{
		order: inOrder{}, space: integerSpace{k}, integers: k,
		inserts: members, members: members, absents: members,
	}
}
