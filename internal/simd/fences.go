package simd

// What the kernels panic with when they are called wrongly. They check before the
// assembly runs, which checks nothing: it would read and write the memory of others.
const (
	shortTable  = "simd: a table shorter than its geometry says"
	shortResult = "simd: results shorter than the hashes"
	badProbes   = "simd: a key has 1 to 32 probes in a block"
)

// maxInBlock is how many probes a key has in a block at most: what the kernels have room for.
const maxInBlock = 32
