package redis

import (
	"encoding/binary"
	"fmt"

	"filterbench/internal/batch"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/spec"
)

// Families returns the families of this package. Their filters take the eight bytes of a
// hash, little endian, for the key.
func Families() []variants.Family {
	return []variants.Family{
		variants.FromShape(*families.Named("redis-cf"), cuckooShape, buildCuckoo),
		variants.FromShape(*families.Named("redis-cfnx"), cuckooShape, buildConditional),
		variants.FromShape(*families.Named("redis-bf"), bloomShape, buildBloom),
	}
}

// key is a hash as the bytes of a key.
type key [8]byte

func keyOf(hash uint64) (k key) {
	binary.LittleEndian.PutUint64(k[:], hash)
	return k
}

// cuckooConfig returns the parameters of CF.RESERVE.
func cuckooConfig(v spec.Values, size variants.Size) CuckooConfig {
	config := DefaultCuckoo
	config.BucketSize, config.Iterations, config.Expansion = v.Int("bucket"), v.Int("iterations"), v.Int("expansion")
	config.Budget = uint64(v.Float("budget") * (1 << 30))
	bucket := uint64(config.BucketSize)
	switch {
	case v.Has("capacity"):
		config.Capacity = uint64(v.Int("capacity"))
	case size.Slots > 0:
		config.Capacity = max((size.Slots+bucket-1)/bucket, 2) * bucket // RESERVE rounds down to whole buckets
	default:
		config.Capacity = max(size.Keys, 2*bucket)
	}
	return config
}

func cuckooShape(v spec.Values, size variants.Size) (shape.Shape, error) {
	config := cuckooConfig(v, size)
	c, err := NewCuckoo(config)
	if err == ErrMemory {
		err = fmt.Errorf("budget=%v: the first layer needs more GiB for a capacity of %d keys", v.Float("budget"), config.Capacity)
	}
	if err != nil {
		return shape.Shape{}, err
	}
	return shape.Shape{
		Bits: 8 * c.TableBytes(), Cells: c.TableBytes(), BucketSlots: config.BucketSize, FingerprintBits: 8,
		Layers: 1, LayersMost: config.MaxLayers,
	}, nil
}

// newLike makes the filter of a shape, its first layer written, so that timed inserts do
// not pay for its pages.
func newLike(v spec.Values, s shape.Shape) *Cuckoo {
	config := cuckooConfig(v, variants.Size{Slots: s.Cells})
	c, err := NewCuckoo(config)
	if err != nil {
		panic("redis: a shape that was announced cannot be built: " + err.Error())
	}
	c.layers[0].touch()
	return c
}

// conditional is a [Cuckoo] that adds by AddNX, as a filter of package variants.
type conditional struct {
	filter *Cuckoo
	shape  shape.Shape // of the first layer
}

var (
	_ variants.Filter  = (*conditional)(nil)
	_ variants.Deleter = (*conditional)(nil)
	_ variants.Kicker  = (*conditional)(nil)
	_ variants.Batcher = (*conditional)(nil)

	_ variants.Compacter = (*conditional)(nil)
)

func buildConditional(v spec.Values, s shape.Shape, _ uint64) variants.Filter {
	return &conditional{newLike(v, s), s}
}

// Insert implements [variants.Filter]. A key that seems to be there changes nothing.
func (f *conditional) Insert(hash uint64) error {
	k := keyOf(hash)
	if _, err := f.filter.AddNX(k[:]); err != nil {
		return variants.ErrFull
	}
	return nil
}

// Contains implements [variants.Filter].
func (f *conditional) Contains(hash uint64) bool {
	k := keyOf(hash)
	return f.filter.Exists(k[:])
}

// Delete implements [variants.Deleter].
func (f *conditional) Delete(hash uint64) bool {
	k := keyOf(hash)
	return f.filter.Delete(k[:])
}

// Walked implements [variants.Compacter].
func (f *conditional) Walked() uint64 { return f.filter.walked }

// LastKicks implements [variants.Kicker]: those in the layer that was the newest.
func (f *conditional) LastKicks() int { return f.filter.kicks }

// Used implements [variants.Kicker].
func (f *conditional) Used() uint64 { return f.filter.items }

// Shape implements [variants.Filter]. It is that of the layers so far.
func (f *conditional) Shape() shape.Shape {
	s := f.shape
	s.Cells = f.filter.TableBytes()
	s.Bits, s.Layers = 8*s.Cells, len(f.filter.layers)
	return s
}

// InsertBatch implements [variants.Batcher].
func (f *conditional) InsertBatch(hashes []uint64) (int, error) {
	return batch.Insert(hashes, f.Insert)
}

// ContainsBatch implements [variants.Batcher].
func (f *conditional) ContainsBatch(hashes []uint64, found []bool) int {
	return batch.Contains(hashes, found, f.Contains)
}

// plain is a [Cuckoo] that adds by Add, as a filter of package variants.
type plain struct{ conditional }

var (
	_ variants.Filter  = (*plain)(nil)
	_ variants.Deleter = (*plain)(nil)
	_ variants.Counter = (*plain)(nil)
	_ variants.Kicker  = (*plain)(nil)
	_ variants.Batcher = (*plain)(nil)
)

func buildCuckoo(v spec.Values, s shape.Shape, _ uint64) variants.Filter {
	return &plain{conditional{newLike(v, s), s}}
}

// Insert implements [variants.Filter].
func (f *plain) Insert(hash uint64) error {
	k := keyOf(hash)
	if f.filter.Add(k[:]) != nil {
		return variants.ErrFull
	}
	return nil
}

// InsertBatch implements [variants.Batcher].
func (f *plain) InsertBatch(hashes []uint64) (int, error) { return batch.Insert(hashes, f.Insert) }

// Count implements [variants.Counter].
func (f *plain) Count(hash uint64) uint64 {
	k := keyOf(hash)
	return f.filter.Count(k[:])
}

func bloomConfig(v spec.Values, size variants.Size) BloomConfig {
	config := DefaultBloom
	config.Rate, config.Expansion, config.Capacity = v.Float("fpr"), uint32(v.Int("expansion")), max(size.Keys, 1)
	if v.Has("capacity") {
		config.Capacity = uint64(v.Int("capacity"))
	}
	return config
}

func bloomShape(v spec.Values, size variants.Size) (shape.Shape, error) {
	config := bloomConfig(v, size)
	b, err := NewBloom(config)
	if err != nil {
		return shape.Shape{}, err
	}
	bits := 8 * b.TableBytes()
	return shape.Shape{
		Bits: bits, Cells: bits, Probes: b.layers[0].probes, Layers: 1,
		Growth: shape.Growth{First: config.Capacity, Factor: int(config.Expansion), FPR: config.Rate, Tighten: tightening},
	}, nil
}

// scaling is a [Bloom] as a filter of package variants.
type scaling struct {
	filter *Bloom
	shape  shape.Shape // of the first layer
}

var (
	_ variants.Filter  = (*scaling)(nil)
	_ variants.Batcher = (*scaling)(nil)
)

func buildBloom(v spec.Values, s shape.Shape, _ uint64) variants.Filter {
	b, err := NewBloom(bloomConfig(v, variants.Size{Keys: s.Growth.First}))
	if err != nil {
		panic("redis: a shape that was announced cannot be built: " + err.Error())
	}
	b.layers[0].table.touch()
	return &scaling{b, s}
}

// Insert implements [variants.Filter]. A key that seems to be there changes nothing. It is
// refused where a further layer would exceed the budget.
func (f *scaling) Insert(hash uint64) error {
	k := keyOf(hash)
	if _, err := f.filter.Add(k[:]); err != nil {
		return variants.ErrFull
	}
	return nil
}

// Add implements [variants.Reporter]: the answer of BF.ADD.
func (f *scaling) Add(hash uint64) (changed bool) {
	k := keyOf(hash)
	changed, err := f.filter.Add(k[:])
	return changed && err == nil
}

// Contains implements [variants.Filter].
func (f *scaling) Contains(hash uint64) bool {
	k := keyOf(hash)
	return f.filter.Exists(k[:])
}

// Shape implements [variants.Filter]. It is that of the layers so far, with the probes of
// the first.
func (f *scaling) Shape() shape.Shape {
	s := f.shape
	s.Bits = 8 * f.filter.TableBytes()
	s.Cells, s.Layers = s.Bits, len(f.filter.layers)
	return s
}

// InsertBatch implements [variants.Batcher].
func (f *scaling) InsertBatch(hashes []uint64) (int, error) { return batch.Insert(hashes, f.Insert) }

// ContainsBatch implements [variants.Batcher].
func (f *scaling) ContainsBatch(hashes []uint64, found []bool) int {
	return batch.Contains(hashes, found, f.Contains)
}
