package variants

import (
	"unsafe"

	"filterbench/internal/bitpack"
	"filterbench/internal/simd"
)

// together is how many keys ask for their buckets before the first of them is inserted.
const together = 16

// seats is where a group of keys may lie.
type seats struct {
	first, second, tag [together]uint64
}

// find locates the keys of a group and asks for the lines of their buckets.
func (s *seats) find(at *addressing, wide *simd.Cuckoo, table *bitpack.Buckets, group []uint64) {
	done := 0
	if wide != nil {
		if done = simd.LocateCuckoo(table.Bytes(), wide, group, s.first[:], s.second[:], s.tag[:]); done == len(group) {
			return
		}
	}
	var asked [2 * together]uint64
	for n := done; n < len(group); n++ {
		h := group[n]
		i, tag := at.locate(h)
		j := at.other(i, tag)
		s.first[n], s.second[n], s.tag[n] = i, j, tag
		asked[2*n], asked[2*n+1] = table.Byte(i), table.Byte(j)
	}
	simd.Prefetch(unsafe.Pointer(unsafe.SliceData(table.Bytes())), asked[2*done:2*len(group)])
}

// insertFlat is InsertBatch for the usual table: while the keys of a group are
// inserted, the buckets of the next are on their way.
func (f *cuckoo) insertFlat(table *bitpack.Buckets, hashes []uint64) (int, error) {
	var groups [2]seats
	group := func(at int) []uint64 { return hashes[at:min(at+together, len(hashes))] }
	groups[0].find(&f.addressing, f.wide, table, group(0))
	for done := 0; done < len(hashes); done += together {
		if next := done + together; next < len(hashes) {
			groups[next/together%2].find(&f.addressing, f.wide, table, group(next))
		}
		s := &groups[done/together%2]
		for n := range group(done) {
			f.kicks = 0
			i, j, tag := s.first[n], s.second[n], s.tag[n]
			if table.Replace(i, 0, tag) || table.Replace(j, 0, tag) {
				f.used++
			} else if err := f.evict(i, tag); err != nil {
				return done + n, err
			}
		}
	}
	return len(hashes), nil
}
