package variants

import (
	"unsafe"

	"filterbench/internal/hashing"
	"filterbench/internal/simd"
)

// Batch operations go in two phases. For a group of keys the places in the table are
// found and their lines asked for; then the group before is looked at or inserted,
// whose lines have arrived in the meantime. So many lines are on their way at once,
// where a loop over keys has as many as the processor sees ahead.
//
// What is asked for says nothing: keys are looked at and inserted in their order, as
// one by one. In a table that the caches hold there is nothing to wait for, and the
// first phase is left out.

// group is how many keys ask for their lines together. With 32 or 64 lookups in tables
// of 12 MB took longer by a tenth, measured on a Zen 4.
const group = 16

// askedFrom is how many bytes a table has from which on its lines are asked for: where
// it began to be worth its price on a Zen 4 with 1 MiB of second-level cache. Tests
// lower it, and nothing else writes it.
var askedFrom = 2 << 20

// asker asks for the lines of a group of keys. It is nil where lines are near.
type asker func(hashes []uint64)

// look is ContainsBatch in two phases. each looks keys up one after the other, as many
// as it is given, and returns how many are found.
func (ask asker) look(hashes []uint64, found []bool, each func(hashes []uint64, found []bool) int) (hits int) {
	found = found[:len(hashes)]
	if ask == nil || len(hashes) == 0 {
		return each(hashes, found)
	}
	now := min(group, len(hashes))
	ask(hashes[:now])
	for len(hashes) > now {
		next := min(now+group, len(hashes))
		ask(hashes[now:next])
		hits += each(hashes[:now], found[:now])
		hashes, found, now = hashes[now:], found[now:], next-now
	}
	return hits + each(hashes, found)
}

// insert is InsertBatch in two phases. each inserts keys in their order until one is
// refused, and returns how many it accepted.
func (ask asker) insert(hashes []uint64, each func(hashes []uint64) (int, error)) (done int, err error) {
	if ask == nil || len(hashes) == 0 {
		return each(hashes)
	}
	now := min(group, len(hashes))
	ask(hashes[:now])
	for done < len(hashes) {
		next := min(now+group, len(hashes))
		if now < next {
			ask(hashes[now:next])
		}
		n, err := each(hashes[done:now])
		if done += n; err != nil {
			return done, err
		}
		now = next
	}
	return done, nil
}

// askBlocks returns what asks for the lines of keys that have one block each, of so
// many bytes: a line at most.
func askBlocks(words []uint64, blocks, bytes uint64) asker {
	if 8*len(words) < askedFrom {
		return nil
	}
	base := unsafe.Pointer(unsafe.SliceData(words))
	return func(hashes []uint64) {
		var at [group]uint64
		hashes = hashes[:min(group, len(hashes))]
		for n, h := range hashes {
			at[n] = hashing.Reduce(h, blocks) * bytes
		}
		simd.Prefetch(base, at[:len(hashes)])
	}
}
