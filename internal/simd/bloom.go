package simd

// Bloom says where in a standard or counting Bloom filter of less than 2^32 cells the
// probes of a key lie.
type Bloom struct {
	Cells  uint64
	Width  uint64 // logarithm of the bits of a cell
	Mask   uint64 // a cell of ones
	Probes int
}
