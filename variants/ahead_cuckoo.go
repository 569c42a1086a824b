package variants

import (
	"unsafe"

	"filterbench/internal/bitpack"
	"filterbench/internal/simd"
)

// pairs is where a group of keys may lie in a cuckoo filter.
type pairs struct {
	first, second, tag [group]uint64
}

// find locates a group of keys and asks for the lines of their buckets. A bucket is
// stride bits of the table, at most 16 bytes, and is asked for where it begins.
func (p *pairs) find(at *addressing, table []byte, stride uint64, hashes []uint64) {
	hashes = hashes[:min(group, len(hashes))]
	for n, h := range hashes {
		i, tag := at.locate(h)
		p.first[n], p.second[n], p.tag[n] = i, at.other(i, tag), tag
	}
	p.askIn(table, stride, len(hashes))
}

// askIn asks for the lines of the first n keys of the group in a table.
func (p *pairs) askIn(table []byte, stride uint64, n int) {
	var asked [2 * group]uint64
	for at := range min(n, group) {
		asked[2*at], asked[2*at+1] = p.first[at]*stride/8, p.second[at]*stride/8
	}
	simd.Prefetch(unsafe.Pointer(unsafe.SliceData(table)), asked[:2*min(n, group)])
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

// askPairs returns what asks for the two buckets of keys, for operations that locate
// them anew.
func askPairs(at addressing, table []byte, stride uint64) asker {
	if len(table) < askedFrom {
		return nil
	}
	return func(hashes []uint64) {
		var p pairs
		p.find(&at, table, stride, hashes)
	}
}

// insertEach inserts keys one after the other until one is refused.
func (f *cuckoo) insertEach(hashes []uint64) (int, error) {
	for n, h := range hashes {
		if err := f.Insert(h); err != nil {
			return n, err
		}
	}
	return len(hashes), nil
}

// containsSorted is ContainsBatch for sorted buckets, in one phase.
func (f *cuckoo) containsSorted(hashes []uint64, found []bool) (hits int) {
	at, table := f.addressing, f.order
	found = found[:len(hashes)]
	for n, h := range hashes {
		i, tag := at.locate(h)
		ok := table.Has(i, at.other(i, tag), tag)
		found[n] = ok
		if ok {
			hits++
		}
	}
	return hits
}
