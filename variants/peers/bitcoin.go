package peers

import (
	"math"

	"github.com/btcsuite/btcd/btcutil/bloom"
	"github.com/btcsuite/btcd/btcutil/gcs"
	"github.com/btcsuite/btcd/wire"

	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// The two filters of Bitcoin: a Bloom filter with a hash for each probe, which a light
// client sends to a node (BIP 37), and a Golomb-coded set, which a node makes of each block
// (BIP 158). A lookup in the latter decodes it from the start.

var btcBloomFamily = variants.FromShape(*families.Named("btcutil-bloom"), btcBloomShape, newBtcBloom)

// btcBloomShape asks the library, which rounds and bounds what it is asked for.
func btcBloomShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	keys := min(max(size.Keys, 1), math.MaxUint32)
	made := bloom.NewFilter(uint32(keys), 0, v.Float("fpr"), wire.BloomUpdateNone).MsgFilterLoad()
	bits := 8 * uint64(len(made.Filter))
	return theory.Shape{Bits: bits, Cells: bits, Probes: int(made.HashFuncs)}, nil
}

type btcBloom struct {
	filter *bloom.Filter
	shape  theory.Shape
}

func newBtcBloom(_ spec.Values, shape theory.Shape, seed uint64) variants.Filter {
	load := wire.NewMsgFilterLoad(make([]byte, shape.Bits/8), uint32(shape.Probes), uint32(seed), wire.BloomUpdateNone)
	return &btcBloom{filter: bloom.LoadFilter(load), shape: shape}
}

// Insert implements [variants.Filter].
func (f *btcBloom) Insert(hash uint64) error {
	key := keyBytes(hash)
	f.filter.Add(key[:])
	return nil
}

// Contains implements [variants.Filter].
func (f *btcBloom) Contains(hash uint64) bool {
	key := keyBytes(hash)
	return f.filter.Matches(key[:])
}

// Shape implements [variants.Filter].
func (f *btcBloom) Shape() theory.Shape { return f.shape }

var gcsFamily = variants.FromShape(*families.Named("btcutil-gcs"), gcsShape, newGCS)

// gcsShape has the mean size, which those of real sets come close to: a remainder, a quotient
// of gaps that are nearly geometric, in unary, and its end. What it is depends on the keys.
func gcsShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	if size.Keys > maxStaticKeys {
		return theory.Shape{}, tooManyKeys(size.Keys)
	}
	p := v.Int("p")
	return theory.Shape{Bits: uint64(math.Ceil(float64(size.Keys) * (float64(p) + 1 + gcsQuotient))), FingerprintBits: p}, nil
}

// gcsRate is the mean gap over 2^p, and gcsQuotient the mean of its whole part.
const gcsRate = 1.497137

var gcsQuotient = 1 / math.Expm1(1/gcsRate)

// gcsRange returns how many values a key may take for each element: the best for p bits of
// remainder, and 784,931 for 19.
//
// Source: BIP 158, "Construction".
func gcsRange(p int) uint64 { return uint64(math.Round(gcsRate * float64(uint64(1)<<p))) }

type golomb struct {
	static
	key   [gcs.KeySize]byte
	built *gcs.Filter
}

func newGCS(_ spec.Values, shape theory.Shape, seed uint64) variants.Filter {
	f := &golomb{static: static{shape: shape}}
	key := keyBytes(seed)
	copy(f.key[:], key[:])
	return f
}

// Build implements [variants.Builder].
func (f *golomb) Build() error {
	if f.done || len(f.keys) == 0 {
		return nil
	}
	data := make([][]byte, len(f.keys))
	for i, hash := range f.keys {
		key := keyBytes(hash)
		data[i] = key[:]
	}
	p := f.shape.FingerprintBits
	built, err := gcs.BuildGCSFilter(uint8(p), gcsRange(p), f.key, data)
	if err != nil {
		return f.finish(0, err)
	}
	f.built, f.done, f.keys = built, true, nil
	return nil
}

// Bytes returns how large the set is.
func (f *golomb) Bytes() int {
	bytes, _ := f.built.Bytes()
	return len(bytes)
}

// Contains implements [variants.Filter].
func (f *golomb) Contains(hash uint64) bool {
	if !f.done {
		return false
	}
	key := keyBytes(hash)
	found, err := f.built.Match(f.key, key[:])
	return found && err == nil
}
