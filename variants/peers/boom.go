package peers

import (
	"math"

	"github.com/tylertreat/BoomFilters"

	"filterbench/internal/spec"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// The filters of this library are sized by a number of keys and a rate of false
// positives. They hash with FNV-1, into two halves from which the probes follow by
// double hashing.

const (
	boomVersion = "github.com/tylertreat/BoomFilters v0.0.0-20251001182300-5b3723cc64ae"
	boomHash    = "FNV-1 of 64 bits; SetHash replaces it"
	boomSeeds   = "nothing; its constants are fixed"
	boomThreads = "nothing is said; even Test writes to the filter's one hash"
)

// Defects that several filters of the library share.
var (
	boomCapacity = variants.Defect{What: "a filter for no keys panics at the first Add", Test: "TestDefectBoomNoKeys"}
	boomTests    = variants.Defect{What: "two concurrent calls of Test race, and can answer wrongly", Test: "TestDefectBoomConcurrentTests"}
	boomSmall    = variants.Defect{What: "the step between probes may be 0 or share a factor with the number of bits, so that some keys have few probes: small filters miss low rates", Test: "TestDefectBoomSmallFilters"}
	boomWide     = variants.Defect{What: "beyond 2^32 bits writes wrap around and reads do not, so keys are lost", Test: "TestDefectBoomWideBuckets"}
)

var boomBloomFamily = variants.Define(variants.Family{
	Schema: spec.Schema{Name: "boom-bloom", Doc: "standard Bloom filter (tylertreat/BoomFilters)", Fields: []spec.Field{fprField, boomHashField}},
	Peer:   boomVersion,
	Library: &variants.Library{
		Hash: boomHash, Seeds: boomSeeds, Threads: boomThreads, Promise: promisedFPR,
		Defects: []variants.Defect{
			boomCapacity, boomTests, boomWide, boomSmall,
			{What: "Reset leaves Count as it was", Test: "TestDefectBoomReset"},
		},
	},
}, boomBloomShape, newBoomBloom)

var boomCountingFamily = variants.Define(variants.Family{
	Schema: spec.Schema{Name: "boom-counting", Doc: "counting Bloom filter (tylertreat/BoomFilters)", Fields: []spec.Field{fprField, widthField, boomHashField}},
	Delete: true, Peer: boomVersion,
	Library: &variants.Library{
		Hash: boomHash, Seeds: boomSeeds, Threads: boomThreads, Promise: promisedFPR,
		Defects: []variants.Defect{
			boomCapacity, boomTests, boomWide, boomSmall,
			{What: "a counter that stuck is decremented all the same: legal deletes lose other keys", Test: "TestDefectBoomStuckCounters"},
		},
	},
}, boomCountingShape, newBoomCounting)

// fprField is the rate that a library is asked for.
var fprField = spec.Field{Key: "fpr", Kind: spec.Float, Min: 1e-9, Max: 0.5, Default: "0.01", Show: true, Doc: "false positive rate at capacity, as asked of the library"}

var widthField = spec.Field{Key: "w", Kind: spec.Int, Min: 1, Max: 8, Default: "4", Show: true, Doc: "bits per counter"}

// boomHashField: SetHash takes any hash.Hash64.
var boomHashField = hashField("a key of 8 bytes and three calls of a hash through an interface, which its own is called by too")

// promisedFPR is the rate that was asked for.
func promisedFPR(v spec.Values) float64 { return v.Float("fpr") }

func boomBloomShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	fpr := v.Float("fpr")
	m := uint64(boom.OptimalM(uint(max(size.Keys, 1)), fpr))
	return theory.Shape{Bits: m, Cells: m, Probes: int(boom.OptimalK(fpr))}, nil
}

// boomKeys returns the number of keys for which the library chooses so many cells:
// a filter is built from its shape, and the library wants to be told keys. Each key has
// more than a cell, so there is exactly one such number.
func boomKeys(cells uint64, fpr float64) uint {
	n := uint(float64(cells) * math.Ln2 * math.Ln2 / -math.Log(fpr))
	for boom.OptimalM(n, fpr) < uint(cells) {
		n++
	}
	for n > 1 && boom.OptimalM(n, fpr) > uint(cells) {
		n--
	}
	return n
}

// boomFilter adapts a filter that never refuses and cannot delete.
type boomFilter struct {
	key    keyBuffer
	filter boom.Filter
	shape  theory.Shape
}

// Insert implements [variants.Filter].
func (f *boomFilter) Insert(hash uint64) error {
	f.filter.Add(f.key.of(hash))
	return nil
}

// Contains implements [variants.Filter].
func (f *boomFilter) Contains(hash uint64) bool { return f.filter.Test(f.key.of(hash)) }

// Shape implements [variants.Filter].
func (f *boomFilter) Shape() theory.Shape { return f.shape }

type boomBloom struct {
	boomFilter
	bloom *boom.BloomFilter
}

func newBoomBloom(v spec.Values, shape theory.Shape, _ uint64) variants.Filter {
	fpr := v.Float("fpr")
	bloom := boom.NewBloomFilter(boomKeys(shape.Cells, fpr), fpr)
	if bare(v) {
		bloom.SetHash(new(given64))
	}
	return &boomBloom{boomFilter{filter: bloom, shape: shape}, bloom}
}

// Used implements [variants.Holder].
func (f *boomBloom) Used() uint64 { return uint64(f.bloom.Count()) }

func boomCountingShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	shape, err := boomBloomShape(v, size)
	shape.CounterBits = v.Int("w")
	shape.Bits = shape.Cells * uint64(shape.CounterBits)
	return shape, err
}

type boomCounting struct {
	boomFilter
	counting *boom.CountingBloomFilter
}

func newBoomCounting(v spec.Values, shape theory.Shape, _ uint64) variants.Filter {
	fpr := v.Float("fpr")
	counting := boom.NewCountingBloomFilter(boomKeys(shape.Cells, fpr), uint8(shape.CounterBits), fpr)
	if bare(v) {
		counting.SetHash(new(given64))
	}
	return &boomCounting{boomFilter{filter: counting, shape: shape}, counting}
}

// Delete implements [variants.Deleter].
func (f *boomCounting) Delete(hash uint64) bool { return f.counting.TestAndRemove(f.key.of(hash)) }

// Used implements [variants.Holder].
func (f *boomCounting) Used() uint64 { return uint64(f.counting.Count()) }
