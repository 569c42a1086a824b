package variants

import (
	"slices"
	"unsafe"

	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
)

// A table that is built at once needs no order among its keys, and that is worth a
// lot when it is nearly full and larger than the caches: then inserts spend their time
// on walks, of which each step waits for a line of memory that the step before names.
//
//  1. Every key goes to the emptier of its buckets, whose lines are asked for a group
//     ahead. Those for which both are full are put aside, 6 % of them at 95 % load.
//  2. These set out on their walks together, many at a time: each takes one step and
//     asks for the line of its next, and while that comes the others take theirs. A
//     walker that comes to a free slot takes up the next key.
//
// A walker that has made as many kicks as an insert may starts once more from where it
// is, as an insert does, alone and with all kicks; if that is refused, so is the whole.

// abreast is how many walks are under way, in two companies: one steps while the lines
// of the other are on their way.
const abreast = 32

// company is half of the walkers.
type company struct {
	at, tag [abreast / 2]uint64 // the bucket that each comes to, and what it brings
	kicks   [abreast / 2]int    // those of its walk so far
	asked   [abreast / 2]uint64 // where the bucket begins
	n       int                 // how many still walk
}

var _ AllInserter = (*cuckoo)(nil)

// notAtOnce is embedded beside a cuckoo filter by filters that keep more than its table,
// which [cuckoo.InsertAll] would leave out. Of two methods of one name neither is theirs.
type notAtOnce struct{}

// InsertAll is never called.
func (notAtOnce) InsertAll([]uint64) error { panic("variants: a cuckoo filter's InsertAll") }

// InsertAll implements [AllInserter].
func (f *cuckoo) InsertAll(hashes []uint64) error {
	if f.used > 0 {
		_, err := f.InsertBatch(hashes)
		return err
	}
	walk, err := f.walk, ErrFull
	if uint64(len(hashes)) <= f.shape.Cells {
		err = f.fill(hashes)
	}
	if f.kicks = 0; err != nil {
		clear(f.table.Bytes())
		f.used, f.walk = 0, walk
	}
	return err
}

// fill inserts keys into an empty table. After ErrFull it is anyhow.
func (f *cuckoo) fill(hashes []uint64) error {
	if f.flat == nil {
		_, err := f.InsertBatch(hashes)
		return err
	}
	return f.walkAll(f.flat, f.seatAll(f.flat, hashes))
}

// seating is how many keys are seated between looks at the room for those put aside.
const seating = 4096

// seatAll puts every key into one of its buckets that has room, and returns the others.
func (f *cuckoo) seatAll(table *bitpack.Buckets, hashes []uint64) (aside []uint64) {
	for rest := hashes; len(rest) > 0; {
		some := rest[:min(seating, len(rest))]
		rest = rest[len(some):]
		aside = slices.Grow(aside, len(some))
		room := aside[len(aside) : len(aside)+len(some)]
		done, left := 0, 0
		if f.wide != nil {
			done, left = simd.InsertCuckoo(table.Bytes(), f.wide, some, room)
		}
		left += f.seat(table, some[done:], room[left:])
		aside = aside[:len(aside)+left]
	}
	f.used = uint64(len(hashes) - len(aside))
	return aside
}

// seat is [simd.InsertCuckoo] for any table, without wide instructions.
func (f *cuckoo) seat(table *bitpack.Buckets, hashes, aside []uint64) (left int) {
	var groups [2]seats
	at, full := f.addressing, [together]int32{}
	group := func(at int) []uint64 { return hashes[min(at, len(hashes)):min(at+together, len(hashes))] }
	groups[0].find(&at, nil, table, group(0))
	for done := 0; done < len(hashes); done += together {
		groups[(done/together+1)%2].find(&at, nil, table, group(done+together))
		s, n := &groups[done/together%2], len(group(done))
		for _, k := range full[:table.PutEmptier(s.first[:n], s.second[:n], s.tag[:n], full[:])] {
			aside[left] = hashes[done+int(k)]
			left++
		}
	}
	return left
}

// start has walker k set out with a key.
func (c *company) start(k int, at *addressing, table *bitpack.Buckets, hash uint64) {
	c.at[k], c.tag[k] = at.locate(hash)
	c.kicks[k], c.asked[k] = 0, table.Byte(c.at[k])
}

// walkAll inserts keys whose buckets are full.
func (f *cuckoo) walkAll(table *bitpack.Buckets, aside []uint64) error {
	if len(aside) > 0 && len(f.path) == 0 {
		return ErrFull
	}
	var both [2]company
	for side := range both {
		c := &both[side]
		c.n = min(len(c.at), len(aside))
		for k, h := range aside[:c.n] {
			c.start(k, &f.addressing, table, h)
		}
		aside = aside[c.n:]
		c.ask(table)
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

// ask asks for the lines that the walkers come to.
func (c *company) ask(table *bitpack.Buckets) {
	simd.Prefetch(unsafe.Pointer(unsafe.SliceData(table.Bytes())), c.asked[:c.n])
}

// step has each walker of a company take one step. Those that are done take up the
// next keys that are put aside, as long as there are any; it returns the rest of them.
func (f *cuckoo) step(c *company, table *bitpack.Buckets, aside []uint64) ([]uint64, error) {
	at, walk, slots := f.addressing, f.walk, uint64(f.slots)
	for k := 0; k < c.n; k++ {
		walk += hashing.Golden
		old := table.Put(c.at[k], c.tag[k], hashing.Mix(walk)&(slots-1))
		if old != 0 {
			c.at[k], c.tag[k] = at.other(c.at[k], old), old
			c.asked[k] = table.Byte(c.at[k])
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
		c.at[k], c.tag[k], c.kicks[k], c.asked[k] = c.at[c.n], c.tag[c.n], c.kicks[c.n], c.asked[c.n]
		k--
	}
	f.walk = walk
	c.ask(table)
	return aside, nil
}

// again inserts an entry that has been on its way for as many kicks as an insert may
// make, i being the bucket that it came to, as an insert that starts there.
func (f *cuckoo) again(i, tag uint64) error {
	if f.table.Replace(i, 0, tag) || f.table.Replace(f.other(i, tag), 0, tag) {
		f.used++
		return nil
	}
	return f.evict(i, tag)
}
