package variants

import (
	"crypto/md5"
	"encoding/binary"

	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// set is Go's map as a plain set: what people write before they think of a filter,
// and what a filter's memory is to be compared with. Unlike exact it does not count
// copies, so it is no multiset and does not delete. K is what it keeps of a key:
//
//	hash      64-bit hashes, or integers: eight bytes
//	string    the key itself: a header of two words in the map, and the bytes
//	digest    the MD5 digest: 16 bytes, whatever the length of the key
//
// Strings and digests are of what [KeyInserter] is given; of a bare hash they take
// its eight bytes for the key.
type set[K comparable] struct {
	keys  map[K]struct{}
	shape theory.Shape
}

type (
	hashSet   struct{ set[uint64] }
	stringSet struct{ set[string] }
	digestSet struct{ set[[md5.Size]byte] }
)

var (
	_ Filter      = hashSet{}
	_ Filter      = stringSet{}
	_ Filter      = digestSet{}
	_ KeyInserter = stringSet{}
	_ KeyInserter = digestSet{}
)

// setSlotBits is what a slot of Go's map takes, by what is kept: the key, the value
// and a byte of control word. The value struct{} has no size, but as the last field
// of a slot it is padded up to the key's alignment: another word after an integer
// or a string, another byte after a digest. Words are those of a 64-bit machine, so
// that shapes are the same everywhere; where they are of four bytes a map takes less.
var setSlotBits = map[string]uint64{"hash": 8 * (8 + 8 + 1), "string": 8 * (16 + 8 + 1), "digest": 8 * (16 + 1 + 1)}

// setShape is that of exactShape with slots of another size. The bytes of strings
// are not part of the map and not of the shape. A map that starts empty has made
// room for nothing.
func setShape(v spec.Values, size Size) (theory.Shape, error) {
	slotBits := setSlotBits[v.Text("of")]
	if size.Keys > maxBits/slotBits {
		return theory.Shape{}, errTooLarge(float64(size.Keys))
	}
	if v.Text("start") == "empty" {
		return theory.Shape{}, nil
	}
	slots := mapSlots(size.Keys)
	return theory.Shape{Bits: slotBits * slots, Cells: slots}, nil
}

func newSet(v spec.Values, shape theory.Shape, _ uint64) Filter {
	switch v.Text("of") {
	case "string":
		return stringSet{makeSet[string](shape)}
	case "digest":
		return digestSet{makeSet[[md5.Size]byte](shape)}
	}
	return hashSet{makeSet[uint64](shape)}
}

func makeSet[K comparable](shape theory.Shape) set[K] {
	return set[K]{make(map[K]struct{}, shape.Cells*7/8), shape}
}

// add never refuses: the map grows.
func (s set[K]) add(key K) error {
	s.keys[key] = struct{}{}
	return nil
}

// Shape implements [Filter]. It is that of the map when it was made.
func (s set[K]) Shape() theory.Shape { return s.shape }

// Insert implements [Filter].
func (s hashSet) Insert(hash uint64) error { return s.add(hash) }

// Contains implements [Filter]. Its true answers are certain too.
func (s hashSet) Contains(hash uint64) bool {
	_, ok := s.keys[hash]
	return ok
}

// asBytes returns the bytes that stand for a key of which only the hash is given.
func asBytes(hash uint64) (key [8]byte) {
	binary.LittleEndian.PutUint64(key[:], hash)
	return key
}

// Insert implements [Filter].
func (s stringSet) Insert(hash uint64) error {
	key := asBytes(hash)
	return s.add(string(key[:]))
}

// Contains implements [Filter].
func (s stringSet) Contains(hash uint64) bool {
	key := asBytes(hash)
	return s.ContainsKey(key[:])
}

// InsertKey implements [KeyInserter].
func (s stringSet) InsertKey(key []byte) error { return s.add(string(key)) }

// ContainsKey implements [KeyInserter].
func (s stringSet) ContainsKey(key []byte) bool {
	_, ok := s.keys[string(key)] // makes no string
	return ok
}

// Insert implements [Filter].
func (s digestSet) Insert(hash uint64) error {
	key := asBytes(hash)
	return s.add(md5.Sum(key[:]))
}

// Contains implements [Filter].
func (s digestSet) Contains(hash uint64) bool {
	key := asBytes(hash)
	return s.ContainsKey(key[:])
}

// InsertKey implements [KeyInserter].
func (s digestSet) InsertKey(key []byte) error { return s.add(md5.Sum(key)) }

// ContainsKey implements [KeyInserter].
func (s digestSet) ContainsKey(key []byte) bool {
	_, ok := s.keys[md5.Sum(key)]
	return ok
}
