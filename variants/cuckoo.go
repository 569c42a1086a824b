package variants

import (
	"math/bits"

	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/spec"
	"filterbench/variants/theory"
)

// cuckoo is the cuckoo filter of Fan et al.: a table of buckets with b slots
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
// always differ. A hash of the fingerprint that is merely not 0 does not ensure
// that: reduced modulo the number of buckets it is 0 for one key in that many,
// which then has b places in place of 2b. There are at least two buckets, and a
// power of two of them, so that the exclusive or is a bucket again.
//
// The table is a multiset: each accepted insert of a key takes a slot, and 2b
// copies of one key fill both its buckets.
type cuckoo struct {
	table  bitpack.Buckets
	slots  int      // b
	shift  uint     // 64 - log2(buckets), so that hash>>shift is the first bucket
	others uint64   // buckets-1, how many buckets there are beside a key's first
	tags   uint64   // 2^f-1, how many fingerprints there are
	used   uint64   // occupied slots
	walk   uint64   // state of the random walk
	path   []uint64 // slots that the last walk swapped, for the way back; as long as a walk may be
	kicks  int      // moves made by the last Insert; at most len(path)
	shape  theory.Shape
}

var (
	_ Filter  = (*cuckoo)(nil)
	_ Deleter = (*cuckoo)(nil)
	_ Counter = (*cuckoo)(nil)
	_ Kicker  = (*cuckoo)(nil)
	_ Batcher = (*cuckoo)(nil)
)

// cuckooSpec declares b, f, kicks and load.
var cuckooSpec = spec.Schema{
	Name: "cuckoo",
	Doc:  "fingerprints in buckets of two choices, which can delete",
	Fields: []spec.Field{
		{Key: "b", Kind: spec.Text, Choices: []string{"1", "2", "4", "8"}, Default: "4", Show: true, Doc: "slots per bucket"},
		{Key: "f", Kind: spec.Int, Min: 2, Max: 16, Default: "12", Show: true, Doc: "bits of a fingerprint"},
		{Key: "kicks", Kind: spec.Int, Min: 0, Max: 100000, Default: "500", Doc: "entries that an insert may move before it gives up"},
		{Key: "load", Kind: spec.Float, Min: 0.01, Max: 1, Doc: "share of slots that the capacity fills at most; what b allows if absent"},
	},
}

func cuckooShape(v spec.Values, size Size) (theory.Shape, error) {
	b, f := v.Int("b"), v.Int("f")
	buckets, err := cuckooBuckets(v, size)
	slots := buckets * uint64(b)
	return theory.Shape{Bits: slots * uint64(f), Cells: slots, BucketSlots: b, FingerprintBits: f}, err
}

func newCuckoo(v spec.Values, shape theory.Shape, seed uint64) Filter {
	buckets := shape.Cells / uint64(shape.BucketSlots)
	return &cuckoo{
		table:  bitpack.NewBuckets(buckets, shape.BucketSlots, shape.FingerprintBits),
		slots:  shape.BucketSlots,
		shift:  uint(64 - bits.TrailingZeros64(buckets)),
		others: buckets - 1,
		tags:   1<<shape.FingerprintBits - 1,
		walk:   seed,
		path:   make([]uint64, v.Int("kicks")),
		shape:  shape,
	}
}

// Insert implements [Filter]. When both buckets of the key are full it moves
// entries to their other buckets along a random walk, until one finds a free
// slot. When the walk has made its allowance of kicks, it is walked back, and
// the table is bit for bit what it was.
func (f *cuckoo) Insert(hash uint64) error {
	i, tag := f.locate(hash)
	f.kicks = 0
	if f.table.Replace(i, 0, tag) || f.table.Replace(f.other(i, tag), 0, tag) {
		f.used++
		return nil
	}
	return f.evict(i, tag)
}

// evict inserts tag, both whose buckets are full, one of them i.
func (f *cuckoo) evict(i, tag uint64) error {
	if f.random(2) == 1 {
		i = f.other(i, tag)
	}
	for n := range f.path {
		slot := i*uint64(f.slots) + f.random(uint64(f.slots))
		tag = f.table.Swap(slot, tag)
		f.path[n] = slot
		i = f.other(i, tag)
		if f.table.Replace(i, 0, tag) {
			f.kicks = n + 1
			f.used++
			return nil
		}
	}
	for n := len(f.path) - 1; n >= 0; n-- {
		tag = f.table.Swap(f.path[n], tag)
	}
	f.kicks = len(f.path)
	return ErrFull
}

// Contains implements [Filter]. Both buckets are always read, without a branch.
func (f *cuckoo) Contains(hash uint64) bool {
	i, tag := f.locate(hash)
	return f.table.Has(i, f.other(i, tag), tag)
}

// Delete implements [Deleter]: it removes one fingerprint that equals the key's.
// If that came from another key with the same fingerprint and buckets, nobody
// can tell them apart, then or later.
func (f *cuckoo) Delete(hash uint64) bool {
	i, tag := f.locate(hash)
	if f.table.Replace(i, tag, 0) || f.table.Replace(f.other(i, tag), tag, 0) {
		f.used--
		return true
	}
	return false
}

// Count implements [Counter]: the slots that hold the key's fingerprint.
func (f *cuckoo) Count(hash uint64) uint64 {
	i, tag := f.locate(hash)
	return uint64(f.table.Tally(i, tag) + f.table.Tally(f.other(i, tag), tag))
}

// locate returns a key's first bucket, from the high bits of its hash, and its
// fingerprint, from the low 32.
func (f *cuckoo) locate(hash uint64) (bucket, tag uint64) {
	return hash >> (f.shift & 63), 1 + uint64(uint32(hash))*f.tags>>32
}

// other returns the second bucket of an entry, given either and its fingerprint.
func (f *cuckoo) other(bucket, tag uint64) uint64 {
	// Two rounds of multiplication: after one, neighbouring fingerprints would
	// still lie on a lattice. With these numbers the first fifteen fingerprints
	// have steps of their own from 256 buckets on, which matters at f = 3 or 4:
	// where two steps are equal, the table takes a tenth less.
	x := tag * hashing.Golden
	x = (x ^ x>>32) * 0xbf58476d1ce4e5b9
	return bucket ^ (1 + hashing.Reduce(x, f.others))
}

// random returns the next number of the walk, below n, which is a power of two.
func (f *cuckoo) random(n uint64) uint64 {
	f.walk += hashing.Golden
	return hashing.Mix(f.walk) & (n - 1)
}

// LastKicks implements [Kicker].
func (f *cuckoo) LastKicks() int { return f.kicks }

// Used implements [Kicker].
func (f *cuckoo) Used() uint64 { return f.used }

// Shape implements [Filter].
func (f *cuckoo) Shape() theory.Shape { return f.shape }

// InsertBatch implements [Batcher].
func (f *cuckoo) InsertBatch(hashes []uint64) (int, error) {
	for n, h := range hashes {
		if err := f.Insert(h); err != nil {
			return n, err
		}
	}
	return len(hashes), nil
}

// ContainsBatch implements [Batcher].
func (f *cuckoo) ContainsBatch(hashes []uint64, found []bool) int {
	found, hits := found[:len(hashes)], 0
	for n, h := range hashes {
		i, tag := f.locate(h)
		ok := f.table.Has(i, f.other(i, tag), tag)
		found[n] = ok
		if ok {
			hits++
		}
	}
	return hits
}
