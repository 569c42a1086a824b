package shared

import (
	"math"
	"sync"

	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// locked is a filter with one lock. It is padded so that the locks of neighbours in a
// list do not share a cache line.
type locked struct {
	mutex  sync.Mutex
	filter variants.Filter
	_      [64]byte
}

// Insert implements [variants.Filter].
func (f *locked) Insert(hash uint64) error {
	f.mutex.Lock()
	err := f.filter.Insert(hash)
	f.mutex.Unlock()
	return err
}

// Add implements [variants.Reporter]. It panics if the filter does not.
func (f *locked) Add(hash uint64) (changed bool) {
	f.mutex.Lock()
	changed = f.filter.(variants.Reporter).Add(hash)
	f.mutex.Unlock()
	return changed
}

// Contains implements [variants.Filter].
func (f *locked) Contains(hash uint64) bool {
	f.mutex.Lock()
	found := f.filter.Contains(hash)
	f.mutex.Unlock()
	return found
}

// Shape implements [variants.Filter]. The shape of a filter that grows is read under
// the lock too.
func (f *locked) Shape() theory.Shape {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.filter.Shape()
}

// Shards is how many filters a sharded one consists of: with few goroutines two
// seldom want the same.
const Shards = 64

// deviations is how much larger a shard is than its share, in standard deviations of
// the number of keys that fall to it.
const deviations = 4

// sharded distributes keys by hash. The hash is mixed again for the filters: the bits
// that choose the shard are the same for all keys in it.
type sharded struct{ shards [Shards]locked }

func newSharded(v variants.Variant, size variants.Size, seed uint64) (variants.Filter, error) {
	each := func(n uint64) uint64 {
		mean := float64(n) / Shards
		return uint64(math.Ceil(mean + deviations*math.Sqrt(mean)))
	}
	f := &sharded{}
	for i := range f.shards {
		inner, err := v.New(variants.Size{Keys: each(size.Keys), Slots: each(size.Slots)}, hashing.Mix(seed+uint64(i)))
		if err != nil {
			return nil, err
		}
		f.shards[i].filter = inner
	}
	return f, nil
}

func (f *sharded) of(hash uint64) (*locked, uint64) {
	return &f.shards[hashing.Reduce(hash, Shards)], hashing.Mix(hash)
}

// Insert implements [variants.Filter].
func (f *sharded) Insert(hash uint64) error {
	shard, inner := f.of(hash)
	return shard.Insert(inner)
}

// Contains implements [variants.Filter].
func (f *sharded) Contains(hash uint64) bool {
	shard, inner := f.of(hash)
	return shard.Contains(inner)
}

// Shape implements [variants.Filter]: that of one shard with the cells and bits of all.
func (f *sharded) Shape() theory.Shape {
	shape := f.shards[0].Shape()
	shape.Cells, shape.Bits = shape.Cells*Shards, shape.Bits*Shards
	return shape
}
