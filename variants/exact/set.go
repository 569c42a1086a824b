package exact

import (
	"crypto/md5"
	"encoding/binary"
	"fmt"

	"filterbench/variants"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
)

// SetConfig says what a set keeps of its keys and for how many it makes room.
type SetConfig struct {
	_ struct{}

	Keys  uint64 // distinct keys; more make the map grow
	Of    string // what it keeps of a key: "hash", "string" or "digest"
	Empty bool   // whether the map begins without room, and grows from nothing
}

// Set is Go's map as a plain set: what people write before they think of a filter,
// and what a filter's memory is to be compared with. Unlike [Filter] it does not count
// copies, so it is no multiset and does not delete. K is what it keeps of a key:
//
//	hash      64-bit hashes, or integers: eight bytes
//	string    the key itself: a header of two words in the map, and the bytes
//	digest    the MD5 digest: 16 bytes, whatever the length of the key
//
// Strings and digests are of what [variants.KeyInserter] is given; of a bare hash they take
// its eight bytes for the key.
type Set[K comparable] struct {
	keys  map[K]struct{}
	shape shape.Shape
}

// The sets, by what they keep.
type (
	HashSet   struct{ Set[uint64] }
	StringSet struct{ Set[string] }
	DigestSet struct{ Set[[md5.Size]byte] }
)

var (
	_ variants.Filter      = HashSet{}
	_ variants.Filter      = StringSet{}
	_ variants.Filter      = DigestSet{}
	_ variants.KeyInserter = StringSet{}
	_ variants.KeyInserter = DigestSet{}
)

// setSlotBits is what a slot of Go's map takes, by what is kept: the key, the value
// and a byte of control word. The value struct{} has no size, but as the last field
// of a slot it is padded up to the key's alignment: another word after an integer
// or a string, another byte after a digest. Words are those of a 64-bit machine, so
// that shapes are the same everywhere; where they are of four bytes a map takes less.
var setSlotBits = map[string]uint64{"hash": 8 * (8 + 8 + 1), "string": 8 * (16 + 8 + 1), "digest": 8 * (16 + 1 + 1)}

// Shape implements [variants.Config]: as that of [Config], with slots of another size. The
// bytes of strings are not part of the map and not of the shape. A map that starts empty
// has made room for nothing.
func (c SetConfig) Shape() (shape.Shape, error) {
	slotBits, ok := setSlotBits[c.Of]
	if !ok {
		return shape.Shape{}, fmt.Errorf("field Of is %q: must be hash, string or digest", c.Of)
	}
	if c.Keys > sizing.MaxBits/slotBits {
		return shape.Shape{}, sizing.TooLarge(float64(c.Keys))
	}
	if c.Empty {
		return shape.Shape{Family: "set"}, nil
	}
	slots := mapSlots(c.Keys)
	return shape.Shape{Family: "set", Bits: slotBits * slots, Cells: slots}, nil
}

// newSet makes the set that keeps what the configuration says.
func newSet(c SetConfig) (variants.Filter, error) {
	switch c.Of {
	case "string":
		return NewStringSet(c)
	case "digest":
		return NewDigestSet(c)
	}
	return NewHashSet(c)
}

// NewHashSet makes an empty set of hashes, whatever c.Of says.
func NewHashSet(c SetConfig) (HashSet, error) {
	c.Of = "hash"
	s, err := makeSet[uint64](c)
	return HashSet{s}, err
}

// NewStringSet makes an empty set of strings, whatever c.Of says.
func NewStringSet(c SetConfig) (StringSet, error) {
	c.Of = "string"
	s, err := makeSet[string](c)
	return StringSet{s}, err
}

// NewDigestSet makes an empty set of digests, whatever c.Of says.
func NewDigestSet(c SetConfig) (DigestSet, error) {
	c.Of = "digest"
	s, err := makeSet[[md5.Size]byte](c)
	return DigestSet{s}, err
}

func makeSet[K comparable](c SetConfig) (Set[K], error) {
	s, err := c.Shape()
	if err != nil {
		return Set[K]{}, err
	}
	return Set[K]{make(map[K]struct{}, s.Cells*7/8), s}, nil
}

// add never refuses: the map grows.
func (s Set[K]) add(key K) error {
	s.keys[key] = struct{}{}
	return nil
}

// Shape implements [variants.Filter]. It is that of the map when it was made.
func (s Set[K]) Shape() shape.Shape { return s.shape }

// Insert implements [variants.Filter].
func (s HashSet) Insert(hash uint64) error { return s.add(hash) }

// Contains implements [variants.Filter]. Its true answers are certain too.
func (s HashSet) Contains(hash uint64) bool {
	_, ok := s.keys[hash]
	return ok
}

// asBytes returns the bytes that stand for a key of which only the hash is given.
func asBytes(hash uint64) (key [8]byte) {
	binary.LittleEndian.PutUint64(key[:], hash)
	return key
}

// Insert implements [variants.Filter].
func (s StringSet) Insert(hash uint64) error {
	key := asBytes(hash)
	return s.add(string(key[:]))
}

// Contains implements [variants.Filter].
func (s StringSet) Contains(hash uint64) bool {
	key := asBytes(hash)
	return s.ContainsKey(key[:])
}

// InsertKey implements [variants.KeyInserter].
func (s StringSet) InsertKey(key []byte) error { return s.add(string(key)) }

// ContainsKey implements [variants.KeyInserter].
func (s StringSet) ContainsKey(key []byte) bool {
	_, ok := s.keys[string(key)] // makes no string
	return ok
}

// Insert implements [variants.Filter].
func (s DigestSet) Insert(hash uint64) error {
	key := asBytes(hash)
	return s.add(md5.Sum(key[:]))
}

// Contains implements [variants.Filter].
func (s DigestSet) Contains(hash uint64) bool {
	key := asBytes(hash)
	return s.ContainsKey(key[:])
}

// InsertKey implements [variants.KeyInserter].
func (s DigestSet) InsertKey(key []byte) error { return s.add(md5.Sum(key)) }

// ContainsKey implements [variants.KeyInserter].
func (s DigestSet) ContainsKey(key []byte) bool {
	_, ok := s.keys[md5.Sum(key)]
	return ok
}
