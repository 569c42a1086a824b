package filtertest

import (
	"slices"

	"filterbench/variants"
)

// checkAll: what is built at once holds all of its keys, copies too, and forgets them
// one by one; what is refused leaves nothing behind.
func checkAll(s *subject) {
	if _, ok := s.build(200).(variants.AllInserter); !ok {
		return
	}
	r := s.random(14)
	keys := randomHashes(r, 200)
	copies := slices.Concat(keys[:60], keys[:60], keys[:30])
	for _, list := range [][]uint64{nil, keys[:1], keys[:7], keys[:8], keys[:100], keys, copies, slices.Repeat(keys[:1], 40), randomHashes(r, 2000)} {
		s.buildAll(list)
	}
	s.growAll(keys)
}

// buildAll builds a filter from a list of keys.
func (s *subject) buildAll(list []uint64) {
	s.Helper()
	f, fresh := s.build(200), s.build(200)
	switch err := f.(variants.AllInserter).InsertAll(list); {
	case err == nil:
		s.wantAll(f, list)
	case err != variants.ErrFull:
		s.Fatalf("InsertAll of %d keys returned %v, want ErrFull unwrapped", len(list), err)
	case len(list) == 0:
		s.Fatal("InsertAll refused no keys at all")
	}
	// Empty now, in either case.
	if h, ok := f.(variants.Holder); ok && h.Used() != 0 {
		s.Fatalf("after %d keys that were refused or deleted, %d entries are used", len(list), h.Used())
	}
	probes := append(randomHashes(s.random(15), 3000), list...)
	s.wantSame(f, probes, answers(fresh, probes), "empty after %d keys", len(list))
}

// wantAll looks for the keys of a filter that was built from them, and deletes them.
func (s *subject) wantAll(f variants.Filter, list []uint64) {
	s.Helper()
	if k, ok := f.(variants.Kicker); ok && (k.Used() != uint64(len(list)) || k.LastKicks() != 0) {
		s.Fatalf("built from %d keys, %d slots are used and the last kicks are %d", len(list), k.Used(), k.LastKicks())
	}
	times := map[uint64]uint64{}
	for _, h := range list {
		times[h]++
	}
	d, deletes := f.(variants.Deleter)
	for i, h := range list {
		if c, ok := f.(variants.Counter); !f.Contains(h) || ok && c.Count(h) < times[h] {
			s.Fatalf("built from %d keys: number %d, %#x, is held %d times and found %v", len(list), i, h, times[h], f.Contains(h))
		}
		times[h]--
		if deletes && !d.Delete(h) {
			s.Fatalf("built from %d keys: number %d, %#x, cannot be deleted", len(list), i, h)
		}
	}
}

// growAll hands keys to a filter that has some already.
func (s *subject) growAll(keys []uint64) {
	s.Helper()
	f, batch := s.build(200), s.build(200)
	s.fill(f, keys[:3])
	s.fill(batch, keys[:3])
	n, want := batch.(variants.Batcher).InsertBatch(keys[3:])
	if err := f.(variants.AllInserter).InsertAll(keys[3:]); err != want {
		s.Fatalf("InsertAll into a filter that is not empty returned %v, InsertBatch %d and %v", err, n, want)
	}
	probes := append(randomHashes(s.random(15), 3000), keys...)
	s.wantSame(f, probes, answers(batch, probes), "not empty before")
}
