package simd

// Bloom says where in a standard or counting Bloom filter the probes of a key lie.
type Bloom struct {
	Cells  uint64 // below 2^32
	Width  uint64 // logarithm of the bits of a cell: 0 to 3
	Mask   uint64 // a cell of ones
	Probes int    // at least 2
}

// NewBloom returns the kernel's view of a filter of cells of 2^width bits. It is nil where
// the kernels do not run: below AVX2, or for 2^32 cells and more, or for a single
// probe. It panics if there is no such filter.
func NewBloom(cells uint64, width, probes int) *Bloom {
	if cells == 0 || width < 0 || width > 3 || probes < 1 {
		panic("simd: a Bloom filter without cells or probes, or with cells that are not 1, 2, 4 or 8 bits wide")
	}
	if Now() < AVX2 || cells >= 1<<32 || probes < 2 {
		return nil
	}
	return &Bloom{Cells: cells, Width: uint64(width), Mask: 1<<(1<<width) - 1, Probes: probes}
}

// words is how many words of a table the kernel reads.
func (b *Bloom) words() uint64 { return (b.Cells<<b.Width + 63) / 64 }
