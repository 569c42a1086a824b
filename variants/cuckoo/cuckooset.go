package cuckoo

import (
	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/variants"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// cuckooset is the cuckoo filter with an insert that looks first: if the key's
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
type cuckooset struct{ of cuckoo }

var (
	_ variants.Filter  = (*cuckooset)(nil)
	_ variants.Deleter = (*cuckooset)(nil)
	_ variants.Kicker  = (*cuckooset)(nil)
	_ variants.Batcher = (*cuckooset)(nil)
)

func newCuckooset(v spec.Values, shape theory.Shape, seed uint64) variants.Filter {
	return &cuckooset{*cuckooFlat(v, shape, seed)}
}

// cuckooFlat returns an empty cuckoo filter on the usual table.
func cuckooFlat(v spec.Values, shape theory.Shape, seed uint64) *cuckoo {
	table := bitpack.NewBuckets(shape.Cells/uint64(shape.BucketSlots), shape.BucketSlots, shape.FingerprintBits)
	return cuckooOn(&table, v, shape, seed)
}

// Insert implements [variants.Filter]. A key that looks like a member is accepted without a
// trace; any other is inserted as into a cuckoo filter.
func (f *cuckooset) Insert(hash uint64) error {
	if f.of.Contains(hash) {
		f.of.kicks = 0
		return nil
	}
	return f.of.Insert(hash)
}

// Contains implements [variants.Filter].
func (f *cuckooset) Contains(hash uint64) bool { return f.of.Contains(hash) }

// Delete implements [variants.Deleter]: it takes the fingerprint of the key's group out,
// whoever else relies on it. Afterwards none of the group's keys is found.
func (f *cuckooset) Delete(hash uint64) bool { return f.of.Delete(hash) }

// LastKicks implements [variants.Kicker].
func (f *cuckooset) LastKicks() int { return f.of.kicks }

// Used implements [variants.Kicker]: the groups that hold a key.
func (f *cuckooset) Used() uint64 { return f.of.used }

// Shape implements [variants.Filter].
func (f *cuckooset) Shape() theory.Shape { return f.of.shape }

// InsertBatch implements [variants.Batcher].
func (f *cuckooset) InsertBatch(hashes []uint64) (int, error) {
	return f.of.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// ContainsBatch implements [variants.Batcher].
func (f *cuckooset) ContainsBatch(hashes []uint64, found []bool) int {
	return f.of.ContainsBatch(hashes, found)
}
