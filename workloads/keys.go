package workloads

import (
	"fmt"

	"filterbench/internal/hashing"
)

// Keys are the two streams of an opened workload. Positions beyond [Keys.Inserts]
// or [Keys.Absents] are a caller's bug and panic.
type Keys struct {
	order    order  // insert position -> number
	space    space  // number -> key
	inserts  uint64 // insert positions
	absents  uint64 // absent positions
	members  uint64 // inserts draw their numbers below this; absent i has number members+i
	repeats  bool   // order may yield a number twice
	integers integers
	file     *FileFacts
}

// blockLen is how many keys are taken through number, key and hash at a time: few
// enough to stay in the first-level cache, many enough to hide the calls.
const blockLen = 512

// Inserts returns the number of insert positions.
func (k *Keys) Inserts() uint64 { return k.inserts }

// Absents returns the number of absent positions.
func (k *Keys) Absents() uint64 { return k.absents }

// Repeats reports whether two insert positions may hold the same key.
func (k *Keys) Repeats() bool { return k.repeats }

// File returns what was found in the file that the keys come from, not to be
// changed, or nil if they do not come from a file of the user's.
func (k *Keys) File() *FileFacts { return k.file }

// KeyOf returns the number of the key at insert position i. Two positions have
// equal numbers if and only if they have equal keys.
func (k *Keys) KeyOf(i uint64) uint64 {
	checkRange("insert", i, 1, k.inserts)
	return k.order.number(i)
}

// HashInserts sets dst[j] to the hash, under seed, of the key at insert position
// from+j. It does not allocate.
func (k *Keys) HashInserts(dst []uint64, from, seed uint64) {
	checkRange("insert", from, len(dst), k.inserts)
	k.hash(dst, k.order, from, seed)
}

// HashAbsents sets dst[j] to the hash, under seed, of the absent key at position
// from+j. It does not allocate.
func (k *Keys) HashAbsents(dst []uint64, from, seed uint64) {
	checkRange("absent", from, len(dst), k.absents)
	k.hash(dst, inOrder{}, k.members+from, seed)
}

func (k *Keys) hash(dst []uint64, o order, from, seed uint64) {
	for len(dst) > 0 {
		block := dst[:min(blockLen, len(dst))]
		o.numbers(block, from)
		k.space.hash(block, seed)
		dst, from = dst[len(block):], from+uint64(len(block))
	}
}

// Integers returns the keys at insert and absent positions as they are, for
// workloads whose keys are 64-bit integers; ok tells. The hash of such a key is
// hashing.Uint64 of the integer.
func (k *Keys) Integers() (insert, absent func(i uint64) uint64, ok bool) {
	if k.integers == nil {
		return nil, nil, false
	}
	insert = func(i uint64) uint64 {
		checkRange("insert", i, 1, k.inserts)
		return k.integers.key(k.order.number(i))
	}
	absent = func(i uint64) uint64 {
		checkRange("absent", i, 1, k.absents)
		return k.integers.key(k.members + i)
	}
	return insert, absent, true
}

// AppendInsert appends the key at insert position i to dst, as text: an integer
// key in decimal, any other as the very bytes that are hashed.
func (k *Keys) AppendInsert(dst []byte, i uint64) []byte {
	checkRange("insert", i, 1, k.inserts)
	return k.space.append(dst, k.order.number(i))
}

// AppendAbsent is [Keys.AppendInsert] for the absent key at position i.
func (k *Keys) AppendAbsent(dst []byte, i uint64) []byte {
	checkRange("absent", i, 1, k.absents)
	return k.space.append(dst, k.members+i)
}

// checkRange panics unless the n positions from `from` lie below limit.
func checkRange(stream string, from uint64, n int, limit uint64) {
	if from > limit || uint64(n) > limit-from {
		panic(&TooFew{Stream: stream, Have: limit, From: from, Want: from + uint64(n)})
	}
}

// TooFew is what reading beyond the keys of a workload panics with. Whoever reads as much as
// a user asked for may recover it and tell it as an error.
type TooFew struct {
	Stream     string // insert or absent
	Have       uint64 // keys in the stream
	From, Want uint64 // positions asked for, Want excluded
}

func (e *TooFew) Error() string {
	what := "keys to insert"
	if e.Stream == "absent" {
		what = "keys that are not members"
	}
	return fmt.Sprintf("the workload has %d %s and this needs %d or more; give it more keys, or ask for fewer", e.Have, what, e.Want)
}

// derive returns a seed for one purpose within a workload.
func derive(seed uint64, purpose string) uint64 { return hashing.Derive(seed, "workloads: "+purpose) }
