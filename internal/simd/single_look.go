package simd

// Look is a table of blocks as the kernels for a lookup of one key see it: [LookSplit],
// [LookBlocked] and [LookWord]. The hash of the key chooses its block by its high bits, as
// [filterbench/internal/hashing.Reduce] does. Without a Table the lookup is Else.
//
// A kernel gets the table and the hash and does all that there is to do, the choice between
// both included: then a method Contains is this one call, and is put into the loops of those
// who know its type.
type Look struct {
	Table  *byte
	Blocks uint64 // of the table, at least 1
	Probes uint64 // of a key, at least 1
	Lanes  *Lanes // nil for LookSplit, and without AVX-512: then the bits come one by one
	Else   func(hash uint64) bool
}

// CuckooLook is the same for a cuckoo filter whose buckets are a power of two, whole bytes
// long, and 64 bits at most. The other fields are those of [Cuckoo].
type CuckooLook struct {
	Table                     *byte // the table has 8 bytes from the first of every bucket on
	Shift, Tags, Steps, Bytes uint64
	Lows, Highs               uint64
	Else                      func(hash uint64) bool
}

// NewCuckooLook returns the view of a table; its lookup is otherwise where the kernel does not
// run, which needs the instructions of BMI2 alone, or where it is not for such a table: c may be nil.
func NewCuckooLook(table []byte, c *Cuckoo, otherwise func(hash uint64) bool) CuckooLook {
	l := CuckooLook{Else: otherwise}
	if c == nil || Now() < AVX2 || c.Any != 0 || c.Second != 0 || c.Stride%8 != 0 {
		return l
	}
	c.check(table)
	l.Table, l.Shift, l.Tags, l.Steps, l.Bytes, l.Lows, l.Highs = &table[0], c.Shift, c.Tags, c.Steps, c.Stride/8, c.Lows, c.Highs
	return l
}

// BloomLook is the same for a standard Bloom filter.
type BloomLook struct {
	Table  *byte
	Cells  uint64 // at least 1
	Probes uint64 // at least 1
	Else   func(hash uint64) bool
}

// FuseLook is the same for a binary fuse filter with fingerprints of whole bytes.
type FuseLook struct {
	Table  *byte  // has 8 bytes from every slot on
	Seed   uint64 // what the hash is changed by before it is mixed
	Firsts uint64 // slots among which the first of a key is
	Length uint64 // slots of a segment, a power of two
	Mask   uint64 // Length-1
	Log    uint64 // of the bytes of a slot
	Print  uint64 // a fingerprint of ones
	Four   uint64 // 1 for four probes, 0 for three
	Else   func(hash uint64) bool
}

// WindowLook is the same for a windowed cuckoo filter.
type WindowLook struct {
	Table         *byte // has 8 bytes from the first of every window on
	Windows, Half uint64
	Tags, Width   uint64
	Spread, Odd   uint64 // what twice a fingerprint in both slots is times the fingerprint, and the bit of the second
	Lows, Highs   uint64 // of both slots
	Else          func(hash uint64) bool
}
