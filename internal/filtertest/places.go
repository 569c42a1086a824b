package filtertest

import (
	"slices"

	"filterbench/variants"
	"filterbench/variants/families"
)

// checkPlaces: the places of a key are buckets of the table, as many for each key,
// and the same whatever the filter holds; and where a table has slots, an empty one
// takes as many copies of a key as the slots of its different places, unless copies
// share a slot or go elsewhere.
func checkPlaces(s *subject) {
	if !s.variant.Has(families.Places) {
		return
	}
	r := s.random(13)
	for _, keys := range []uint64{1, 40, 500} {
		f := s.build(keys)
		placer, shape := f.(variants.Placer), f.Shape()
		slots := uint64(max(1, shape.BucketSlots))
		hashes := randomHashes(r, 200)
		before := make([][]uint64, len(hashes))
		for i, h := range hashes {
			before[i] = placer.Places(nil, h)
			if len(before[i]) != len(before[0]) || slices.Max(before[i]) >= shape.Cells/slots {
				s.Fatalf("places of %#x are %v, of %#x %v, in a table of %d", h, before[i], hashes[0], before[0], shape.Cells/slots)
			}
		}
		s.fill(f, hashes)
		for i, h := range hashes {
			if after := placer.Places([]uint64{7}, h); after[0] != 7 || !slices.Equal(after[1:], before[i]) {
				s.Fatalf("places of %#x were %v, are %v after a 7", h, before[i], after)
			}
		}
		if s.variant.Has(families.Kicks) && !s.variant.HasAny(families.Shares|families.Side) && shape.PairCopies == 0 {
			s.checkReach(keys, hashes[:20])
		}
	}
}

// checkReach fills empty tables with copies of one key each.
func (s *subject) checkReach(keys uint64, hashes []uint64) {
	s.Helper()
	for _, h := range hashes {
		f := s.build(keys)
		places := f.(variants.Placer).Places(nil, h)
		slices.Sort(places)
		want := len(slices.Compact(places)) * f.Shape().BucketSlots
		got := 0
		for got <= want && f.Insert(h) == nil {
			got++
		}
		if got != want {
			s.Fatalf("an empty table for %d keys took %d copies of %#x; its places have %d slots", keys, got, h, want)
		}
	}
}

// checkChains: the lengths of the chains are of all chains and of all entries, and
// no chain that they do not count is named by a place.
func checkChains(s *subject) {
	if !s.variant.Has(families.Chains) {
		return
	}
	f := s.build(100)
	hashes := randomHashes(s.random(14), 300)
	check := func(entries int) {
		s.Helper()
		chains, held := uint64(0), 0
		for size, n := range f.(variants.Chainer).Lengths() {
			chains += n
			held += size * int(n)
		}
		if chains != f.Shape().Cells || held != entries {
			s.Fatalf("%d chains hold %d entries; want %d and %d", chains, held, f.Shape().Cells, entries)
		}
	}
	check(0)
	for i, h := range hashes {
		f.Insert(h)
		check(i + 1)
	}
	for i, h := range hashes {
		f.(variants.Deleter).Delete(h)
		check(len(hashes) - i - 1)
	}
	if last := len(f.(variants.Chainer).Lengths()); last != 1 {
		s.Errorf("empty chains have lengths up to %d", last-1)
	}
}
