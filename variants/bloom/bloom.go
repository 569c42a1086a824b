package bloom

import (
	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
)

// Config says how large a Bloom filter is. Give either BitsPerKey or FPR.
type Config struct {
	_ struct{}

	Keys       uint64  // the filter is sized for this many distinct keys, and takes more
	BitsPerKey float64 // above 0
	FPR        float64 // false positive rate with Keys in it, from 1e-12 to 0.9
	Probes     int     // bits that a key sets, from 1 to 64; 0 for the best number
}

// Shape implements [variants.Config].
func (c Config) Shape() (shape.Shape, error) {
	cells, probes, err := c.size(1)
	if err != nil {
		return shape.Shape{}, err
	}
	return sizing.Check(shape.Shape{Family: "bloom", Bits: cells, Cells: cells, Probes: probes})
}

// Filter is the standard Bloom filter: m bits, of which each key sets k; a key
// may be a member if its k bits are all set. m is any number, nothing is rounded
// to a power of two. The k positions come from one 64-bit hash by double hashing with a
// cubic term, which costs no measurable false positives against k independent hashes.
type Filter struct {
	words  []uint64
	cells  uint64         // m, bits in use; bits of the last word beyond it stay 0
	probes int            // k >= 1
	kernel *simd.Bloom    // for many lookups at a time, nil where that cannot be
	look   simd.BloomLook // for one
	shape  shape.Shape
}

var (
	_ variants.Filter  = (*Filter)(nil)
	_ variants.Batcher = (*Filter)(nil)
	_ variants.Typed   = (*Filter)(nil)
	_ variants.Tabler  = (*Filter)(nil)

	_ variants.Reporter = (*Filter)(nil)
)

// New makes an empty filter. Its error says which field of the configuration is wrong.
func New(c Config) (*Filter, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	return newFilter(s), nil
}

// newFilter makes a filter of a given geometry.
func newFilter(s shape.Shape) *Filter {
	f := &Filter{
		words:  bitpack.Words(bitpack.WordsFor(s.Cells)),
		cells:  s.Cells,
		probes: s.Probes,
		kernel: simd.NewBloom(s.Cells, 0, s.Probes),
		shape:  s,
	}
	f.look = simd.BloomLook{Cells: f.cells, Probes: uint64(f.probes), Else: f.contains}
	if simd.Now() >= simd.AVX2 {
		f.look.Table = &bitpack.Raw(f.words)[0]
	}
	return f
}

// Insert implements [variants.Filter]. It never refuses; the false positive rate grows
// instead.
func (f *Filter) Insert(hash uint64) error {
	p := hashing.Probes(hash)
	for range f.probes {
		bitpack.SetBit(f.words, p.Of(f.cells))
		p = p.Next()
	}
	return nil
}

// Add implements [variants.Reporter].
func (f *Filter) Add(hash uint64) (changed bool) {
	p := hashing.Probes(hash)
	for range f.probes {
		if at := p.Of(f.cells); !bitpack.Bit(f.words, at) {
			bitpack.SetBit(f.words, at)
			changed = true
		}
		p = p.Next()
	}
	return changed
}

// Contains implements [variants.Filter].
func (f *Filter) Contains(hash uint64) bool { return simd.LookBloom(&f.look, hash) }

// contains is Contains in plain Go. It stops at the first bit that is not set: after two
// probes on average for an absent key in a filter that is half full.
func (f *Filter) contains(hash uint64) bool {
	p := hashing.Probes(hash)
	for range f.probes {
		if !bitpack.Bit(f.words, p.Of(f.cells)) {
			return false
		}
		p = p.Next()
	}
	return true
}

// Shape implements [variants.Filter].
func (f *Filter) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *Filter) Tables() [][]byte { return [][]byte{bitpack.Raw(f.words)} }

// InsertBatch implements [variants.Batcher].
func (f *Filter) InsertBatch(hashes []uint64) (int, error) {
	if !batch.Far(8 * len(f.words)) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	}
	var p batch.Probes
	for bits := p.Start(f.words, f.cells, f.probes, 0, hashes); len(bits) > 0; bits = p.Next() {
		for _, at := range bits {
			bitpack.SetBit(f.words, at)
		}
	}
	return len(hashes), nil
}

// ContainsEach implements [variants.Typed].
func (f *Filter) ContainsEach(keys []uint64, seed uint64) int {
	return batch.Each(keys, seed, func(hash uint64) bool { return f.Contains(hash) })
}

// ContainsBatch implements [variants.Batcher].
func (f *Filter) ContainsBatch(hashes []uint64, found []bool) int {
	found, hits, done := found[:len(hashes)], 0, 0
	if f.kernel != nil {
		done, hits = simd.ContainsBloom(f.words, f.kernel, hashes, found)
	}
	return hits + batch.Contains(hashes[done:], found[done:], func(hash uint64) bool { return f.Contains(hash) })
}
