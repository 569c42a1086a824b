package cuckoo

import (
	"slices"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants"
)

// A table that is built at once needs no order among its keys, and that is worth a
// lot when it is nearly full and larger than the caches: then inserts spend their time
// on walks, of which each step waits for a line of memory that the step before names.
//
//  1. Every key goes to the emptier of its buckets, whose lines are prefetched a group
//     ahead. Those for which both are full are put aside, 6 % of them at 95 % load.
//  2. These set out on their walks together, many at a time: each takes one step and
//     prefetches the line of its next, and while that comes the others take theirs. A
//     walker that comes to a free slot takes up the next key.
//
// A walker that has made as many kicks as an insert may starts once more from where it
// is, as an insert does, alone and with all kicks; if that is refused, so is the whole.

// inFlight is how many walks are under way, in two halves: one steps while the lines of
// the other are on their way.
const inFlight = 32

// walks is half of the walks under way.
type walks struct {
	at, tag [inFlight / 2]uint64 // the bucket that each comes to, and what it brings
	kicks   [inFlight / 2]int    // those of its walk so far
	offset  [inFlight / 2]uint64 // where the bucket begins
	n       int                  // how many still walk
}

var _ variants.AllInserter = (*Filter)(nil)

// InsertAll implements [variants.AllInserter].
func (f *Filter) InsertAll(hashes []uint64) error {
	if f.used > 0 {
		_, err := f.InsertBatch(hashes)
		return err
	}
	walk := f.walk
	fits := uint64(len(hashes)) <= f.shape.Cells && f.fill(hashes) == nil
	if f.kicks = 0; !fits {
		clear(f.table.Bytes())
		f.used, f.walk = 0, walk
		return variants.ErrFull
	}
	return nil
}

// fill inserts keys into an empty table, which is left in any state after an error.
func (f *Filter) fill(hashes []uint64) error {
	if f.flat == nil {
		_, err := f.InsertBatch(hashes)
		return err
	}
	return f.walkAll(f.flat, f.placeAll(f.flat, hashes))
}

// placeChunk is how many keys are placed between looks at the room for those put aside.
const placeChunk = 4096

// placeAll puts every key into one of its buckets that has room, and returns the others.
func (f *Filter) placeAll(table *bitpack.Buckets, hashes []uint64) (aside []uint64) {
	for rest := hashes; len(rest) > 0; {
		some := rest[:min(placeChunk, len(rest))]
		rest = rest[len(some):]
		aside = slices.Grow(aside, len(some))
		room := aside[len(aside) : len(aside)+len(some)]
		done, left := 0, 0
		if f.kernel != nil {
			done, left = simd.InsertCuckoo(table.Bytes(), f.kernel, some, room)
		}
		left += f.place(table, some[done:], room[left:])
		aside = aside[:len(aside)+left]
	}
	f.used = uint64(len(hashes) - len(aside))
	return aside
}

// place is [simd.InsertCuckoo] for any table, in plain Go.
func (f *Filter) place(table *bitpack.Buckets, hashes, aside []uint64) (left int) {
	var ring [2]candidates
	at, full := f.addressing, [batch.Group]int32{}
	group := func(at int) []uint64 { return hashes[min(at, len(hashes)):min(at+batch.Group, len(hashes))] }
	ring[0].find(&at, table.Bytes(), table.Stride(), group(0))
	for done := 0; done < len(hashes); done += batch.Group {
		ring[(done/batch.Group+1)%2].find(&at, table.Bytes(), table.Stride(), group(done+batch.Group))
		c, n := &ring[done/batch.Group%2], len(group(done))
		for _, k := range full[:table.PutEmptier(c.first[:n], c.second[:n], c.tag[:n], full[:])] {
			aside[left] = hashes[done+int(k)]
			left++
		}
	}
	return left
}

// start has walker k set out with a key.
func (c *walks) start(k int, at *addressing, table *bitpack.Buckets, hash uint64) {
	c.at[k], c.tag[k] = at.locate(hash)
	c.kicks[k], c.offset[k] = 0, table.Byte(c.at[k])
}

// walkAll inserts keys whose buckets are full.
func (f *Filter) walkAll(table *bitpack.Buckets, aside []uint64) error {
	if len(aside) > 0 && len(f.path) == 0 {
		return variants.ErrFull
	}
	var both [2]walks
	for side := range both {
		c := &both[side]
		c.n = min(len(c.at), len(aside))
		for k, h := range aside[:c.n] {
			c.start(k, &f.addressing, table, h)
		}
		aside = aside[c.n:]
		c.prefetch(table)
	}
	var err error
	for both[0].n+both[1].n > 0 {
		for side := range both {
			if aside, err = f.step(&both[side], table, aside); err != nil {
				return err
			}
		}
	}
	return nil
}

// prefetch prefetches the lines that the walks come to.
func (c *walks) prefetch(table *bitpack.Buckets) {
	simd.Prefetch(table.Bytes(), c.offset[:c.n])
}

// step has each walk of a half take one step. Those that are done take up the
// next keys that are put aside, as long as there are any; it returns the rest of them.
func (f *Filter) step(c *walks, table *bitpack.Buckets, aside []uint64) ([]uint64, error) {
	at, walk, slots := f.addressing, f.walk, uint64(f.slots)
	for k := 0; k < c.n; k++ {
		walk += hashing.Golden
		old := table.Put(c.at[k], c.tag[k], hashing.Mix(walk)&(slots-1))
		if old != 0 {
			c.at[k], c.tag[k] = at.other(c.at[k], old), old
			c.offset[k] = table.Byte(c.at[k])
			if c.kicks[k]++; c.kicks[k] < len(f.path) {
				continue
			}
			f.walk = walk
			if err := f.again(c.at[k], old); err != nil {
				return nil, err
			}
			walk = f.walk
			f.used-- // counted twice
		}
		if f.used++; len(aside) > 0 {
			c.start(k, &at, table, aside[0])
			aside = aside[1:]
			continue
		}
		c.n--
		c.at[k], c.tag[k], c.kicks[k], c.offset[k] = c.at[c.n], c.tag[c.n], c.kicks[c.n], c.offset[c.n]
		k--
	}
	f.walk = walk
	c.prefetch(table)
	return aside, nil
}

// again inserts an entry that has been on its way for as many kicks as an insert may
// make, i being the bucket that it came to, as an insert that starts there.
func (f *Filter) again(i, tag uint64) error {
	if f.table.Replace(i, 0, tag) || f.table.Replace(f.other(i, tag), 0, tag) {
		f.used++
		return nil
	}
	f.walk += hashing.Golden
	return f.evict(i, tag)
}
