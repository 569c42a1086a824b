package peers

import (
	"fmt"
	"math"

	"github.com/tylertreat/BoomFilters"

	"filterbench/internal/spec"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// The filters of BoomFilters that are no plain Bloom filters: the cuckoo filter, the
// scalable Bloom filter, and the stable one, which forgets keys on purpose.

var boomCuckooFamily = variants.Define(variants.Family{
	Schema: spec.Schema{Name: "boom-cuckoo", Doc: "cuckoo filter, b=4, whole bytes of fingerprint (tylertreat/BoomFilters)", Fields: []spec.Field{fprField, boomCuckooHashField}},
	Delete: true, Refuses: true, Unseeded: true, Peer: boomVersion,
	Library: &variants.Library{
		Hash:    "FNV-1 of 32 bits; SetHash replaces it",
		Seeds:   "nothing: evictions draw from the global generator of math/rand",
		Threads: boomThreads,
		Promise: promisedFPR,
		Defects: []variants.Defect{
			{What: "it has 32 to 64 slots for each key of its capacity, each a slice of its own", Test: "TestDefectBoomCuckooRoom"},
			{What: "it takes natural logarithms and rounds fingerprints down to bytes, so rates below about 0.1 % are not met", Test: "TestDefectBoomCuckooRate"},
			{What: "an Add that returns an error has stored its key and thrown out another, as documented", Test: "TestDefectBoomCuckooLosesKeys"},
			boomCapacity, boomTests,
		},
	},
}, boomCuckooShape, newBoomCuckoo)

var boomScalableFamily = variants.Define(variants.Family{
	Schema: spec.Schema{
		Name: "boom-scalable", Doc: "scalable Bloom filter of partitioned layers (tylertreat/BoomFilters)",
		Fields: []spec.Field{
			fprField,
			{Key: "hint", Kind: spec.Int, Min: 1, Max: 1 << 30, Default: "10000", Doc: "keys of each layer"},
			{Key: "tighten", Kind: spec.Float, Min: 0.01, Max: 0.99, Default: "0.8", Doc: "rate of a layer over that of the one before"},
			boomHashField,
		},
	},
	Grows: true, Peer: boomVersion,
	Library: &variants.Library{
		Hash: boomHash, Seeds: boomSeeds, Threads: boomThreads, Promise: promisedFPR,
		Defects: []variants.Defect{
			{What: "the first layer alone may err at the whole rate, so all layers together exceed it", Test: "TestDefectBoomScalableRate"},
			{What: "every layer is as small as the first: time and layers grow with the number of keys", Test: "TestDefectBoomScalableLayers"},
			boomTests,
		},
	},
}, boomScalableShape, newBoomScalable)

var boomStableFamily = variants.Define(variants.Family{
	Schema: spec.Schema{
		Name: "boom-stable", Doc: "stable Bloom filter, which forgets old keys (tylertreat/BoomFilters)",
		Fields: []spec.Field{
			{Key: "bpk", Kind: spec.Float, Min: 1, Max: 1000, Default: "10", Show: true, Doc: "cells, of one bit, per key"},
			fprField,
			boomHashField,
		},
	},
	Unseeded: true, Peer: boomVersion,
	Library: &variants.Library{
		Hash:    boomHash,
		Seeds:   "nothing: what it forgets is drawn from the global generator of math/rand",
		Threads: boomThreads, Promise: promisedFPR, Forgets: true,
		Defects: []variants.Defect{
			{What: "GobDecode into a new filter panics", Test: "TestDefectBoomStableDecode"},
			boomTests, boomWide,
		},
	},
}, boomStableShape, newBoomStable)

// boomCuckooHashField: SetHash takes any hash.Hash32.
var boomCuckooHashField = hashField("a key of 8 bytes, the calls of a hash through an interface with an allocation for each result, and a mix of the fingerprint")

// boomCuckooBytes is how many bytes of fingerprint the library takes for a rate.
func boomCuckooBytes(fpr float64) uint64 {
	return max(1, uint64(math.Ceil(math.Log(8/fpr)))/8)
}

// boomCuckooShape has as many buckets as the least power of two from eight times the
// keys over the bytes of a fingerprint.
func boomCuckooShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	if max(size.Keys, size.Slots) > 1<<28 {
		return theory.Shape{}, fmt.Errorf("%d keys or slots: its buckets would fill more than the memory", max(size.Keys, size.Slots))
	}
	bytes := boomCuckooBytes(v.Float("fpr"))
	buckets := roundUp(max(8*(size.Keys/bytes), (size.Slots+3)/4, 8))
	return theory.Shape{
		Bits: 4 * buckets * 8 * bytes, Cells: 4 * buckets, Probes: 2, BucketSlots: 4, FingerprintBits: int(8 * bytes),
	}, nil
}

type boomCuckoo struct {
	key    keyBuffer
	filter *boom.CuckooFilter
	shape  theory.Shape
}

var (
	_ variants.Deleter = (*boomCuckoo)(nil)
	_ variants.Holder  = (*boomCuckoo)(nil)
)

func newBoomCuckoo(v spec.Values, shape theory.Shape, _ uint64) variants.Filter {
	buckets, bytes := shape.Cells/4, uint64(shape.FingerprintBits/8)
	filter := boom.NewCuckooFilter(uint(buckets*bytes/8), v.Float("fpr"))
	if bare(v) {
		filter.SetHash(new(given32))
	}
	return &boomCuckoo{filter: filter, shape: shape}
}

// Insert implements [variants.Filter]: the only error of the library is "full".
func (f *boomCuckoo) Insert(hash uint64) error { return orFull(f.filter.Add(f.key.of(hash)) == nil) }

// Contains implements [variants.Filter].
func (f *boomCuckoo) Contains(hash uint64) bool { return f.filter.Test(f.key.of(hash)) }

// Delete implements [variants.Deleter].
func (f *boomCuckoo) Delete(hash uint64) bool { return f.filter.TestAndRemove(f.key.of(hash)) }

// Used implements [variants.Holder].
func (f *boomCuckoo) Used() uint64 { return uint64(f.filter.Count()) }

// Shape implements [variants.Filter].
func (f *boomCuckoo) Shape() theory.Shape { return f.shape }

// boomScalableShape is that of the first layer. A layer has as many partitions as the
// rate asks for, rounded up.
func boomScalableShape(v spec.Values, _ variants.Size) (theory.Shape, error) {
	m := uint64(boom.OptimalM(uint(v.Int("hint")), v.Float("fpr")))
	return theory.Shape{Bits: m, Cells: m, Probes: int(boom.OptimalK(v.Float("fpr"))), Layers: 1}, nil
}

type boomScalable struct {
	boomFilter
	scalable *boom.ScalableBloomFilter
}

func newBoomScalable(v spec.Values, shape theory.Shape, _ uint64) variants.Filter {
	scalable := boom.NewScalableBloomFilter(uint(v.Int("hint")), v.Float("fpr"), v.Float("tighten"))
	if bare(v) {
		scalable.SetHash(new(given64))
	}
	return &boomScalable{boomFilter{filter: scalable, shape: shape}, scalable}
}

// Shape implements [variants.Filter]. The bits are those of all layers; Probes are
// those of the first.
func (f *boomScalable) Shape() theory.Shape {
	s := f.shape
	s.Layers = layers(f.scalable)
	s.Cells = uint64(f.scalable.Capacity())
	s.Bits = s.Cells
	return s
}

func boomStableShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	cells, err := variants.Cells(max(size.Keys, 1), v.Float("bpk"))
	cells = max(cells, 2)
	k := min(max(1, uint64(boom.OptimalK(v.Float("fpr"))/2)), cells)
	return theory.Shape{Bits: cells, Cells: cells, Probes: int(k), CounterBits: 1}, err
}

func newBoomStable(v spec.Values, shape theory.Shape, _ uint64) variants.Filter {
	filter := boom.NewDefaultStableBloomFilter(uint(shape.Cells), v.Float("fpr"))
	if bare(v) {
		filter.SetHash(new(given64))
	}
	return &boomFilter{filter: filter, shape: shape}
}
