package variants

import (
	"unsafe"

	"filterbench/internal/bitpack"
	"filterbench/internal/lines"
)

// pairs is where a group of keys may lie in a cuckoo filter.
type pairs struct {
	first, second, tag [group]uint64
}

// find locates a group of keys and asks for the lines of their buckets. A bucket is
// stride bits of the table, at most 16 bytes, and is asked for where it begins.
func (p *pairs) find(at *addressing, table []byte, stride uint64, hashes []uint64) {
	var asked [2 * group]uint64
	hashes = hashes[:min(group, len(hashes))]
	for n, h := range hashes {
		i, tag := at.locate(h)
		j := at.other(i, tag)
		p.first[n], p.second[n], p.tag[n] = i, j, tag
		asked[2*n], asked[2*n+1] = i*stride/8, j*stride/8
	}
	lines.Prefetch(unsafe.Pointer(unsafe.SliceData(table)), asked[:2*len(hashes)])
}

// look looks up the group in a table. found is as long as the group.
func (p *pairs) look(table *bitpack.Buckets, found []bool) (hits int) {
	found = found[:min(group, len(found))]
	for n := range found {
		ok := table.Has(p.first[n], p.second[n], p.tag[n])
		found[n] = ok
		if ok {
			hits++
		}
	}
	return hits
}

// lookFlat is ContainsBatch for the usual table in two phases.
func (f *cuckoo) lookFlat(table *bitpack.Buckets, hashes []uint64, found []bool) (hits int) {
	var ring [2]pairs
	at, stride, turn := f.addressing, table.Stride(), 0
	found = found[:len(hashes)]
	ring[0].find(&at, table.Bytes(), stride, hashes)
	for len(hashes) > group {
		ring[turn^1].find(&at, table.Bytes(), stride, hashes[group:])
		hits += ring[turn].look(table, found)
		hashes, found, turn = hashes[group:], found[group:], turn^1
	}
	return hits + ring[turn].look(table, found)
}
