package peers

import (
	"math"

	boom "github.com/tylertreat/BoomFilters"

	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// The filters of this library are sized by a number of keys and a rate of false
// positives. They hash with FNV-1, into two halves from which the probes follow by
// double hashing.

var boomBloomFamily = variants.FromShape(*families.Named("boom-bloom"), boomBloomShape, newBoomBloom)

var boomCountingFamily = variants.FromShape(*families.Named("boom-counting"), boomCountingShape, newBoomCounting)

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
	bare   bool // its hash was taken out
}

// Insert implements [variants.Filter].
func (f *boomFilter) Insert(hash uint64) error {
	f.filter.Add(f.key.of(hash))
	return nil
}

// Contains implements [variants.Filter].
func (f *boomFilter) Contains(hash uint64) bool { return f.filter.Test(f.key.of(hash)) }

// TakesText implements [variants.TextFilter].
func (f *boomFilter) TakesText() bool { return !f.bare }

// InsertText implements [variants.TextFilter].
func (f *boomFilter) InsertText(key []byte) error { f.filter.Add(key); return nil }

// ContainsText implements [variants.TextFilter].
func (f *boomFilter) ContainsText(key []byte) bool { return f.filter.Test(key) }

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
	return &boomBloom{boomFilter{filter: bloom, shape: shape, bare: bare(v)}, bloom}
}

// Add implements [variants.Reporter].
func (f *boomBloom) Add(hash uint64) (changed bool) { return !f.bloom.TestAndAdd(f.key.of(hash)) }

// Save implements [variants.Saver].
func (f *boomBloom) Save() ([]byte, error) { return f.bloom.GobEncode() }

// Load implements [variants.Saver].
func (f *boomBloom) Load(data []byte) (variants.Filter, error) {
	bloom := new(boom.BloomFilter)
	err := bloom.GobDecode(data)
	if f.bare {
		bloom.SetHash(new(given64)) // which the form does not say
	}
	return &boomBloom{boomFilter{filter: bloom, shape: f.shape, bare: f.bare}, bloom}, err
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
	return &boomCounting{boomFilter{filter: counting, shape: shape, bare: bare(v)}, counting}
}

// Delete implements [variants.Deleter].
func (f *boomCounting) Delete(hash uint64) bool { return f.counting.TestAndRemove(f.key.of(hash)) }

// Used implements [variants.Holder].
func (f *boomCounting) Used() uint64 { return uint64(f.counting.Count()) }
