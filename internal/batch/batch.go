package batch

import (
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
)

// Group is how many keys are prefetched together. With 32 or 64 lookups in tables of
// 12 MB took longer by a tenth, measured on a Zen 4.
const Group = 16

// prefetchMin is the size in bytes from which on the lines of a table are prefetched:
// where that began to be worth its price on a Zen 4 with 1 MiB of second-level cache.
var prefetchMin = 2 << 20

// Far reports whether a table of so many bytes is large enough to prefetch its lines.
func Far(bytes int) bool { return bytes >= prefetchMin }

// AlwaysFar has [Far] hold for the smallest of tables until restore is called. It is for
// tests, which could not afford large tables.
func AlwaysFar() (restore func()) {
	before := prefetchMin
	prefetchMin = 0
	return func() { prefetchMin = before }
}

// Prefetcher prefetches the lines of at most [Group] keys. It is nil where the table is
// near.
type Prefetcher func(hashes []uint64)

// Contains looks hashes up group by group. each looks up as many as it is given, and
// returns how many are found. found is at least as long as hashes.
func (p Prefetcher) Contains(hashes []uint64, found []bool, each func(hashes []uint64, found []bool) int) (hits int) {
	found = found[:len(hashes)]
	if p == nil || len(hashes) == 0 {
		return each(hashes, found)
	}
	now := min(Group, len(hashes))
	p(hashes[:now])
	for len(hashes) > now {
		next := min(now+Group, len(hashes))
		p(hashes[now:next])
		hits += each(hashes[:now], found[:now])
		hashes, found, now = hashes[now:], found[now:], next-now
	}
	return hits + each(hashes, found)
}

// Insert inserts hashes group by group. each inserts keys in their order until one is
// refused, and returns how many it accepted.
func (p Prefetcher) Insert(hashes []uint64, each func(hashes []uint64) (int, error)) (done int, err error) {
	if p == nil || len(hashes) == 0 {
		return each(hashes)
	}
	now := min(Group, len(hashes))
	p(hashes[:now])
	for done < len(hashes) {
		next := min(now+Group, len(hashes))
		if now < next {
			p(hashes[now:next])
		}
		n, err := each(hashes[done:now])
		if done += n; err != nil {
			return done, err
		}
		now = next
	}
	return done, nil
}

// Contains sets found[i] to contains(hashes[i]) and returns how many are true. found is
// at least as long as hashes.
func Contains(hashes []uint64, found []bool, contains func(hash uint64) bool) (hits int) {
	found = found[:len(hashes)]
	for i, h := range hashes {
		ok := contains(h)
		found[i] = ok
		if ok {
			hits++
		}
	}
	return hits
}

// Insert inserts hashes in their order until one is refused. It returns how many were
// accepted, and the error of the refusal.
func Insert(hashes []uint64, insert func(hash uint64) error) (int, error) {
	for n, h := range hashes {
		if err := insert(h); err != nil {
			return n, err
		}
	}
	return len(hashes), nil
}

// Blocks returns the prefetcher for a table of count blocks of so many bytes, a cache
// line at most, in which a key has the block that [hashing.Reduce] gives its hash.
func Blocks(words []uint64, count, bytes uint64) Prefetcher {
	if !Far(8 * len(words)) {
		return nil
	}
	return blocks{words, count, bytes}.prefetch
}

// blocks is a table of blocks.
type blocks struct {
	words        []uint64
	count, bytes uint64
}

func (b blocks) prefetch(hashes []uint64) {
	var at [Group]uint64
	hashes = hashes[:min(Group, len(hashes))]
	for n, h := range hashes {
		at[n] = hashing.Reduce(h, b.count) * b.bytes
	}
	simd.Prefetch(b.words, at[:len(hashes)])
}
