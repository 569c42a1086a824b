package cuckoo

import (
	"math"

	"filterbench/internal/batch"
	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/shape"
	"filterbench/variants/theory"
)

// Side is a cuckoo filter that holds one fingerprint for each group of keys
// (see addressing), and beside it an exact dictionary of whole hashes for what
// further copies there are:
//
//	insert: fingerprint absent -> filter          else dictionary[hash]++
//	delete: dictionary[hash]-- if it is there     else filter, or the last of the group's in the dictionary
//	lookup: filter
//
// The filter's table fills with distinct keys, whatever their copies, and lookups
// are those of a cuckoo filter. The dictionary takes 12 bytes a place, up to three
// quarters of which are taken: one for each key that is held twice or more, however
// often, and for each key that looked like a member when it came. It sizes itself by
// the copies that there are, not by the capacity: it grows by a quarter where it is full, and
// shrinks where less than three places in eight are taken. [Sider] tells its bytes, the
// shape does not. [theory.SideEntries] and [theory.SideBytes] predict them.
//
// Nothing is lost, and legal deletes are exact. Two things hold at all times:
//
//  1. A group whose keys are held has exactly one fingerprint, and one that holds none has none.
//  2. Of the copies of a group, one is the fingerprint's, and each other is counted
//     in the dictionary under its own hash.
//
// An insert into an empty group makes the fingerprint, whose key is then the owner;
// if it is refused nothing has changed. An insert into a group that holds something
// is counted, be it a further copy or a key that was never seen: here a false
// positive does no harm. A delete of a key that is held finds it in the dictionary,
// or the key owns the fingerprint, as by 2 there is no third place. Then if the
// dictionary has a key of the same group, one copy of that becomes the owner and
// the fingerprint stays; if not, the group is empty and the fingerprint goes. By 1
// a lookup in the filter alone finds every key that is held, and no answer depends
// on who the owner is.
//
// Without that change of owner the dictionary would have keys whose fingerprint is
// gone, and every lookup that the filter denies would have to look there too.
//
// Source: the scheme is folklore; the change of owner, and the argument, are made
// here.
type Side struct {
	filter *Filter
	hashes []uint64 // of the places of the dictionary: open addressing from a place that the group yields
	copies []uint32 // of these; 0 where the place is free
	taken  int      // places with copies
}

var (
	_ variants.Filter  = (*Side)(nil)
	_ variants.Deleter = (*Side)(nil)
	_ variants.Counter = (*Side)(nil)
	_ variants.Kicker  = (*Side)(nil)
	_ variants.Sider   = (*Side)(nil)
	_ variants.Batcher = (*Side)(nil)
)

// SideConfig says how a cuckoo filter with a dictionary is built.
type SideConfig struct {
	Config // without Alternate, RefuseEarly and Kernel
}

// Shape implements [variants.Config].
func (c SideConfig) Shape() (shape.Shape, error) {
	_, s, err := c.plainGeometry("sidecuckoo", maxFingerprint, 0, 0)
	return s, err
}

// NewSide makes an empty filter. Its error says which field of the configuration is wrong.
func NewSide(c SideConfig) (*Side, error) {
	base, s, err := c.plainGeometry("sidecuckoo", maxFingerprint, 0, 0)
	if err != nil {
		return nil, err
	}
	return &Side{filter: newFlat(base, s, s.FingerprintBits)}, nil
}

// Insert implements [variants.Filter]. It refuses only keys that do not look like members,
// when the table has no room, and the copy after the 2^32-th.
func (f *Side) Insert(hash uint64) error {
	if !f.filter.Contains(hash) {
		return f.filter.Insert(hash)
	}
	f.filter.kicks = 0
	return f.add(hash)
}

// Delete implements [variants.Deleter]. Of a key that was inserted it removes a copy of just
// that key; of one that was not and looks like a member, it removes one of its
// group.
func (f *Side) Delete(hash uint64) bool {
	if f.taken == 0 {
		return f.filter.Delete(hash)
	}
	if at := f.find(hash); f.copies[at] != 0 {
		f.take(at)
		return true
	}
	if at, ok := f.sharer(hash); ok {
		f.take(at)
		return true
	}
	return f.filter.Delete(hash)
}

// Count implements [variants.Counter].
func (f *Side) Count(hash uint64) uint64 {
	n := f.filter.Count(hash)
	if f.taken != 0 {
		n += uint64(f.copies[f.find(hash)])
	}
	return n
}

// Side implements [variants.Sider].
func (f *Side) Side() (entries, bytes uint64) {
	return uint64(f.taken), theory.SidePlaceBytes * uint64(len(f.copies))
}

// home returns the place at which the search for a hash begins: one for all of a
// group. There must be places.
func (f *Side) home(hash uint64) int {
	return int(hashing.Reduce(hashing.Mix(f.filter.group(hash)+hashing.Golden), uint64(len(f.copies))))
}

// after returns the place behind one, the first behind the last.
func (f *Side) after(at int) int {
	if at++; at == len(f.copies) {
		return 0
	}
	return at
}

// steps returns how many places lie between one and one that is found from it.
func (f *Side) steps(from, to int) int {
	if to < from {
		to += len(f.copies)
	}
	return to - from
}

// find returns the place of a hash, or the free one where it would go. There must
// be a free place.
func (f *Side) find(hash uint64) int {
	at := f.home(hash)
	for f.copies[at] != 0 && f.hashes[at] != hash {
		at = f.after(at)
	}
	return at
}

// sharer returns the place of a key of the same group. All that have the same home
// lie between it and the next free place.
func (f *Side) sharer(hash uint64) (at int, ok bool) {
	group := f.filter.group(hash)
	for at = f.home(hash); f.copies[at] != 0; at = f.after(at) {
		if f.filter.group(f.hashes[at]) == group {
			return at, true
		}
	}
	return 0, false
}

// add counts a copy, in a place of its own if it is the first in the dictionary.
func (f *Side) add(hash uint64) error {
	if len(f.copies) == 0 {
		f.resize(theory.SidePlaces(1))
	}
	at := f.find(hash)
	switch f.copies[at] {
	case 0:
		if f.taken++; 4*f.taken > 3*len(f.copies) {
			f.resize(theory.SidePlaces(uint64(f.taken)))
			at = f.find(hash)
		}
		f.hashes[at] = hash
	case math.MaxUint32:
		return variants.ErrKeyFull
	}
	f.copies[at]++
	return nil
}

// take removes a copy from a place. If it was the last, those behind that would no
// longer be found are moved up.
func (f *Side) take(at int) {
	if f.copies[at]--; f.copies[at] != 0 {
		return
	}
	f.taken--
	for next := f.after(at); f.copies[next] != 0; next = f.after(next) {
		if f.steps(f.home(f.hashes[next]), next) >= f.steps(at, next) {
			f.hashes[at], f.copies[at] = f.hashes[next], f.copies[next]
			f.copies[next] = 0
			at = next
		}
	}
	if 8*f.taken < 3*len(f.copies) {
		f.resize(theory.SidePlaces(uint64(f.taken + f.taken/5))) // five eighths full, where there are many
	}
}

// resize makes so many places, which must be more than are taken, or none.
func (f *Side) resize(places uint64) {
	if places == uint64(len(f.copies)) {
		return
	}
	hashes, copies := f.hashes, f.copies
	f.hashes, f.copies = make([]uint64, places), make([]uint32, places)
	for i, n := range copies {
		if n != 0 {
			at := f.find(hashes[i])
			f.hashes[at], f.copies[at] = hashes[i], n
		}
	}
}

// InsertBatch implements [variants.Batcher].
func (f *Side) InsertBatch(hashes []uint64) (int, error) {
	return f.filter.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// Contains implements [variants.Filter].
func (f *Side) Contains(hash uint64) bool { return f.filter.Contains(hash) }

// LastKicks implements [variants.Kicker].
func (f *Side) LastKicks() int { return f.filter.kicks }

// Used implements [variants.Kicker].
func (f *Side) Used() uint64 { return f.filter.used }

// Places implements [variants.Placer].
func (f *Side) Places(dst []uint64, hash uint64) []uint64 { return f.filter.Places(dst, hash) }

// Shape implements [variants.Filter].
func (f *Side) Shape() shape.Shape { return f.filter.shape }

// Tables implements [variants.Tabler].
func (f *Side) Tables() [][]byte { return f.filter.Tables() }

// ContainsBatch implements [variants.Batcher].
func (f *Side) ContainsBatch(hashes []uint64, found []bool) int {
	return f.filter.ContainsBatch(hashes, found)
}
