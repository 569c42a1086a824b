package cuckoo

import (
	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
)

// Filter is the cuckoo filter of Fan et al.: a table of buckets with b slots
// each, holding fingerprints of f bits. A key's fingerprint lies in one of two
// buckets, and either bucket with the fingerprint yields the other, so an entry
// can be moved although its key is not known (partial-key cuckoo hashing).
//
//	h = |  i1  |  ............  | fingerprint source (32 bits) |      i2 = i1 xor alt(fingerprint)
//
// The slots are packed without gaps: bucket i begins at bit i*b*f. A slot of 0
// is empty; fingerprints are 1 to 2^f-1, uniformly, rather than 0 remapped to 1,
// which would make one fingerprint twice as likely and the false positive rate
// a little higher.
//
// alt(fingerprint) is uniform over 1 to buckets-1, never 0, so the two buckets
// always differ, unless parameter alt asks for what others do: see addressing. A hash
// of the fingerprint that is merely not 0 does not ensure that: reduced modulo the
// number of buckets it is 0 for one key in that many, which then has b places in place
// of 2b. There are at least two buckets, and a power of two of them, so that the
// exclusive or is a bucket again; for other numbers of buckets see addressing.
//
// The table is a multiset: each accepted insert of a key takes a slot, and 2b
// copies of one key fill both its buckets.
type Filter struct {
	addressing
	table    slotTable
	flat     *bitpack.Buckets       // the table, where that is what it is, and else nil
	order    *bitpack.SortedBuckets // the same for sorted buckets
	prefetch batch.Prefetcher       // of the two buckets of keys
	each     bool                   // that lookups go slot by slot
	early    bool                   // that a key with all its places is refused without a kick
	slots    int                    // b
	used     uint64                 // occupied slots
	walk     uint64                 // one step further with every insert; the random walk of an insert begins at it
	path     []uint64               // slots that the last walk swapped, for the way back; as long as a walk may be
	kicks    int                    // moves made by the last Insert; at most len(path)
	kernel   *simd.Cuckoo           // for many lookups at a time, nil where that cannot be
	look     simd.CuckooLook        // for one
	sorted   *simd.Sorted           // the same for sorted buckets
	shape    shape.Shape
}

// slotTable is a table of buckets that hold fingerprints: [bitpack.Buckets] or
// [bitpack.SortedBuckets], where the methods are described.
type slotTable interface {
	Has(i, j, tag uint64) bool
	Replace(i, old, tag uint64) bool
	Swap(slot, tag uint64) (old, at uint64)
	Tally(i, tag uint64) int
	Bytes() []byte
	Stride() uint64
}

var (
	_ variants.Filter  = (*Filter)(nil)
	_ variants.Deleter = (*Filter)(nil)
	_ variants.Counter = (*Filter)(nil)
	_ variants.Kicker  = (*Filter)(nil)
	_ variants.Placer  = (*Filter)(nil)
	_ variants.Batcher = (*Filter)(nil)
	_ variants.Typed   = (*Filter)(nil)
)

// New makes an empty filter. Its error says which field of the configuration is wrong.
func New(c Config) (*Filter, error) {
	c, s, err := c.geometry("cuckoo", maxFingerprint, 0, 0)
	if err != nil {
		return nil, err
	}
	return newFlat(c, s, s.FingerprintBits), nil
}

// newFlat makes a filter on the usual table, with slots of so many bits.
func newFlat(c Config, s shape.Shape, slotBits int) *Filter {
	table := bitpack.NewBuckets(s.Cells/uint64(s.BucketSlots), s.BucketSlots, slotBits)
	f := newOn(&table, c, s)
	f.flat = &table
	if c.kernelAllowed(s) {
		f.kernel = f.kernelOn(&table)
		f.look = simd.NewCuckooLook(table.Bytes(), f.kernel, f.contains)
	}
	return f
}

// newOn makes a filter of a complete configuration on an empty table of that shape.
func newOn(table slotTable, c Config, s shape.Shape) *Filter {
	at := addressingOf(c, s.Cells/uint64(s.BucketSlots))
	f := &Filter{
		addressing: at,
		table:      table,
		prefetch:   prefetchBuckets(at, table.Bytes(), table.Stride()),
		each:       s.Kernel == families.KernelScalar,
		early:      c.RefuseEarly,
		slots:      s.BucketSlots,
		walk:       c.Seed,
		path:       make([]uint64, c.Kicks),
		shape:      s,
	}
	f.look.Else = f.contains
	return f
}

// Insert implements [variants.Filter]. When both buckets of the key are full it moves
// entries to their other buckets along a random walk, until one finds a free
// slot. When the walk has made its allowance of kicks, it is walked back, and
// the table is bit for bit what it was. With refuse=early a key that has all slots of both
// buckets is refused before the first kick: no walk would find room for it, as each entry
// that it took up would come back to the other bucket.
func (f *Filter) Insert(hash uint64) error {
	i, tag := f.locate(hash)
	f.kicks = 0
	f.walk += hashing.Golden
	placed := false
	if f.flat != nil { // no call through an interface
		placed = f.flat.Replace(i, 0, tag) || f.flat.Replace(f.other(i, tag), 0, tag)
	} else {
		placed = f.table.Replace(i, 0, tag) || f.table.Replace(f.other(i, tag), 0, tag)
	}
	if !placed {
		return f.evict(i, tag)
	}
	f.used++
	return nil
}

// evict inserts an entry, both whose buckets are full, one of them i. Entries may have
// something above the f bits of their fingerprints, which has no say in their buckets.
//
// What the walk draws depends on how many inserts came before, and not on how long their walks
// were: so [scouts] can go where walks will come before those ahead of them have ended.
func (f *Filter) evict(i, tag uint64) error {
	if f.early && f.table.Tally(i, tag)+f.table.Tally(f.other(i, tag), tag) == 2*f.slots {
		f.kicks = 0
		return variants.ErrKeyFull
	}
	draws := newDraws(f.walk)
	if draws.next(2) == 1 {
		i = f.other(i, tag&f.tags)
	}
	for n := range f.path {
		slot := i*uint64(f.slots) + draws.next(uint64(f.slots))
		tag, f.path[n] = f.table.Swap(slot, tag)
		i = f.other(i, tag&f.tags)
		if f.table.Replace(i, 0, tag) {
			f.kicks = n + 1
			f.used++
			return nil
		}
	}
	for n := len(f.path) - 1; n >= 0; n-- {
		tag, _ = f.table.Swap(f.path[n], tag)
	}
	f.kicks = len(f.path)
	return variants.ErrFull
}

// draws are the random numbers of one walk.
type draws uint64

// newDraws returns those of the insert that has come to walk.
func newDraws(walk uint64) draws { return draws(hashing.Mix(walk)) }

// next returns the next number, below n, which is a power of two.
func (d *draws) next(n uint64) uint64 {
	*d += hashing.Golden
	return hashing.Mix(uint64(*d)) & (n - 1)
}

// Contains implements [variants.Filter]. Both buckets are always read, without a branch, but
// for kernel=scalar.
func (f *Filter) Contains(hash uint64) bool { return simd.LookCuckoo(&f.look, hash) }

// contains is Contains in plain Go.
func (f *Filter) contains(hash uint64) bool {
	i, tag := f.locate(hash)
	j := f.other(i, tag)
	switch {
	case f.each:
		return f.flat.HasEach(i, tag) || f.flat.HasEach(j, tag)
	case f.flat != nil: // no call through an interface
		return f.flat.Has(i, j, tag)
	}
	return f.table.Has(i, j, tag)
}

// ContainsEach implements [variants.Typed].
func (f *Filter) ContainsEach(keys []uint64, seed uint64) int {
	return batch.Each(keys, seed, func(hash uint64) bool { return f.Contains(hash) })
}

// Delete implements [variants.Deleter]: it removes one fingerprint that equals the key's.
// If that came from another key with the same fingerprint and buckets, nobody
// can tell them apart, then or later.
func (f *Filter) Delete(hash uint64) bool {
	i, tag := f.locate(hash)
	j := f.other(i, tag)
	found := false
	if f.flat != nil {
		found = f.flat.TakeEither(i, j, tag)
	} else {
		found = f.table.Replace(i, tag, 0) || f.table.Replace(j, tag, 0)
	}
	if found {
		f.used--
	}
	return found
}

// Count implements [variants.Counter]: the slots that hold the key's fingerprint.
func (f *Filter) Count(hash uint64) uint64 {
	i, tag := f.locate(hash)
	return uint64(f.table.Tally(i, tag) + f.table.Tally(f.other(i, tag), tag))
}

// Places implements [variants.Placer].
func (f *Filter) Places(dst []uint64, hash uint64) []uint64 {
	i, tag := f.locate(hash)
	return append(dst, i, f.other(i, tag))
}

// LastKicks implements [variants.Kicker].
func (f *Filter) LastKicks() int { return f.kicks }

// Used implements [variants.Kicker].
func (f *Filter) Used() uint64 { return f.used }

// Shape implements [variants.Filter].
func (f *Filter) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *Filter) Tables() [][]byte { return [][]byte{f.table.Bytes()} }
