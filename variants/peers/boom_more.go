package peers

import (
	"fmt"
	"math"

	boom "github.com/tylertreat/BoomFilters"

	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/sizing"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// The filters of BoomFilters that are no plain Bloom filters: the cuckoo filter, the
// scalable Bloom filter, and the stable one, which forgets keys on purpose.

var boomCuckooFamily = variants.FromShape(*families.Named("boom-cuckoo"), boomCuckooShape, newBoomCuckoo)

var boomScalableFamily = variants.FromShape(*families.Named("boom-scalable"), boomScalableShape, newBoomScalable)

var boomStableFamily = variants.FromShape(*families.Named("boom-stable"), boomStableShape, newBoomStable)

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
	return &boomScalable{boomFilter{filter: scalable, shape: shape, bare: bare(v)}, scalable}
}

// Shape implements [variants.Filter]. The bits are those of all layers; Probes are
// those of the first.
func (f *boomScalable) Shape() theory.Shape {
	s := f.shape
	s.Layers = stackOf(f.scalable).Len()
	s.Cells = uint64(f.scalable.Capacity())
	s.Bits = s.Cells
	return s
}

// boomStableShape has more cells than probes: with as many, an insert of the library forgets
// infinitely many cells and does not end.
func boomStableShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	cells, err := sizing.Cells(max(size.Keys, 1), v.Float("bpk"))
	k := max(1, uint64(boom.OptimalK(v.Float("fpr"))/2))
	cells = max(cells, k+1)
	return theory.Shape{Bits: cells, Cells: cells, Probes: int(k), CounterBits: 1}, err
}

func newBoomStable(v spec.Values, shape theory.Shape, _ uint64) variants.Filter {
	filter := boom.NewDefaultStableBloomFilter(uint(shape.Cells), v.Float("fpr"))
	if bare(v) {
		filter.SetHash(new(given64))
	}
	return &boomFilter{filter: filter, shape: shape, bare: bare(v)}
}
