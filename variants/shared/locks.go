package shared

import (
	"math"
	"slices"
	"sync"

	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// locked is a filter with one lock. It is padded to two cache lines, which processors fetch in
// pairs, so that neighbours in a list do not share any.
type locked struct {
	mutex  sync.Mutex
	filter variants.Filter
	_      [128 - 8 - 16]byte
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

// Group is how many keys [Many] takes a lock for, or sorts by shard, at a time.
const Group = 2048

// Many is a shared filter that takes many keys for one lock.
type Many interface {
	// InsertMany inserts keys in any order, and appends those that are refused to refused.
	InsertMany(hashes, refused []uint64) []uint64
}

// InsertMany implements [Many].
func (f *locked) InsertMany(hashes, refused []uint64) []uint64 {
	for some := range slices.Chunk(hashes, Group) {
		refused = f.insertSome(some, some, refused)
	}
	return refused
}

// insertSome inserts keys for one lock. Those that are refused are appended by their names.
func (f *locked) insertSome(hashes, names, refused []uint64) []uint64 {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	batcher, ok := f.filter.(variants.Batcher)
	for len(hashes) > 0 {
		done, err := 0, error(nil)
		if ok {
			done, err = batcher.InsertBatch(hashes)
		} else if err = f.filter.Insert(hashes[0]); err == nil {
			hashes, names = hashes[1:], names[1:]
			continue
		}
		if err == nil {
			break
		}
		refused = append(refused, names[done])
		hashes, names = hashes[done+1:], names[done+1:]
	}
	return refused
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

// InsertMany implements [Many]: keys are sorted by their shards, each of which is locked once
// for a group of keys, and its lines come to the processor that inserts them together.
func (f *sharded) InsertMany(hashes, refused []uint64) []uint64 {
	var inner, names [Group]uint64
	for some := range slices.Chunk(hashes, Group) {
		var end [Shards + 1]uint32
		for _, h := range some {
			end[hashing.Reduce(h, Shards)+1]++
		}
		for i := range Shards {
			end[i+1] += end[i]
		}
		for _, h := range some {
			shard := hashing.Reduce(h, Shards)
			at := end[shard]
			end[shard]++
			inner[at], names[at] = hashing.Mix(h), h
		}
		from := uint32(0)
		for i, to := range end[:Shards] {
			if from < to {
				refused = f.shards[i].insertSome(inner[from:to], names[from:to], refused)
			}
			from = to
		}
	}
	return refused
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
