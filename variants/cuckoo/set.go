package cuckoo

import (
	"filterbench/internal/batch"
	"filterbench/variants"
	"filterbench/variants/shape"
)

// Set is the cuckoo filter with an insert that looks first: if the key's
// fingerprint is already in one of its two buckets, the insert is accepted and
// changes nothing. Any number of copies of a key takes one slot, and a table fills
// with distinct keys as it would without copies.
//
// The price is that the filter can no longer say whose fingerprint it holds. An
// insert is absorbed not only by an earlier copy but, at the rate of false
// positives, by another key of the same group (see addressing). While nothing is
// deleted nothing is lost by that: a group that has accepted a key holds its
// fingerprint, as only a delete takes one out, and so every accepted key is found.
//
// A delete takes the one fingerprint of the group, and with it the answer for all
// its other keys, and for all copies: it loses exactly the keys of that group, and
// the next insert of any of them brings them all back. [theory.CuckooSetLost] and
// [theory.CuckooSetWindowLost] say how many that are. A multiset that deletes keeps
// the copies (cuckoo), counts them (countingcuckoo), or remembers whose they are
// (sidecuckoo).
//
// There is no Count: it would be 1 for any number of copies.
//
// Source: the usual advice on copies; CF.ADDNX of Redis does the same and tells the
// caller of absorbed keys, which it cannot tell from repeated ones either.
type Set struct{ filter *Filter }

var (
	_ variants.Filter  = (*Set)(nil)
	_ variants.Deleter = (*Set)(nil)
	_ variants.Kicker  = (*Set)(nil)
	_ variants.Batcher = (*Set)(nil)
)

// SetConfig says how a cuckoo filter of fingerprints that differ is built.
type SetConfig struct {
	Config // without Alternate, RefuseEarly and Kernel
}

// Shape implements [variants.Config].
func (c SetConfig) Shape() (shape.Shape, error) {
	_, s, err := c.plainGeometry("cuckooset", maxFingerprint, 0, 0)
	return s, err
}

// NewSet makes an empty filter. Its error says which field of the configuration is wrong.
func NewSet(c SetConfig) (*Set, error) {
	base, s, err := c.plainGeometry("cuckooset", maxFingerprint, 0, 0)
	if err != nil {
		return nil, err
	}
	return &Set{newFlat(base, s, s.FingerprintBits)}, nil
}

// Insert implements [variants.Filter]. A key that looks like a member is accepted without a
// trace; any other is inserted as into a cuckoo filter.
func (f *Set) Insert(hash uint64) error {
	if f.filter.Contains(hash) {
		f.filter.kicks = 0
		return nil
	}
	return f.filter.Insert(hash)
}

// Contains implements [variants.Filter].
func (f *Set) Contains(hash uint64) bool { return f.filter.Contains(hash) }

// Delete implements [variants.Deleter]: it takes the fingerprint of the key's group out,
// whoever else relies on it. Afterwards none of the group's keys is found.
func (f *Set) Delete(hash uint64) bool { return f.filter.Delete(hash) }

// LastKicks implements [variants.Kicker].
func (f *Set) LastKicks() int { return f.filter.kicks }

// Used implements [variants.Kicker]: the groups that hold a key.
func (f *Set) Used() uint64 { return f.filter.used }

// Shape implements [variants.Filter].
func (f *Set) Shape() shape.Shape { return f.filter.shape }

// InsertBatch implements [variants.Batcher].
func (f *Set) InsertBatch(hashes []uint64) (int, error) {
	return f.filter.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// ContainsBatch implements [variants.Batcher].
func (f *Set) ContainsBatch(hashes []uint64, found []bool) int {
	return f.filter.ContainsBatch(hashes, found)
}

// Tables implements [variants.Tabler].
func (f *Set) Tables() [][]byte { return f.filter.Tables() }
