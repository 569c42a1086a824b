package filtertest

import (
	"runtime"

	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// manyCopies stands for any number of copies.
const manyCopies = 5000

// checkCopies: an otherwise empty filter holds as many copies of a key as theory
// says, and does with one more what theory says.
func checkCopies(s *subject) {
	limit, ok := theory.HighestMultiplicity(s.build(100).Shape())
	if !ok {
		return
	}
	r := s.random(13)
	for range 10 {
		hash := r.Uint64()
		if s.oneBucket(hash) {
			continue
		}
		held := min(limit.Held, manyCopies)
		for _, n := range []uint64{1, held/2 + 1, held} {
			if left := s.copiesLeft(hash, n, n); left {
				s.Errorf("%d copies of %#x were inserted and deleted, and it is still found", n, hash)
			}
			if n > 1 && !s.copiesLeft(hash, n, n-1) {
				s.Errorf("%d copies of %#x were inserted, and it is gone after %d deletes", n, hash, n-1)
			}
		}
		if limit.Held < manyCopies {
			s.checkOneTooMany(hash, limit)
		}
	}
}

// oneBucket reports whether both buckets of a key are the same, in a filter where that
// happens: it then counts what is there twice, and holds fewer copies.
func (s *subject) oneBucket(hash uint64) bool {
	s.Helper()
	f := s.build(100)
	counter, ok := f.(variants.Counter)
	return ok && f.Insert(hash) == nil && counter.Count(hash) > 1
}

// copiesLeft inserts copies of a key, deletes some, and returns whether it is
// found.
func (s *subject) copiesLeft(hash, inserts, deletes uint64) bool {
	s.Helper()
	f := s.build(100)
	for i := range inserts {
		if err := f.Insert(hash); err != nil {
			s.Fatalf("copy %d of %#x: %v", i+1, hash, err)
		}
	}
	for i := range deletes {
		if !f.(variants.Deleter).Delete(hash) {
			s.Fatalf("delete %d of %d copies of %#x is false", i+1, inserts, hash)
		}
	}
	return f.Contains(hash)
}

// checkOneTooMany: the copy after the last that is held is refused, or it is
// accepted and spoils the count one way or the other.
func (s *subject) checkOneTooMany(hash uint64, limit theory.Copies) {
	s.Helper()
	f := s.build(100)
	for range limit.Held {
		f.Insert(hash)
	}
	if err := f.Insert(hash); (err != nil) != limit.Refuses {
		s.Fatalf("after %d copies of %#x Insert returns %v", limit.Held, hash, err)
	}
	if limit.Refuses {
		return
	}
	deletes := uint64(0)
	for deletes < 2*limit.Held && f.Contains(hash) && f.(variants.Deleter).Delete(hash) {
		deletes++
	}
	if deletes == limit.Held+1 {
		s.Errorf("%d copies of %#x were told apart, theory says %d", deletes, hash, limit.Held)
	}
}

// checkSide: what a filter keeps outside of its table is gone when all is deleted,
// and the bytes that it states are those that inserts left on the heap.
func checkSide(s *subject) {
	if !s.variant.Has(families.Side) {
		return
	}
	r := s.random(14)
	f := s.build(4000)
	hashes := randomHashes(r, 3000)
	for i := range hashes[:2000] { // two of three keys four times
		hashes = append(hashes, hashes[i], hashes[i], hashes[i])
	}
	if entries, bytes := f.(variants.Sider).Side(); entries != 0 || bytes != 0 {
		s.Errorf("an empty filter has %d entries of %d bytes outside of its table", entries, bytes)
	}
	members := make([]uint64, 0, len(hashes))
	allocated := keptBy(func() {
		for _, h := range hashes {
			if f.Insert(h) == nil {
				members = append(members, h)
			}
		}
	})
	runtime.KeepAlive(hashes)
	entries, bytes := f.(variants.Sider).Side()
	if entries == 0 || s.variant.Has(families.Allocates) && bytes < 8*entries || !s.variant.Has(families.Allocates) && bytes > 0 {
		s.Errorf("%d entries outside of the table take %d bytes", entries, bytes)
	}
	// What the runtime keeps beside may come or go: half of the smallest dictionary here.
	if least, most := bytes-min(bytes, 1<<13), bytes+bytes/4+1<<14; allocated < least || allocated > most {
		s.Errorf("%d bytes outside of the table are stated, %d are on the heap, want %d to %d", bytes, allocated, least, most)
	}
	for _, h := range members {
		f.(variants.Deleter).Delete(h)
	}
	if entries, _ := f.(variants.Sider).Side(); entries != 0 {
		s.Errorf("%d entries are outside of the table after all was deleted", entries)
	}
}
