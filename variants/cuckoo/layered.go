package cuckoo

import (
	"fmt"
	"slices"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants"
	"filterbench/variants/shape"
)

// Layered is a cuckoo filter that grows: when its table refuses a key, a further
// table of the same size is put on top. A key whose 2b places are taken by copies
// is no exception: each layer has 2b more for it.
//
// All layers have the same buckets, so a key's two buckets and its fingerprint are
// computed once and looked for in all of them. It is also why deletes are right, in any order of
// the layers. Keys of the same fingerprint and pair of buckets, a group, are
// alike in every layer; each accepted insert adds one entry to its group, in some
// layer, kicks move it inside its layer, and a delete takes one entry of the group away, in
// some layer. So a group has as many entries in all layers together as keys that are
// held, and a lookup, which asks all layers, finds one while there is one. Whose
// entry it was, nobody can tell, and nobody needs to.
//
// With layers of different sizes or hash functions that fails. Two keys may be alike in one
// layer and not in another: if x lies in the second, y in the first, and they are alike in the first only, a
// delete of x that looks there first takes the entry of y, and what is left in
// the second layer answers for x alone. Deletes would have to begin with the layer
// that tells most keys apart, and what it tells apart the others must not join otherwise.
//
// A delete takes the newest entry, so that old layers, which lookups of members ask first, stay
// full. An insert takes a free slot of the oldest layer that has one in the key's
// buckets, which refills what deletes left; only the newest kicks. A layer is never taken away, even
// if it is empty.
//
// The price: a lookup of an absent key asks every layer, and the rate of false
// positives is that of one layer with all the keys, so it grows with them. Copies
// of one hot key cost a whole layer for each 2b. So layers are limited in
// number; when the last refuses, so does the filter.
//
// Source: the idea of adding a filter is that of Almeida et al., "Scalable Bloom Filters" (2007); Chen
// et al., "The dynamic cuckoo filter" (2017), have cuckoo filters of the same size.
type Layered struct {
	layers []*Filter          // >= 1, the newest last; they share the path of their walks
	tables []*bitpack.Buckets // of the layers: for lookups, which then need no call through an interface
	limit  int                // of layers
	shape  shape.Shape
}

var (
	_ variants.Filter  = (*Layered)(nil)
	_ variants.Deleter = (*Layered)(nil)
	_ variants.Counter = (*Layered)(nil)
	_ variants.Kicker  = (*Layered)(nil)
	_ variants.Batcher = (*Layered)(nil)
)

// LayeredConfig says how a cuckoo filter that grows is built, and each of its layers.
type LayeredConfig struct {
	Config     // of a layer
	Layers int // layers that there may be, from 2 to 1024; 0 for 32
}

func (c LayeredConfig) geometry() (Config, shape.Shape, error) {
	most := c.Layers
	if most == 0 {
		most = 32
	}
	if most < 2 || most > 1024 {
		return Config{}, shape.Shape{}, fmt.Errorf("field Layers %d: must be from 2 to 1024", most)
	}
	base, s, err := c.Config.geometry("layered", maxFingerprint, 0, 0)
	if err != nil {
		return base, shape.Shape{}, err
	}
	s.Layers, s.LayersMost = 1, most
	return base, s, err
}

// Shape implements [variants.Config]: that of the first layer, before the filter grows.
func (c LayeredConfig) Shape() (shape.Shape, error) {
	_, s, err := c.geometry()
	return s, err
}

// NewLayered makes an empty filter. Its error says which field of the configuration is
// wrong.
func NewLayered(c LayeredConfig) (*Layered, error) {
	base, s, err := c.geometry()
	if err != nil {
		return nil, err
	}
	first := newFlat(base, s, s.FingerprintBits)
	return &Layered{layers: []*Filter{first}, tables: []*bitpack.Buckets{first.flat}, limit: s.LayersMost, shape: s}, nil
}

// newest returns the layer that kicks.
func (f *Layered) newest() *Filter { return f.layers[len(f.layers)-1] }

// Insert implements [variants.Filter]. Now and then it allocates a layer.
func (f *Layered) Insert(hash uint64) error {
	i, tag := f.layers[0].locate(hash)
	j := f.layers[0].other(i, tag)
	top := f.newest()
	top.kicks = 0
	for n, table := range f.tables {
		if table.Replace(i, 0, tag) || table.Replace(j, 0, tag) {
			f.layers[n].used++
			return nil
		}
	}
	top.walk += hashing.Golden
	if top.evict(i, tag) == nil {
		return nil
	}
	if len(f.layers) == f.limit {
		return variants.ErrFull
	}
	f.grow()
	f.newest().table.Replace(i, 0, tag)
	f.newest().used++
	return nil
}

// grow puts an empty layer on top, which knows of the kicks of the one before.
func (f *Layered) grow() {
	layer := *f.newest()
	table := bitpack.NewBuckets(layer.shape.Cells/uint64(layer.slots), layer.slots, layer.shape.FingerprintBits)
	layer.table, layer.flat, layer.prefetch, layer.used = &table, &table, nil, 0
	layer.look = simd.NewCuckooLook(table.Bytes(), layer.kernel, layer.contains)
	f.layers = append(f.layers, &layer)
	f.tables = append(f.tables, &table)
	f.shape.Layers++
	f.shape.Bits += layer.shape.Bits
	f.shape.Cells += layer.shape.Cells
}

// Contains implements [variants.Filter]. It asks the oldest layer first.
func (f *Layered) Contains(hash uint64) bool {
	i, tag := f.layers[0].locate(hash)
	j := f.layers[0].other(i, tag)
	for _, table := range f.tables {
		if table.Has(i, j, tag) {
			return true
		}
	}
	return false
}

// Delete implements [variants.Deleter]: it removes one fingerprint that equals the key's, from
// the newest layer that has one.
func (f *Layered) Delete(hash uint64) bool {
	for _, layer := range slices.Backward(f.layers) {
		if layer.Delete(hash) {
			return true
		}
	}
	return false
}

// Count implements [variants.Counter]: the slots of all layers that hold the key's fingerprint.
func (f *Layered) Count(hash uint64) (n uint64) {
	for _, layer := range f.layers {
		n += layer.Count(hash)
	}
	return n
}

// LastKicks implements [variants.Kicker]: those in the layer that was the newest.
func (f *Layered) LastKicks() int { return f.newest().kicks }

// Used implements [variants.Kicker]: occupied slots of all layers.
func (f *Layered) Used() (n uint64) {
	for _, layer := range f.layers {
		n += layer.used
	}
	return n
}

// Shape implements [variants.Filter]. It is that of the layers so far.
func (f *Layered) Shape() shape.Shape { return f.shape }

// InsertBatch implements [variants.Batcher].
func (f *Layered) InsertBatch(hashes []uint64) (int, error) {
	var prefetch batch.Prefetcher
	if batch.Far(len(f.tables) * len(f.tables[0].Bytes())) {
		prefetch = f.prefetchLayers
	}
	return prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// prefetchLayers prefetches the two buckets of keys in the first layers.
func (f *Layered) prefetchLayers(hashes []uint64) {
	var c candidates
	c.locate(&f.layers[0].addressing, hashes)
	for _, table := range f.tables[:min(len(f.tables), layersPrefetched)] {
		c.prefetch(table.Bytes(), table.Stride(), 0, len(hashes))
	}
}

// layersPrefetched is in how many layers lines are prefetched: those of two groups of
// keys are then half of a first-level cache.
const layersPrefetched = 4

// ContainsBatch implements [variants.Batcher].
func (f *Layered) ContainsBatch(hashes []uint64, found []bool) int {
	found = found[:len(hashes)]
	hits := f.layers[0].ContainsBatch(hashes, found)
	if len(f.layers) == 1 {
		return hits
	}
	for at := 0; at < len(hashes); at += batch.MaxPending {
		end := min(at+batch.MaxPending, len(hashes))
		var p batch.Pending
		p.Start(hashes[at:end], found[at:end])
		for _, layer := range f.layers[1:] {
			if p.Len() == 0 {
				break
			}
			layer.ContainsBatch(p.Keys())
			hits += p.Settle(found[at:end])
		}
	}
	return hits
}
