package simd

// Cuckoo says where in a cuckoo filter a key may lie, for a power of two of buckets, at
// most 2^32, or any even number below that. Each is a group of lanes in at most 64 bits,
// or two such groups, and then begins on a byte.
type Cuckoo struct {
	Shift  uint64 // hash>>Shift is the first bucket
	Tags   uint64 // how many fingerprints there are, below 2^32
	Steps  uint64 // how many ways there are from one bucket to another, below 2^32
	Stride uint64 // bits of a bucket
	Lows   uint64 // the lowest bit of every slot
	Highs  uint64 // the highest bit of every slot
	Any    uint64 // how many buckets there are, 0 for a power of two
	Second uint64 // bits from a bucket's first group to its second, 0 if it has one
}
