package peers

import (
	"math"

	"github.com/ipfs/bbloom"

	"filterbench/internal/spec"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// A standard Bloom filter over SipHash, rounded up to a power of two bits: its rate is
// what that size gives, not what was asked for.

var bbloomFamily = variants.Define(variants.Family{
	Schema: spec.Schema{Name: "ipfs-bloom", Doc: "standard Bloom filter of a power of two bits (ipfs/bbloom)", Fields: []spec.Field{fprField}},
	Peer:   "github.com/ipfs/bbloom v0.1.0",
	Library: &variants.Library{
		Hash:    "SipHash of 64 bits, with keys that are known unless NewWithKeys is given others",
		Seeds:   "the keys of its hash, with NewWithKeys",
		Threads: "method comments: AddTS, HasTS and the like are safe, the others are not; tested with the race detector",
		Promise: promisedFPR,
		Defects: []variants.Defect{
			{What: "two numbers of as many bits as the table's address make all probes: small filters do not keep low rates", Test: "TestDefectIpfsSmallFilters"},
		},
	},
}, bbloomShape, newBbloom)

// bbloomShape takes the probes for the bits that were asked for and rounds up the bits.
func bbloomShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	keys := float64(max(size.Keys, 1))
	asked := keys * -math.Log(v.Float("fpr")) / (math.Ln2 * math.Ln2)
	bits := max(512, roundUp(uint64(asked)))
	return theory.Shape{Bits: bits, Cells: bits, Probes: int(math.Ceil(math.Ln2 * asked / keys))}, nil
}

type ipfsBloom struct {
	key    keyBuffer
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
	f.filter.Add(f.key.of(hash))
	return nil
}

// Contains implements [variants.Filter].
func (f *ipfsBloom) Contains(hash uint64) bool { return f.filter.Has(f.key.of(hash)) }

// Used implements [variants.Holder].
func (f *ipfsBloom) Used() uint64 { return f.filter.ElementsAdded() }

// Shape implements [variants.Filter].
func (f *ipfsBloom) Shape() theory.Shape { return f.shape }
