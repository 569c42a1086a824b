package peers

import (
	"math"

	"github.com/dgraph-io/badger/v4/y"
	parquet "github.com/parquet-go/parquet-go/bloom"
	"github.com/syndtr/goleveldb/leveldb/filter"
	"github.com/syndtr/goleveldb/leveldb/util"

	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// The filters of stores. Those of goleveldb and badger are made at once from the keys of a
// table, and are bytes from then on: a number of probes stands behind the bits.

// tableOf is a static filter that a library keeps as bytes.
type tableOf struct {
	static
	build func(keys []uint64) []byte
	has   func(table, key []byte) bool
	table []byte
}

// Build implements [variants.Builder].
func (f *tableOf) Build() error {
	if f.done || len(f.keys) == 0 {
		return nil
	}
	f.table = f.build(f.keys)
	last := len(f.table) - 1
	bits := 8 * uint64(last)
	f.shape.Bits, f.shape.Cells, f.shape.Probes = bits, bits, int(f.table[last])
	f.done, f.keys = true, nil
	return nil
}

// Contains implements [variants.Filter].
func (f *tableOf) Contains(hash uint64) bool {
	key := keyBytes(hash)
	return f.done && f.has(f.table, key[:])
}

// tableShape is the layout that both libraries have of so many bits per key.
func tableShape(keys uint64, bits, probes int) (theory.Shape, error) {
	if keys > maxStaticKeys {
		return theory.Shape{}, tooManyKeys(keys)
	}
	cells := (max(64, keys*uint64(bits)) + 7) / 8 * 8
	return theory.Shape{Bits: cells, Cells: cells, Probes: min(max(probes, 1), 30)}, nil
}

var goleveldbFamily = variants.FromShape(*families.Named("goleveldb-bloom"),
	func(v spec.Values, size variants.Size) (theory.Shape, error) {
		return tableShape(size.Keys, v.Int("bpk"), v.Int("bpk")*69/100)
	},
	func(v spec.Values, shape theory.Shape, _ uint64) variants.Filter {
		policy := filter.NewBloomFilter(v.Int("bpk"))
		return &tableOf{static: static{shape: shape}, has: policy.Contains, build: func(keys []uint64) []byte {
			generator, out := policy.NewGenerator(), &util.Buffer{}
			for _, hash := range keys {
				key := keyBytes(hash)
				generator.Add(key[:])
			}
			generator.Generate(out)
			return out.Bytes()
		}}
	})

var badgerFamily = variants.FromShape(*families.Named("badger-bloom"),
	func(v spec.Values, size variants.Size) (theory.Shape, error) {
		bits := y.BloomBitsPerKey(int(max(size.Keys, 1)), v.Float("fpr"))
		return tableShape(size.Keys, bits, int(float64(bits)*0.69))
	},
	func(v spec.Values, shape theory.Shape, _ uint64) variants.Filter {
		return &tableOf{static: static{shape: shape},
			has: func(table, key []byte) bool { return y.Filter(table).MayContainKey(key) },
			build: func(keys []uint64) []byte { // as a table's builder does it
				hashes := make([]uint32, len(keys))
				for i, hash := range keys {
					key := keyBytes(hash)
					hashes[i] = y.Hash(key[:])
				}
				return y.NewFilter(hashes, y.BloomBitsPerKey(len(hashes), v.Float("fpr")))
			}}
	})

// The split block filter takes hashes, and any number of them at any time.
var parquetFamily = variants.FromShape(*families.Named("parquet-splitblock"),
	func(v spec.Values, size variants.Size) (theory.Shape, error) {
		if size.Keys > math.MaxInt32 { // blocks are counted in 32 bits
			return theory.Shape{}, tooManyKeys(size.Keys)
		}
		blocks := parquet.NumSplitBlocksOf(int64(max(size.Keys, 1)), uint(v.Int("bpk")))
		bits := 8 * parquet.BlockSize * uint64(blocks)
		return theory.Shape{Bits: bits, Cells: bits, Probes: 8, BlockBits: 8 * parquet.BlockSize}, nil
	},
	func(_ spec.Values, shape theory.Shape, _ uint64) variants.Filter {
		return &splitBlock{make(parquet.SplitBlockFilter, shape.Bits/(8*parquet.BlockSize)), shape}
	})

type splitBlock struct {
	filter parquet.SplitBlockFilter
	shape  theory.Shape
}

// Insert implements [variants.Filter].
func (f *splitBlock) Insert(hash uint64) error {
	f.filter.Insert(hash)
	return nil
}

// Contains implements [variants.Filter].
func (f *splitBlock) Contains(hash uint64) bool { return f.filter.Check(hash) }

// Shape implements [variants.Filter].
func (f *splitBlock) Shape() theory.Shape { return f.shape }
