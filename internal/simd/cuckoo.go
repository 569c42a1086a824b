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

	bytes uint64 // of a table that has all that the kernels read and write
}

// NewCuckoo returns the kernels' view of a filter, nil if none of them runs. It panics if
// the numbers would lead out of the buckets.
func NewCuckoo(c Cuckoo) *Cuckoo {
	buckets, steps := c.Any, c.Any/2
	if c.Any == 0 {
		if c.Shift < 32 || c.Shift > 63 {
			panic("simd: a cuckoo filter has 2 to 2^32 buckets")
		}
		buckets = 1 << (64 - c.Shift)
		steps = buckets - 1
	}
	switch {
	case c.Any >= 1<<32 || c.Any%2 != 0:
		panic("simd: buckets that are not a power of two are an even number below 2^32")
	case c.Steps == 0 || c.Steps > steps:
		panic("simd: a step leads from a bucket to no bucket, or to itself")
	case c.Tags == 0 || c.Tags >= 1<<32:
		panic("simd: a cuckoo filter has fingerprints of 1 to 32 bits")
	case c.Stride == 0 || c.Stride > 128 || c.Second >= c.Stride || c.Second != 0 && c.Stride%8 != 0 || c.Second == 0 && c.Stride > 64:
		panic("simd: a bucket is a group of lanes in 64 bits, or two of them that begin on a byte")
	}
	if !HasCuckoo(c.onePowerOfTwo()) {
		return nil
	}
	// The last bucket is read, and written, as eight bytes from the byte on in which
	// each of its groups begins.
	c.bytes = (buckets-1)*c.Stride/8 + c.Second/8 + 8
	return &c
}

// onePowerOfTwo reports whether there is a power of two of buckets, each in one group.
func (c *Cuckoo) onePowerOfTwo() bool { return c.Any == 0 && c.Second == 0 }

// HasCuckoo reports whether [ContainsCuckoo] runs for a power of two of buckets, each in
// one group of lanes, or for all others.
func HasCuckoo(onePowerOfTwo bool) bool { return Now() > Plain && (onePowerOfTwo || Now() != AVX2) }

// check panics if a table is shorter than the kernels need. c.bytes is 0 if NewCuckoo did
// not make c.
func (c *Cuckoo) check(table []byte) {
	if uint64(len(table)) < c.bytes || c.bytes == 0 {
		panic(shortTable)
	}
}

// Sorted says where in a semi-sorted cuckoo filter a key may lie, and what a bucket of it is: the
// number of four nibbles, in twelve bits, and above it four rests, whose lanes Lows and Highs of
// its Cuckoo tell.
type Sorted struct {
	cuckoo  *Cuckoo
	rest    uint64   // bits of a rest, from 4 to 13
	nibbles []uint16 // of every number, and three more
}

// NewSorted returns the kernel's view of a filter, nil where it does not run: without AVX-512, or
// with rests of fewer bits than a nibble. It panics as [NewCuckoo] does.
func NewSorted(c Cuckoo, rest uint64, nibbles []uint16) *Sorted {
	if rest > 13 || len(nibbles) < 1<<12+3 || c.Second != 0 {
		panic("simd: a semi-sorted bucket is in 64 bits, with rests of at most 13 and a table of all nibbles")
	}
	cuckoo := NewCuckoo(c)
	if cuckoo == nil || !HasAVX512() || rest < 4 {
		return nil
	}
	return &Sorted{cuckoo, rest, nibbles}
}
