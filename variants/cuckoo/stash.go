package cuckoo

import (
	"slices"

	"filterbench/internal/batch"
	"filterbench/variants"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// stash is the cuckoo filter with a list of S entries for what its table has no
// room for: the copies of a key beyond 2b, and the last few keys of a full table.
// An entry is 64 bits wide and all are in the shape, used or not.
//
//	insert: table, and if that refuses, stash          lookup: table, or the stash if it holds anything
//
// An entry is the group of a key (see addressing), which is all that the table
// would keep of it. Then it does not matter which of a group's fingerprints is in
// the table and which in the stash: a delete takes either, answers are those of a
// table that was large enough, and so is the rate of false positives. With whole
// hashes in their place the stash would make fewer false positives and need more
// care: the delete of a key could take a fingerprint of the table that another key
// relies on, while its own hash stays in the stash.
//
// Nothing is lost: an accepted insert adds one member to its group, in the table or
// in the stash, and a delete takes one out, again of either. Moves in the table
// keep an entry's group, and a refused insert undoes them. So a group has as many
// entries as copies of its keys are held, and its keys are found while that is
// above 0.
//
// Both buckets of an entry in the stash are full. Only a delete frees a slot, and
// then an entry that has its bucket moves in, so that the stash is empty again as
// soon as it can be, and lookups do not pay for it.
//
// Source: Kirsch, Mitzenmacher and Wieder (2009), for hash tables, and the single
// place for a victim in the code that accompanies Fan et al. (2014).
type stash struct {
	notAtOnce
	cuckoo
	kept []uint64 // groups; the capacity is S and never grows
}

var (
	_ variants.Filter  = (*stash)(nil)
	_ variants.Deleter = (*stash)(nil)
	_ variants.Counter = (*stash)(nil)
	_ variants.Kicker  = (*stash)(nil)
	_ variants.Sider   = (*stash)(nil)
	_ variants.Batcher = (*stash)(nil)
)

// stashEntryBits is the size of an entry.
const stashEntryBits = 64

func stashShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	shape, err := cuckooShape(v, size)
	shape.Stash = v.Int("stash")
	shape.Bits += stashEntryBits * uint64(shape.Stash)
	return shape, err
}

func newStash(v spec.Values, shape theory.Shape, seed uint64) variants.Filter {
	return &stash{notAtOnce{}, *cuckooFlat(v, shape, seed), make([]uint64, 0, shape.Stash)}
}

// Insert implements [variants.Filter]. It refuses a key when neither the table nor the stash
// has room.
func (f *stash) Insert(hash uint64) error {
	err := f.cuckoo.Insert(hash)
	if err == nil || len(f.kept) == cap(f.kept) {
		return err
	}
	f.kept = append(f.kept, f.group(hash))
	return nil
}

// Contains implements [variants.Filter].
func (f *stash) Contains(hash uint64) bool {
	return f.cuckoo.Contains(hash) || len(f.kept) != 0 && slices.Contains(f.kept, f.group(hash))
}

// Delete implements [variants.Deleter].
func (f *stash) Delete(hash uint64) bool {
	if len(f.kept) == 0 {
		return f.cuckoo.Delete(hash)
	}
	if at := slices.Index(f.kept, f.group(hash)); at >= 0 {
		f.drop(at)
		return true
	}
	if !f.cuckoo.Delete(hash) {
		return false
	}
	f.refill(f.group(hash) >> groupTagBits)
	f.refill(f.partner(f.group(hash)))
	return true
}

// refill moves an entry from the stash into a bucket of its own, if one has that
// bucket and it has a free slot.
func (f *stash) refill(bucket uint64) {
	for at, g := range f.kept {
		if (g>>groupTagBits == bucket || f.partner(g) == bucket) && f.table.Replace(bucket, 0, g&(1<<groupTagBits-1)) {
			f.used++
			f.drop(at)
			return
		}
	}
}

// partner returns the other bucket of a group, the higher one.
func (f *stash) partner(group uint64) uint64 {
	return f.other(group>>groupTagBits, group&(1<<groupTagBits-1))
}

// drop takes an entry out of the stash.
func (f *stash) drop(at int) {
	last := len(f.kept) - 1
	f.kept[at] = f.kept[last]
	f.kept = f.kept[:last]
}

// Count implements [variants.Counter].
func (f *stash) Count(hash uint64) uint64 {
	n, group := f.cuckoo.Count(hash), f.group(hash)
	for _, g := range f.kept {
		if g == group {
			n++
		}
	}
	return n
}

// Used implements [variants.Kicker]: the slots of the table and the entries of the stash.
func (f *stash) Used() uint64 { return f.used + uint64(len(f.kept)) }

// Side implements [variants.Sider]: the entries of the stash, whose bytes are in the shape.
func (f *stash) Side() (entries, bytes uint64) { return uint64(len(f.kept)), 0 }

// InsertBatch implements [variants.Batcher].
func (f *stash) InsertBatch(hashes []uint64) (int, error) {
	return f.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// ContainsBatch implements [variants.Batcher]. Keys that the table does not have are looked
// up in the stash when the table is done with all.
func (f *stash) ContainsBatch(hashes []uint64, found []bool) int {
	hits := f.cuckoo.ContainsBatch(hashes, found)
	if len(f.kept) == 0 {
		return hits
	}
	for n, h := range hashes {
		if !found[n] && slices.Contains(f.kept, f.group(h)) {
			found[n] = true
			hits++
		}
	}
	return hits
}
