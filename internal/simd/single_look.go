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
	Lanes  *Lanes // nil for LookSplit
	Else   func(hash uint64) bool
}

// LookCuckoo is the same for a cuckoo filter whose buckets are a power of two, whole bytes
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
