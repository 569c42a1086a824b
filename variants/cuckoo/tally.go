package cuckoo

import (
	"fmt"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/shape"
	"filterbench/variants/theory"
)

// Tally is a cuckoo filter in which a key that has filled a bucket is counted in it. While
// copies are few it is the cuckoo filter. When all b slots of a bucket hold one fingerprint
// and a further copy comes, the bucket becomes a tally:
//
//	slots:   | mark | fingerprint | digit | digit | ...      b + the number that the digits make copies
//
// The mark is the largest number that a slot can hold, which is no fingerprint here: there
// are 2^f-2 of them in place of 2^f-1. That is all that counting costs; no slot is wider. A
// digit is 1 to 2^f-2 and stands for one less, so that no slot of a tally looks empty, and
// lookups compare slots as ever: a digit that equals the fingerprint that is looked for is a
// false positive as likely as that of a slot. With four slots of twelve bits a tally goes to
// 16.7 million copies. When it is full the other bucket of the key does the same, and then a
// copy is refused without a kick.
//
// A tally that is left with b-1 copies becomes b-1 slots again. So a key with r copies takes
// r slots, or b, where it had a bucket to itself, and never refuses a copy for the lack of places.
// Where other keys have slots in both of its buckets, kicks move them out, and if they
// cannot, a copy is refused as in a cuckoo filter.
//
// Kicks leave tallies alone: an entry whose other bucket is one stays where it is, and another
// is tried. Keys with a tally in one of their buckets have only the other, so that a table
// half of which are tallies may refuse other keys.
//
// Nothing is lost: the copies of a group (see addressing) in its slots and tallies are as many
// as its keys' accepted inserts less their deletes, as each insert adds one, each delete takes
// one, a walk moves entries between the two buckets of their group, and a refused one is
// walked back.
//
// Source: decided here, after the counters in the slots of a counting quotient filter
// (Pandey et al., 2017).
type Tally struct {
	filter *Filter
	mark   uint64 // 2^f-1
	digits int    // of a tally
	most   uint64 // largest number that they make
}

// TallyConfig says how a tallying cuckoo filter is built.
type TallyConfig struct {
	Config // without Alternate, RefuseEarly and Kernel; BucketSlots 4 or 8, FingerprintBits 4 or more
}

var (
	_ variants.Filter  = (*Tally)(nil)
	_ variants.Deleter = (*Tally)(nil)
	_ variants.Counter = (*Tally)(nil)
	_ variants.Kicker  = (*Tally)(nil)
	_ variants.Placer  = (*Tally)(nil)
	_ variants.Batcher = (*Tally)(nil)
)

func (c TallyConfig) geometry() (Config, shape.Shape, error) {
	base, s, err := c.plainGeometry("tallycuckoo", maxFingerprint, 0, 0)
	switch {
	case err != nil:
		return base, s, err
	case s.BucketSlots < 4:
		return base, s, fmt.Errorf("BucketSlots %d: must be 4 or 8, for mark, fingerprint and digits", s.BucketSlots)
	case s.FingerprintBits < 4:
		return base, s, fmt.Errorf("FingerprintBits %d: must be from 4 to %d", s.FingerprintBits, maxFingerprint)
	}
	return base, s, nil
}

// Shape implements [variants.Config].
func (c TallyConfig) Shape() (shape.Shape, error) {
	_, s, err := c.geometry()
	return s, err
}

// NewTally makes an empty filter. Its error says which field of the configuration is wrong.
func NewTally(c TallyConfig) (*Tally, error) {
	base, s, err := c.geometry()
	if err != nil {
		return nil, err
	}
	table := bitpack.NewBuckets(s.Cells/uint64(s.BucketSlots), s.BucketSlots, s.FingerprintBits)
	f := &Tally{filter: newOn(&table, base, s), mark: 1<<s.FingerprintBits - 1}
	f.filter.flat = &table
	f.filter.tags = f.mark - 1
	f.digits, f.most = theory.TallyDigits(s.BucketSlots, s.FingerprintBits)
	return f, nil
}

// slot returns the number of a slot of bucket i.
func (f *Tally) slot(i uint64, n int) uint64 { return i*uint64(f.filter.slots) + uint64(n) }

// tallied reports whether a bucket is a tally.
func (f *Tally) tallied(i uint64) bool { return f.filter.flat.Get(f.slot(i, 0)) == f.mark }

// of reports whether a bucket is the tally of a fingerprint.
func (f *Tally) of(i, tag uint64) bool { return f.tallied(i) && f.filter.flat.Get(f.slot(i, 1)) == tag }

// number returns what the digits of a tally make.
func (f *Tally) number(i uint64) (n uint64) {
	for d := f.digits - 1; d >= 0; d-- {
		n = n*f.filter.tags + f.filter.flat.Get(f.slot(i, 2+d)) - 1
	}
	return n
}

// write makes bucket i the tally of a fingerprint. Slots beyond the digits hold the mark.
func (f *Tally) write(i, tag, n uint64) {
	table := f.filter.flat
	table.Swap(f.slot(i, 0), f.mark)
	table.Swap(f.slot(i, 1), tag)
	for s := 2; s < f.filter.slots; s++ {
		digit := f.mark
		if s < 2+f.digits {
			digit = 1 + n%f.filter.tags
			n /= f.filter.tags
		}
		table.Swap(f.slot(i, s), digit)
	}
}

// Insert implements [variants.Filter]. It returns [variants.ErrKeyFull] where both buckets of
// the key are its tallies and full.
func (f *Tally) Insert(hash uint64) error {
	i, tag := f.filter.locate(hash)
	j := f.filter.other(i, tag)
	f.filter.kicks = 0
	full := 0
	for _, bucket := range [2]uint64{i, j} {
		if !f.of(bucket, tag) {
			continue
		}
		if n := f.number(bucket); n < f.most {
			f.write(bucket, tag, n+1)
			return nil
		}
		full++
	}
	if full == 2 {
		return variants.ErrKeyFull
	}
	for _, bucket := range [2]uint64{i, j} {
		if f.filter.flat.Replace(bucket, 0, tag) {
			f.filter.used++
			return nil
		}
		if f.filter.flat.Tally(bucket, tag) == f.filter.slots {
			f.write(bucket, tag, 1)
			return nil
		}
	}
	return f.evict(i, j, tag)
}

// evict inserts an entry, both whose buckets are full.
func (f *Tally) evict(i, j, tag uint64) error {
	at := f.filter
	at.walk += hashing.Golden
	draws := newDraws(at.walk)
	if draws.next(2) == 1 {
		i, j = j, i
	}
	if f.tallied(i) {
		i = j
	}
	if f.tallied(i) { // both are: nothing can be moved
		return variants.ErrFull
	}
	moved := 0
	for at.kicks = 0; at.kicks < len(at.path); {
		at.kicks++
		slot := i*uint64(at.slots) + draws.next(uint64(at.slots))
		old, _ := at.flat.Swap(slot, tag)
		next := at.other(i, old)
		if f.tallied(next) {
			at.flat.Swap(slot, old)
			continue
		}
		at.path[moved] = slot
		moved, tag, i = moved+1, old, next
		if at.flat.Replace(i, 0, tag) {
			at.used++
			return nil
		}
	}
	for n := moved - 1; n >= 0; n-- {
		tag, _ = at.flat.Swap(at.path[n], tag)
	}
	return variants.ErrFull
}

// Contains implements [variants.Filter].
func (f *Tally) Contains(hash uint64) bool { return f.filter.Contains(hash) }

// Delete implements [variants.Deleter]: of a slot if the key has any, else of a tally.
func (f *Tally) Delete(hash uint64) bool {
	i, tag := f.filter.locate(hash)
	buckets := [2]uint64{i, f.filter.other(i, tag)}
	for _, bucket := range buckets {
		if !f.tallied(bucket) && f.filter.flat.Replace(bucket, tag, 0) {
			f.filter.used--
			return true
		}
	}
	for _, bucket := range buckets {
		if f.of(bucket, tag) {
			f.lower(bucket, tag)
			return true
		}
	}
	return false
}

// lower takes one from a tally, which becomes slots again below b copies.
func (f *Tally) lower(i, tag uint64) {
	if n := f.number(i); n > 0 {
		f.write(i, tag, n-1)
		return
	}
	f.filter.flat.Swap(f.slot(i, 0), 0)
	for s := 1; s < f.filter.slots; s++ {
		f.filter.flat.Swap(f.slot(i, s), tag)
	}
	f.filter.used--
}

// Count implements [variants.Counter].
func (f *Tally) Count(hash uint64) (n uint64) {
	i, tag := f.filter.locate(hash)
	for _, bucket := range [2]uint64{i, f.filter.other(i, tag)} {
		switch {
		case f.of(bucket, tag):
			n += uint64(f.filter.slots) + f.number(bucket)
		case !f.tallied(bucket):
			n += uint64(f.filter.flat.Tally(bucket, tag))
		}
	}
	return n
}

// InsertBatch implements [variants.Batcher].
func (f *Tally) InsertBatch(hashes []uint64) (int, error) {
	return f.filter.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// ContainsBatch implements [variants.Batcher].
func (f *Tally) ContainsBatch(hashes []uint64, found []bool) int {
	return f.filter.ContainsBatch(hashes, found)
}

// LastKicks implements [variants.Kicker].
func (f *Tally) LastKicks() int { return f.filter.kicks }

// Used implements [variants.Kicker]: all slots of a tally are.
func (f *Tally) Used() uint64 { return f.filter.used }

// Places implements [variants.Placer].
func (f *Tally) Places(dst []uint64, hash uint64) []uint64 { return f.filter.Places(dst, hash) }

// Shape implements [variants.Filter].
func (f *Tally) Shape() shape.Shape { return f.filter.shape }

// Tables implements [variants.Tabler].
func (f *Tally) Tables() [][]byte { return f.filter.Tables() }
