package cuckoo

import (
	"fmt"
	"slices"

	"filterbench/internal/batch"
	"filterbench/variants"
	"filterbench/variants/shape"
)

// Stash is the cuckoo filter with a list of S entries for what its table has no
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
type Stash struct {
	filter *Filter
	kept   []uint64 // groups; the capacity is S and never grows
}

var (
	_ variants.Filter  = (*Stash)(nil)
	_ variants.Deleter = (*Stash)(nil)
	_ variants.Counter = (*Stash)(nil)
	_ variants.Kicker  = (*Stash)(nil)
	_ variants.Sider   = (*Stash)(nil)
	_ variants.Batcher = (*Stash)(nil)
)

// StashConfig says how a cuckoo filter with a stash is built.
type StashConfig struct {
	Config     // without Alternate, RefuseEarly and Kernel
	Stash  int // entries of the list, from 1 to 1024; 0 for 8
}

// stashEntryBits is the size of an entry.
const stashEntryBits = 64

func (c StashConfig) geometry() (Config, shape.Shape, error) {
	entries := c.Stash
	if entries == 0 {
		entries = 8
	}
	if entries < 1 || entries > 1024 {
		return Config{}, shape.Shape{}, fmt.Errorf("Stash %d: must be from 1 to 1024", entries)
	}
	base, s, err := c.Config.plainGeometry("stash", maxFingerprint, 0, 0)
	if err != nil {
		return base, shape.Shape{}, err
	}
	s.Stash = entries
	s.Bits += stashEntryBits * uint64(entries)
	return base, s, err
}

// Shape implements [variants.Config].
func (c StashConfig) Shape() (shape.Shape, error) {
	_, s, err := c.geometry()
	return s, err
}

// NewStash makes an empty filter. Its error says which field of the configuration is wrong.
func NewStash(c StashConfig) (*Stash, error) {
	base, s, err := c.geometry()
	if err != nil {
		return nil, err
	}
	return &Stash{newFlat(base, s, s.FingerprintBits), make([]uint64, 0, s.Stash)}, nil
}

// Insert implements [variants.Filter]. It refuses a key when neither the table nor the stash
// has room.
func (f *Stash) Insert(hash uint64) error {
	err := f.filter.Insert(hash)
	if err == nil || len(f.kept) == cap(f.kept) {
		return err
	}
	f.kept = append(f.kept, f.filter.group(hash))
	return nil
}

// Contains implements [variants.Filter].
func (f *Stash) Contains(hash uint64) bool {
	return f.filter.Contains(hash) || len(f.kept) != 0 && slices.Contains(f.kept, f.filter.group(hash))
}

// Delete implements [variants.Deleter].
func (f *Stash) Delete(hash uint64) bool {
	if len(f.kept) == 0 {
		return f.filter.Delete(hash)
	}
	if at := slices.Index(f.kept, f.filter.group(hash)); at >= 0 {
		f.drop(at)
		return true
	}
	if !f.filter.Delete(hash) {
		return false
	}
	f.refill(f.filter.group(hash) >> groupTagBits)
	f.refill(f.partner(f.filter.group(hash)))
	return true
}

// refill moves an entry from the stash into a bucket of its own, if one has that
// bucket and it has a free slot.
func (f *Stash) refill(bucket uint64) {
	for at, g := range f.kept {
		if (g>>groupTagBits == bucket || f.partner(g) == bucket) && f.filter.table.Replace(bucket, 0, g&(1<<groupTagBits-1)) {
			f.filter.used++
			f.drop(at)
			return
		}
	}
}

// partner returns the other bucket of a group, the higher one.
func (f *Stash) partner(group uint64) uint64 {
	return f.filter.other(group>>groupTagBits, group&(1<<groupTagBits-1))
}

// drop takes an entry out of the stash.
func (f *Stash) drop(at int) {
	last := len(f.kept) - 1
	f.kept[at] = f.kept[last]
	f.kept = f.kept[:last]
}

// Count implements [variants.Counter].
func (f *Stash) Count(hash uint64) uint64 {
	n, group := f.filter.Count(hash), f.filter.group(hash)
	for _, g := range f.kept {
		if g == group {
			n++
		}
	}
	return n
}

// Used implements [variants.Kicker]: the slots of the table and the entries of the stash.
func (f *Stash) Used() uint64 { return f.filter.used + uint64(len(f.kept)) }

// Side implements [variants.Sider]: the entries of the stash, whose bytes are in the shape.
func (f *Stash) Side() (entries, bytes uint64) { return uint64(len(f.kept)), 0 }

// InsertBatch implements [variants.Batcher].
func (f *Stash) InsertBatch(hashes []uint64) (int, error) {
	return f.filter.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// ContainsBatch implements [variants.Batcher]. Keys that the table does not have are looked
// up in the stash when the table is done with all.
func (f *Stash) ContainsBatch(hashes []uint64, found []bool) int {
	hits := f.filter.ContainsBatch(hashes, found)
	if len(f.kept) == 0 {
		return hits
	}
	for n, h := range hashes {
		if !found[n] && slices.Contains(f.kept, f.filter.group(h)) {
			found[n] = true
			hits++
		}
	}
	return hits
}

// LastKicks implements [variants.Kicker].
func (f *Stash) LastKicks() int { return f.filter.kicks }

// Places implements [variants.Placer].
func (f *Stash) Places(dst []uint64, hash uint64) []uint64 { return f.filter.Places(dst, hash) }

// Shape implements [variants.Filter].
func (f *Stash) Shape() shape.Shape { return f.filter.shape }

// Tables implements [variants.Tabler].
func (f *Stash) Tables() [][]byte { return f.filter.Tables() }
