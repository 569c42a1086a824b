package peers

import (
	"math"

	"github.com/ipfs/bbloom"

	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// A standard Bloom filter over SipHash, rounded up to a power of two bits: its rate is
// what that size gives, not what was asked for.

var bbloomFamily = variants.FromShape(*families.Named("ipfs-bloom"), bbloomShape, newBbloom)

// bbloomShape takes the probes for the bits that were asked for and rounds up the bits.
func bbloomShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	keys := float64(max(size.Keys, 1))
	asked := keys * -math.Log(v.Float("fpr")) / (math.Ln2 * math.Ln2)
	bits := max(512, roundUp(uint64(asked)))
	return theory.Shape{Bits: bits, Cells: bits, Probes: int(math.Ceil(math.Ln2 * asked / keys))}, nil
}

type ipfsBloom struct {
	filter *bbloom.Bloom
	shape  theory.Shape
}

func newBbloom(_ spec.Values, shape theory.Shape, _ uint64) variants.Filter {
	filter, err := bbloom.New(float64(shape.Cells), float64(shape.Probes))
	if err != nil {
		panic("peers: ipfs/bbloom: " + err.Error()) // a negative number
	}
	return &ipfsBloom{filter: filter, shape: shape}
}

// Insert implements [variants.Filter].
func (f *ipfsBloom) Insert(hash uint64) error {
	key := keyBytes(hash)
	f.filter.Add(key[:])
	return nil
}

// Add implements [variants.Reporter].
func (f *ipfsBloom) Add(hash uint64) (changed bool) {
	key := keyBytes(hash)
	return f.filter.AddIfNotHas(key[:])
}

// Save implements [variants.Saver].
func (f *ipfsBloom) Save() ([]byte, error) { return f.filter.JSONMarshal(), nil }

// Load implements [variants.Saver].
func (f *ipfsBloom) Load(data []byte) (variants.Filter, error) {
	filter, err := bbloom.JSONUnmarshal(data)
	return &ipfsBloom{filter: filter, shape: f.shape}, err
}

// Contains implements [variants.Filter].
func (f *ipfsBloom) Contains(hash uint64) bool {
	key := keyBytes(hash)
	return f.filter.Has(key[:])
}

// Used implements [variants.Holder].
func (f *ipfsBloom) Used() uint64 { return f.filter.ElementsAdded() }

// Shape implements [variants.Filter].
func (f *ipfsBloom) Shape() theory.Shape { return f.shape }

// TakesText implements [variants.TextFilter].
func (f *ipfsBloom) TakesText() bool { return true }

// InsertText implements [variants.TextFilter].
func (f *ipfsBloom) InsertText(key []byte) error { f.filter.Add(key); return nil }

// ContainsText implements [variants.TextFilter].
func (f *ipfsBloom) ContainsText(key []byte) bool { return f.filter.Has(key) }
