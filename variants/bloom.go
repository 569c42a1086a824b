package variants

import (
	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// bloom is the standard Bloom filter: m bits, of which each key sets k; a key
// may be a member if its k bits are all set. m is any number, nothing is rounded
// to a power of two. The k positions come from one 64-bit hash by the sequence
// of [hashing.Probe], which costs no measurable false positives against k
// independent hashes.
type bloom struct {
	words  []uint64
	cells  uint64      // m, bits in use; bits of the last word beyond it stay 0
	probes int         // k >= 1
	kernel *simd.Bloom // for many lookups at a time, nil where that cannot be
	shape  theory.Shape
}

var (
	_ Filter  = (*bloom)(nil)
	_ Batcher = (*bloom)(nil)
)

func bloomShape(v spec.Values, size Size) (theory.Shape, error) {
	cells, probes, err := bloomSize(v, size.Keys, 1)
	return theory.Shape{Bits: cells, Cells: cells, Probes: probes, Probing: probingOf(v)}, err
}

func newBloom(_ spec.Values, shape theory.Shape, _ uint64) Filter {
	if shape.Probing != "" {
		return newSchemed(shape)
	}
	return &bloom{
		words:  bitpack.Words(bitpack.WordsFor(shape.Cells)),
		cells:  shape.Cells,
		probes: shape.Probes,
		kernel: simd.NewBloom(shape.Cells, 0, shape.Probes),
		shape:  shape,
	}
}

// Insert implements [Filter]. It never refuses; the false positive rate grows
// instead.
func (f *bloom) Insert(hash uint64) error {
	p := hashing.Probes(hash)
	for range f.probes {
		bitpack.SetBit(f.words, p.Of(f.cells))
		p = p.Next()
	}
	return nil
}

// Contains implements [Filter]. It stops at the first bit that is not set: after
// two probes on average for an absent key in a filter that is half full.
func (f *bloom) Contains(hash uint64) bool {
	p := hashing.Probes(hash)
	for range f.probes {
		if !bitpack.Bit(f.words, p.Of(f.cells)) {
			return false
		}
		p = p.Next()
	}
	return true
}

// Shape implements [Filter].
func (f *bloom) Shape() theory.Shape { return f.shape }

// InsertBatch implements [Batcher].
func (f *bloom) InsertBatch(hashes []uint64) (int, error) {
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

// ContainsBatch implements [Batcher].
func (f *bloom) ContainsBatch(hashes []uint64, found []bool) int {
	found, hits, done := found[:len(hashes)], 0, 0
	if f.kernel != nil {
		done, hits = simd.ContainsBloom(f.words, f.kernel, hashes, found)
	}
	return hits + batch.Contains(hashes[done:], found[done:], func(hash uint64) bool { return f.Contains(hash) })
}
