package cuckoo

import (
	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
)

// candidates is the candidate buckets of a group of keys, and their fingerprints.
type candidates struct {
	first, second, tag [batch.Group]uint64
}

// locate finds the candidate buckets of the keys of a group.
func (c *candidates) locate(at *addressing, hashes []uint64) {
	hashes = hashes[:min(batch.Group, len(hashes))]
	for n, h := range hashes {
		i, tag := at.locate(h)
		c.first[n], c.second[n], c.tag[n] = i, at.other(i, tag), tag
	}
}

// prefetch prefetches the lines of the keys from to end of the group in a table. A
// bucket is stride bits of it, at most 16 bytes, and is prefetched where it begins.
func (c *candidates) prefetch(table []byte, stride uint64, from, end int) {
	var offsets [2 * batch.Group]uint64
	for n := from; n < min(end, batch.Group); n++ {
		offsets[2*n], offsets[2*n+1] = c.first[n]*stride/8, c.second[n]*stride/8
	}
	simd.Prefetch(table, offsets[2*from:2*min(end, batch.Group)])
}

// find locates the keys of a group and prefetches their lines.
func (c *candidates) find(at *addressing, table []byte, stride uint64, hashes []uint64) {
	c.locate(at, hashes)
	c.prefetch(table, stride, 0, len(hashes))
}

// look looks up the group in a table. found is as long as the group.
func (c *candidates) look(table *bitpack.Buckets, found []bool) (hits int) {
	found = found[:min(batch.Group, len(found))]
	for n := range found {
		ok := table.Has(c.first[n], c.second[n], c.tag[n])
		found[n] = ok
		if ok {
			hits++
		}
	}
	return hits
}

// prefetchBuckets prefetches the two buckets of keys, for operations that locate them
// anew.
func prefetchBuckets(at addressing, table []byte, stride uint64) batch.Prefetcher {
	if !batch.Far(len(table)) {
		return nil
	}
	return func(hashes []uint64) {
		var c candidates
		c.find(&at, table, stride, hashes)
	}
}

// InsertBatch implements [variants.Batcher].
func (f *Filter) InsertBatch(hashes []uint64) (int, error) {
	if f.flat != nil {
		return f.insertFlat(f.flat, hashes)
	}
	return f.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// insertFlat is InsertBatch for the usual table: while the keys of a group are
// inserted, the buckets of the next are on their way, and nothing is located twice. In a
// large table that is nearly full scouts go ahead of the walks.
func (f *Filter) insertFlat(table *bitpack.Buckets, hashes []uint64) (int, error) {
	var ring [2]candidates
	if f.scouting(table) {
		return f.insertScouted(table, hashes)
	}
	f.findFlat(&ring[0], table, groupAt(hashes, 0))
	for done := 0; done < len(hashes); done += batch.Group {
		if next := done + batch.Group; next < len(hashes) {
			f.findFlat(&ring[next/batch.Group%2], table, groupAt(hashes, next))
		}
		n, err := f.insertGroup(table, &ring[done/batch.Group%2], len(groupAt(hashes, done)))
		if err != nil {
			return done + n, err
		}
	}
	return len(hashes), nil
}

// groupAt returns the group of keys from position at on, which is none beyond the end.
func groupAt(hashes []uint64, at int) []uint64 {
	return hashes[min(at, len(hashes)):min(at+batch.Group, len(hashes))]
}

// insertGroup inserts the first n keys of a group in their order until one is refused, and
// returns how many were accepted.
func (f *Filter) insertGroup(table *bitpack.Buckets, c *candidates, n int) (int, error) {
	for k := range n {
		f.kicks = 0
		f.walk += hashing.Golden
		i, j, tag := c.first[k], c.second[k], c.tag[k]
		if table.Replace(i, 0, tag) || table.Replace(j, 0, tag) {
			f.used++
		} else if err := f.evict(i, tag); err != nil {
			return k, err
		}
	}
	return n, nil
}

// findFlat is find for the usual table, by the SIMD kernel if there is one.
func (f *Filter) findFlat(c *candidates, table *bitpack.Buckets, group []uint64) {
	if f.kernel == nil {
		c.find(&f.addressing, table.Bytes(), table.Stride(), group)
		return
	}
	done := simd.LocateCuckoo(table.Bytes(), f.kernel, group, c.first[:], c.second[:], c.tag[:])
	if done == len(group) {
		return
	}
	for n := done; n < len(group); n++ {
		i, tag := f.locate(group[n])
		c.first[n], c.second[n], c.tag[n] = i, f.other(i, tag), tag
	}
	c.prefetch(table.Bytes(), table.Stride(), done, len(group))
}

// ContainsBatch implements [variants.Batcher].
func (f *Filter) ContainsBatch(hashes []uint64, found []bool) int {
	found = found[:len(hashes)]
	switch {
	case f.each:
		return f.containsSlots(f.flat, hashes, found)
	case f.flat != nil:
		return f.containsFlat(f.flat, hashes, found)
	}
	at, table, done, hits := f.addressing, f.order, 0, 0
	if f.sorted != nil {
		done, hits = simd.ContainsSorted(table.Bytes(), f.sorted, hashes, found)
	}
	return hits + f.prefetch.Contains(hashes[done:], found[done:], func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool {
			i, tag := at.locate(hash)
			return table.Has(i, at.other(i, tag), tag)
		})
	})
}

// containsSlots is ContainsBatch slot by slot, with the copy that [Filter.containsFlat]
// makes: the loops differ in nothing but the comparison.
func (f *Filter) containsSlots(table *bitpack.Buckets, hashes []uint64, found []bool) int {
	at := f.addressing
	return batch.Contains(hashes, found, func(hash uint64) bool {
		i, tag := at.locate(hash)
		return table.HasEach(i, tag) || table.HasEach(at.other(i, tag), tag)
	})
}

// containsFlat is ContainsBatch for the usual table: found is as long as hashes. A
// call that is not through an interface, and a copy of the addressing that nobody
// else can change, save a tenth of the time of a lookup in a cached table.
func (f *Filter) containsFlat(table *bitpack.Buckets, hashes []uint64, found []bool) (hits int) {
	at, done := f.addressing, 0
	if f.kernel != nil {
		done, hits = simd.ContainsCuckoo(table.Bytes(), f.kernel, hashes, found)
	}
	hashes, found = hashes[done:], found[done:]
	if batch.Far(len(table.Bytes())) {
		return hits + f.lookFlat(table, hashes, found)
	}
	return hits + batch.Contains(hashes, found, func(hash uint64) bool {
		i, tag := at.locate(hash)
		return table.Has(i, at.other(i, tag), tag)
	})
}

// lookFlat is containsFlat in two phases, and locates nothing twice.
func (f *Filter) lookFlat(table *bitpack.Buckets, hashes []uint64, found []bool) (hits int) {
	var ring [2]candidates
	at, stride, turn := f.addressing, table.Stride(), 0
	found = found[:len(hashes)]
	ring[0].find(&at, table.Bytes(), stride, hashes)
	for len(hashes) > batch.Group {
		ring[turn^1].find(&at, table.Bytes(), stride, hashes[batch.Group:])
		hits += ring[turn].look(table, found)
		hashes, found, turn = hashes[batch.Group:], found[batch.Group:], turn^1
	}
	return hits + ring[turn].look(table, found)
}
