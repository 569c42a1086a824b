package filtertest

import (
	"slices"

	"filterbench/variants"
)

// checkBatch: batch operations do what single ones do, refusals included.
func checkBatch(s *subject) {
	f := s.build(200)
	if _, ok := f.(variants.Batcher); !ok {
		return
	}
	r := s.random(10)
	single := s.build(200)
	hashes := randomHashes(r, 350) // more than a table of slots holds
	for start := 0; start < len(hashes); {
		end := min(len(hashes), start+r.IntN(50))
		start += s.insertBoth(f, single, hashes[start:end])
	}
	probes := append(randomHashes(r, 3000), hashes...)
	s.wantSame(f, probes, answers(single, probes), "inserted in batches")
	for _, size := range []int{0, 1, 2, 31, 32, 33, len(probes)} {
		s.lookupBoth(f, probes[:size])
	}
	s.wantShortPanic(f)
	s.wantTyped(f, probes)
}

// wantTyped looks that a loop in which the type is known finds as many keys as calls of the
// interface, and not those of another type that its own contains.
func (s *subject) wantTyped(f variants.Filter, keys []uint64) {
	s.Helper()
	typed, ok := f.(variants.Typed)
	if !ok {
		return
	}
	const seed = 7
	for _, key := range keys[:100] {
		f.Insert(variants.HashUint64(key, seed)) // a refusal is no fault here
	}
	want := 0
	for _, key := range keys {
		if f.Contains(variants.HashUint64(key, seed)) {
			want++
		}
	}
	if n := typed.ContainsEach(keys, seed); n != want {
		s.Errorf("ContainsEach of %d keys counts %d, Contains %d", len(keys), n, want)
	}
}

// insertBoth inserts a batch into f and its keys one by one into single, and
// returns how many keys of the batch are dealt with: a refused key is skipped.
func (s *subject) insertBoth(f, single variants.Filter, batch []uint64) (done int) {
	s.Helper()
	n, err := f.(variants.Batcher).InsertBatch(batch)
	for _, h := range batch[:n] {
		if err := single.Insert(h); err != nil {
			s.Fatalf("InsertBatch accepted %#x, Insert says %v", h, err)
		}
	}
	if n < len(batch) {
		if alone := single.Insert(batch[n]); alone != err || !refused(err) {
			s.Fatalf("InsertBatch stopped at key %d of %d with %v, Insert with %v", n, len(batch), err, alone)
		}
		n++
	} else if err != nil {
		s.Fatalf("InsertBatch accepted all and returned %v", err)
	}
	if k, ok := f.(variants.Kicker); ok && len(batch) > 0 && k.LastKicks() != single.(variants.Kicker).LastKicks() {
		s.Fatalf("the last insert made %d kicks in the batch, %d alone", k.LastKicks(), single.(variants.Kicker).LastKicks())
	}
	return n
}

// lookupBoth compares ContainsBatch with Contains, and looks that it writes no
// further than it should.
func (s *subject) lookupBoth(f variants.Filter, hashes []uint64) {
	s.Helper()
	want := answers(f, hashes)
	hits := 0
	for _, found := range want {
		if found {
			hits++
		}
	}
	for _, fresh := range []bool{false, true} { // whatever was there before
		found := slices.Repeat([]bool{fresh}, len(hashes)+3)
		if n := f.(variants.Batcher).ContainsBatch(hashes, found); n != hits {
			s.Fatalf("ContainsBatch of %d keys counts %d, Contains %d", len(hashes), n, hits)
		}
		if i, differ := firstDifference(want, found); differ {
			s.Fatalf("ContainsBatch says %v of %#x, Contains %v", found[i], hashes[i], want[i])
		}
		if slices.Contains(found[len(hashes):], !fresh) {
			s.Fatalf("ContainsBatch of %d keys wrote beyond its answers", len(hashes))
		}
	}
}

// wantShortPanic looks that too short a slice for the answers is a panic.
func (s *subject) wantShortPanic(f variants.Filter) {
	s.Helper()
	defer func() {
		if recover() == nil {
			s.Error("ContainsBatch took two keys with room for one answer")
		}
	}()
	f.(variants.Batcher).ContainsBatch([]uint64{1, 2}, make([]bool, 1))
}
