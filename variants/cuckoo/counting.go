package cuckoo

import (
	"fmt"
	"math/bits"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/variants"
	"filterbench/variants/shape"
)

// Counting is the cuckoo filter with a counter of w bits beside each
// fingerprint: a further copy of a key raises the counter of the slot that holds
// its fingerprint, in place of taking another slot. A slot costs f+w bits.
// Fingerprints and counters lie in two tables, each packed without gaps, so that a
// lookup reads the same bits as in a cuckoo filter and never a counter.
//
//	slot s:   | f bits of fingerprint s |  ...   | w bits of counter s |      counter + 1 copies
//
// A slot that is in use holds at least one copy, so that its counter stands for 1
// to 2^w. At 2^w it is full, and the next copy takes a second slot with the same
// fingerprint, at the next 2^w a third, up to 2b. A counter that stuck at its
// largest value, as those of the counting Bloom filter do, would accept more, but
// could never be lowered again: the key would stay for good. Here every accepted
// copy can be deleted, and more than 2b 2^w of them are refused.
//
// Copies are raised and lowered in the slot of the group (see addressing) with the
// fewest, so that at most one slot of a group is not full, and r copies take
// ceil(r/2^w) slots, whatever was deleted before.
//
// Nothing is lost: the copies in the slots of a group are as many as its keys'
// accepted inserts less their deletes. An insert adds one, a delete takes one, a
// walk moves fingerprint and counter together within the group's buckets, and a
// refused insert swaps both back. So the fingerprint is there while any key of the
// group is held.
//
// Source: the idea is common; packing and the second slot are decided here.
type Counting struct {
	filter  *Filter
	counted countedBuckets // which is also the table of filter
	most    uint64         // the largest counter, 2^w-1
}

// countedBuckets is a table with a counter to each slot. It keeps a counter in hand
// that goes with the tag that its caller holds: what moves a tag in or out moves
// the counter along.
type countedBuckets struct {
	bitpack.Buckets
	counters bitpack.Counters
	slots    uint64 // of a bucket
	hand     uint64 // counter of the tag that is put in next; 0 between inserts, as a walk ends at an empty slot or where it began
}

var (
	_ variants.Filter  = (*Counting)(nil)
	_ variants.Deleter = (*Counting)(nil)
	_ variants.Counter = (*Counting)(nil)
	_ variants.Kicker  = (*Counting)(nil)
	_ variants.Batcher = (*Counting)(nil)
	_ slotTable        = (*countedBuckets)(nil)
)

// CountingConfig says how a counting cuckoo filter is built.
type CountingConfig struct {
	Config          // without Alternate, RefuseEarly and Kernel
	CounterBits int // w, of a slot's counter: 2, 4 or 8; 0 for 4
}

func (c CountingConfig) geometry() (Config, shape.Shape, error) {
	w := c.CounterBits
	if w == 0 {
		w = 4
	}
	if w != 2 && w != 4 && w != 8 {
		return Config{}, shape.Shape{}, fmt.Errorf("CounterBits %d: must be 2, 4 or 8", w)
	}
	base, s, err := c.Config.plainGeometry("countingcuckoo", maxFingerprint, w, 0)
	if err != nil {
		return base, shape.Shape{}, err
	}
	s.CounterBits = w
	return base, s, err
}

// Shape implements [variants.Config].
func (c CountingConfig) Shape() (shape.Shape, error) {
	_, s, err := c.geometry()
	return s, err
}

// NewCounting makes an empty filter. Its error says which field of the configuration is
// wrong.
func NewCounting(c CountingConfig) (*Counting, error) {
	base, s, err := c.geometry()
	if err != nil {
		return nil, err
	}
	slots := uint64(s.BucketSlots)
	f := &Counting{
		counted: countedBuckets{
			Buckets:  bitpack.NewBuckets(s.Cells/slots, s.BucketSlots, s.FingerprintBits),
			counters: bitpack.NewCounters(s.Cells, s.CounterBits),
			slots:    slots,
		},
		most: 1<<s.CounterBits - 1,
	}
	f.filter = newOn(&f.counted, base, s)
	if base.kernelAllowed(s) {
		f.filter.kernel = f.filter.kernelOn(&f.counted.Buckets)
	}
	return f, nil
}

// Replace puts tag, and the counter in hand, into the first empty slot of bucket i.
// old must be 0, which is all that an insert asks for.
func (t *countedBuckets) Replace(i, old, tag uint64) bool {
	if old != 0 {
		panic("variants: Replace of a counted table fills empty slots only")
	}
	if t.hand == 0 { // as the counter of an empty slot
		return t.Buckets.Replace(i, 0, tag)
	}
	free := t.Places(i, 0)
	if free == 0 {
		return false
	}
	t.Swap(i*t.slots+uint64(bits.TrailingZeros64(free)), tag)
	return true
}

// Swap puts tag, and the counter in hand, into a slot, and takes in hand what was
// there.
func (t *countedBuckets) Swap(slot, tag uint64) (old, at uint64) {
	count := t.counters.Get(slot)
	t.counters.Set(slot, t.hand)
	t.hand = count
	return t.Buckets.Swap(slot, tag)
}

// Insert implements [variants.Filter]. A slot with the key's fingerprint and room in its
// counter takes the copy; else it is inserted as into a cuckoo filter.
func (f *Counting) Insert(hash uint64) error {
	if slot, count, ok := f.fewest(hash); ok && count < f.most {
		f.counted.counters.Set(slot, count+1)
		f.filter.kicks = 0
		return nil
	}
	return f.filter.Insert(hash) // with an empty hand, which is one copy
}

// fewest returns, of the slots that hold the key's fingerprint, the one with the
// smallest counter, and false if there is none.
func (f *Counting) fewest(hash uint64) (slot, count uint64, ok bool) {
	i, tag := f.filter.locate(hash)
	for range 2 {
		for places := f.counted.Places(i, tag); places != 0; places &= places - 1 {
			s := i*f.counted.slots + uint64(bits.TrailingZeros64(places))
			if c := f.counted.counters.Get(s); !ok || c < count {
				slot, count, ok = s, c, true
			}
		}
		i = f.filter.other(i, tag)
	}
	return slot, count, ok
}

// Contains implements [variants.Filter]. It reads no counter.
func (f *Counting) Contains(hash uint64) bool {
	i, tag := f.filter.locate(hash)
	return f.counted.Has(i, f.filter.other(i, tag), tag)
}

// Delete implements [variants.Deleter]: one copy less in the slot that has fewest, which is
// empty after its last.
func (f *Counting) Delete(hash uint64) bool {
	slot, count, ok := f.fewest(hash)
	switch {
	case !ok:
		return false
	case count > 0:
		f.counted.counters.Set(slot, count-1)
	default:
		f.counted.Buckets.Swap(slot, 0)
		f.filter.used--
	}
	return true
}

// Count implements [variants.Counter]: the copies in all slots that hold the key's
// fingerprint.
func (f *Counting) Count(hash uint64) (n uint64) {
	i, tag := f.filter.locate(hash)
	for range 2 {
		for places := f.counted.Places(i, tag); places != 0; places &= places - 1 {
			n += 1 + f.counted.counters.Get(i*f.counted.slots+uint64(bits.TrailingZeros64(places)))
		}
		i = f.filter.other(i, tag)
	}
	return n
}

// InsertBatch implements [variants.Batcher].
func (f *Counting) InsertBatch(hashes []uint64) (int, error) {
	return f.filter.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// ContainsBatch implements [variants.Batcher].
func (f *Counting) ContainsBatch(hashes []uint64, found []bool) int {
	return f.filter.containsFlat(&f.counted.Buckets, hashes, found[:len(hashes)])
}

// LastKicks implements [variants.Kicker].
func (f *Counting) LastKicks() int { return f.filter.kicks }

// Used implements [variants.Kicker].
func (f *Counting) Used() uint64 { return f.filter.used }

// Places implements [variants.Placer].
func (f *Counting) Places(dst []uint64, hash uint64) []uint64 { return f.filter.Places(dst, hash) }

// Shape implements [variants.Filter].
func (f *Counting) Shape() shape.Shape { return f.filter.shape }

// Tables implements [variants.Tabler].
func (f *Counting) Tables() [][]byte { return f.filter.Tables() }
