package cuckoo

import (
	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
)

// Each kick of a walk waits for a line of memory that the kick before names, and one walk
// must end before the next begins, as inserts take effect in their order. In a table beyond
// the caches that wait is nearly all that inserts take once it is 80 % full.
//
// So scouts go ahead: of the keys that come soon, each whose buckets are both full sends one
// along the way that its walk would take if it began now. Scouts change nothing. Many are
// under way, and take a step in turn, so that many lines are on their way at once. When
// the key is inserted, the lines of its walk are in the cache. Where a walk before
// has changed what its scout saw, it goes another way, and only waits longer.

const (
	scouted    = 8  // groups of keys that scouts of are under way
	scoutSteps = 64 // of a scout at most: few walks are longer in a table that takes more keys
)

// scouting reports whether scouts are worth their way: on a Zen 5 with 1 MiB of second-level
// cache and 32 MiB of third-level cache, shared with others, from tables of 6 to 8 MiB on, and from a
// load of three quarters.
func (f *Filter) scouting(table *bitpack.Buckets) bool {
	return batch.Far(len(table.Bytes())/4) && 4*f.used > 3*f.shape.Cells
}

// scouts are those of a group of keys. They come to buckets, whose lines are on their way.
type scouts struct {
	bucket [batch.Group]uint64
	draws  [batch.Group]draws
	offset [batch.Group]uint64 // where the buckets begin
	n      int                 // how many are under way
}

// insertScouted is insertFlat with scouts.
func (f *Filter) insertScouted(table *bitpack.Buckets, hashes []uint64) (int, error) {
	var ring [scouted]candidates
	var ahead [scouted]scouts
	first := f.walk
	for at := 0; at < len(hashes)+(scouted-1)*batch.Group; at += batch.Group {
		if located := groupAt(hashes, at); len(located) > 0 {
			f.findFlat(&ring[at/batch.Group%scouted], table, located)
		}
		if last := at - batch.Group; last >= 0 && last < len(hashes) {
			turn := last / batch.Group % scouted
			f.sendOut(&ahead[turn], table, &ring[turn], len(groupAt(hashes, last)), first+uint64(last)*hashing.Golden)
		}
		done := at - (scouted-1)*batch.Group
		if done < 0 {
			continue
		}
		turn := done / batch.Group % scouted
		for steps := 0; ahead[turn].n > 0 && steps < scoutSteps; steps++ {
			for k := range ahead {
				f.stepAhead(&ahead[k], table)
			}
		}
		n, err := f.insertGroup(table, &ring[turn], len(groupAt(hashes, done)))
		if err != nil {
			return done + n, err
		}
	}
	return len(hashes), nil
}

// sendOut sends scouts of the first n keys of a group, walk being that of the insert before
// them.
func (f *Filter) sendOut(s *scouts, table *bitpack.Buckets, c *candidates, n int, walk uint64) {
	s.n = 0
	for k := range n {
		walk += hashing.Golden
		i, j := c.first[k], c.second[k]
		if table.Peek(i, 0) == 0 || table.Peek(j, 0) == 0 {
			continue
		}
		draws := newDraws(walk)
		if draws.next(2) == 1 {
			i = j
		}
		s.bucket[s.n], s.draws[s.n] = i, draws
		s.n++
	}
	f.stepAhead(s, table)
}

// stepAhead has each scout of a group look at its bucket and go to the next. Those that come
// to a free slot are there.
func (f *Filter) stepAhead(s *scouts, table *bitpack.Buckets) {
	left := 0
	for k := range s.n {
		i, draws := s.bucket[k], s.draws[k]
		tag := table.Peek(i, draws.next(uint64(f.slots)))
		if tag == 0 {
			continue
		}
		i = f.other(i, tag&f.tags)
		s.bucket[left], s.draws[left], s.offset[left] = i, draws, table.Byte(i)
		left++
	}
	s.n = left
	simd.Prefetch(table.Bytes(), s.offset[:left])
}
