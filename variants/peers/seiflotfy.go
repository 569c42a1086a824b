package peers

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"reflect"
	"sync"

	cuckoo "github.com/seiflotfy/cuckoofilter"

	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// A cuckoo filter with four slots a bucket, fingerprints of 8 bits and at most 500
// kicks, and a stack of such filters that grows. Nothing about them can be chosen but
// the capacity of the first, which is rounded up to a power of two.

// seiflotfySeed is the seed of the library's hash.
const seiflotfySeed = 1337

// seiflotfyHasher is the library's own hash for all keys but those of markedKey bytes,
// which are hashes already and stand for themselves.
type seiflotfyHasher struct{}

// markedKey is the length of a key that is a hash and one byte more.
const markedKey = 9

// Hash64 implements the library's interface.
func (seiflotfyHasher) Hash64(key []byte) uint64 {
	if len(key) == markedKey {
		return binary.LittleEndian.Uint64(key)
	}
	return hashing.Bytes(key, seiflotfySeed)
}

// setSeiflotfyHasher puts the hasher in place, for all filters of the program: the library
// has no other way to be given a hash. It is called once, when the first filter is built
// here, so it never changes while one of them is in use, and a program that builds none
// keeps the library as it is. To other users of the library all keys but those of 9 bytes
// hash as before.
var setSeiflotfyHasher = sync.OnceFunc(func() { cuckoo.SetDefaultHasher(seiflotfyHasher{}) })

// seiflotfyKey is a [keyBuffer] with a length that says what the library is to do.
type seiflotfyKey struct {
	bytes  [markedKey]byte
	longer [markedKey + 1]byte // ends in 0
	length int
}

// newSeiflotfyKey is called for every filter, before it is built.
func newSeiflotfyKey(v spec.Values) seiflotfyKey {
	setSeiflotfyHasher()
	if bare(v) {
		return seiflotfyKey{length: markedKey}
	}
	return seiflotfyKey{length: 8}
}

func (k *seiflotfyKey) of(hash uint64) []byte {
	binary.LittleEndian.PutUint64(k.bytes[:], hash)
	return k.bytes[:k.length]
}

// text returns a key that the library hashes by itself. One of the length that stands for a
// hash gets a byte more.
func (k *seiflotfyKey) text(key []byte) []byte {
	if len(key) != markedKey {
		return key
	}
	copy(k.longer[:], key)
	return k.longer[:]
}

var seiflotfyFamily = variants.FromShape(*families.Named("seiflotfy-cuckoo"), seiflotfyShape, newSeiflotfy)

var seiflotfyScalableFamily = variants.FromShape(*families.Named("seiflotfy-scalable"), seiflotfyScalableShape, newSeiflotfyScalable)

// seiflotfyShape rounds up to a power of two, and to one bucket.
func seiflotfyShape(_ spec.Values, size variants.Size) (theory.Shape, error) {
	n := max(size.Keys, size.Slots)
	if n > 1<<34 {
		return theory.Shape{}, fmt.Errorf("%d keys: more than the library can address", n)
	}
	slots := max(4, roundUp(n))
	return theory.Shape{Bits: 8 * slots, Cells: slots, Probes: 2, BucketSlots: 4, FingerprintBits: 8}, nil
}

// roundUp returns the least power of two that is not below n.
func roundUp(n uint64) uint64 {
	if n < 2 {
		return 1
	}
	return 1 << bits.Len64(n-1)
}

type seiflotfy struct {
	key    seiflotfyKey
	filter *cuckoo.Filter
	shape  theory.Shape
}

var (
	_ variants.Deleter = (*seiflotfy)(nil)
	_ variants.Holder  = (*seiflotfy)(nil)
	_ variants.Deleter = (*seiflotfyScalable)(nil)
	_ variants.Holder  = (*seiflotfyScalable)(nil)
)

func newSeiflotfy(v spec.Values, shape theory.Shape, _ uint64) variants.Filter {
	return &seiflotfy{key: newSeiflotfyKey(v), filter: cuckoo.NewFilter(uint(shape.Cells)), shape: shape}
}

// Insert implements [variants.Filter]: false of the library is [variants.ErrFull].
func (f *seiflotfy) Insert(hash uint64) error { return orFull(f.filter.Insert(f.key.of(hash))) }

// Contains implements [variants.Filter].
func (f *seiflotfy) Contains(hash uint64) bool { return f.filter.Lookup(f.key.of(hash)) }

// TakesText implements [variants.TextFilter].
func (f *seiflotfy) TakesText() bool { return f.key.length != markedKey }

// InsertText implements [variants.TextFilter].
func (f *seiflotfy) InsertText(key []byte) error { return orFull(f.filter.Insert(f.key.text(key))) }

// ContainsText implements [variants.TextFilter].
func (f *seiflotfy) ContainsText(key []byte) bool { return f.filter.Lookup(f.key.text(key)) }

// Delete implements [variants.Deleter].
func (f *seiflotfy) Delete(hash uint64) bool { return f.filter.Delete(f.key.of(hash)) }

// Save implements [variants.Saver].
func (f *seiflotfy) Save() ([]byte, error) { return f.filter.Encode(), nil }

// Load implements [variants.Saver].
func (f *seiflotfy) Load(data []byte) (variants.Filter, error) {
	filter, err := cuckoo.Decode(data)
	return &seiflotfy{key: f.key, filter: filter, shape: f.shape}, err
}

// Used implements [variants.Holder].
func (f *seiflotfy) Used() uint64 { return uint64(f.filter.Count()) }

// Shape implements [variants.Filter].
func (f *seiflotfy) Shape() theory.Shape { return f.shape }

// seiflotfyScalableShape is that of the first layer: the capacity cannot be chosen.
func seiflotfyScalableShape(v spec.Values, _ variants.Size) (theory.Shape, error) {
	shape, err := seiflotfyShape(v, variants.Size{Keys: cuckoo.DefaultCapacity})
	shape.Layers = 1
	return shape, err
}

type seiflotfyScalable struct {
	key     seiflotfyKey
	filter  *cuckoo.ScalableCuckooFilter
	stack   reflect.Value // its layers
	inserts uint64
	shape   theory.Shape // of the first layer
}

func newSeiflotfyScalable(v spec.Values, shape theory.Shape, _ uint64) variants.Filter {
	filter := cuckoo.NewScalableCuckooFilter()
	return &seiflotfyScalable{key: newSeiflotfyKey(v), filter: filter, stack: stackOf(filter), shape: shape}
}

// A new layer has twice the slots of the last, and comes when the last has an entry for each
// 0.9 buckets of four slots, or refuses a key: with copies of one key at every eighth, until
// the machine has no memory left. The adapter takes no more keys when there are more than
// mostRoom slots, of a byte each, for every key that it was given, where distinct keys bring
// about nine, and more than fairRoom in all.
const (
	mostRoom = 64
	fairRoom = 1 << 27
)

// Insert implements [variants.Filter]. It fails where the library would use up the memory.
func (f *seiflotfyScalable) Insert(hash uint64) error {
	if f.inserts++; f.inserts%4 == 0 { // a layer takes eight copies
		if slots := f.shape.Cells << f.stack.Len(); slots > fairRoom && slots/mostRoom > f.inserts {
			return fmt.Errorf("seiflotfy-scalable has %d layers of %d slots for %d keys, and the library doubles them at every eighth copy of a key until memory ends", f.stack.Len(), slots, f.inserts)
		}
	}
	return orFull(f.filter.Insert(f.key.of(hash)))
}

// Contains implements [variants.Filter].
func (f *seiflotfyScalable) Contains(hash uint64) bool { return f.filter.Lookup(f.key.of(hash)) }

// Delete implements [variants.Deleter].
func (f *seiflotfyScalable) Delete(hash uint64) bool { return f.filter.Delete(f.key.of(hash)) }

// Used implements [variants.Holder].
func (f *seiflotfyScalable) Used() uint64 { return uint64(f.filter.Count()) }

// Shape implements [variants.Filter]. Every layer has twice the slots of the one before.
func (f *seiflotfyScalable) Shape() theory.Shape {
	s := f.shape
	s.Layers = f.stack.Len()
	s.Cells *= 1<<s.Layers - 1
	s.Bits = 8 * s.Cells
	return s
}

// stackOf returns the filters of which a scalable one consists, which it does not tell.
func stackOf(filter any) reflect.Value { return reflect.ValueOf(filter).Elem().FieldByName("filters") }
