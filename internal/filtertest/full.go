package filtertest

import (
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// checkFull: a refused insert is reported as ErrFull itself, costs no more kicks
// than allowed, and changes neither an answer nor the number of used slots. The
// table is overfilled by random keys, then by copies of one key.
func checkFull(s *subject) {
	if s.variant.Has(families.Refuses) {
		s.fillBeyond()
		return
	}
	if !s.variant.Has(families.Kicks) {
		s.fill(s.build(50), randomHashes(s.random(9), 1000)) // fails if any is refused
		return
	}
	r := s.random(9)
	for _, slots := range []uint64{1, 16, 64} {
		f, err := s.variant.New(variants.Size{Slots: slots}, s.seed)
		if err != nil {
			s.Fatal(err)
		}
		layers := max(1, min(fewLayers, f.Shape().LayersMost))
		hashes := randomHashes(r, 3*layers*int(f.Shape().Cells)+f.Shape().Stash)
		if s.overfill(f, hashes, r.Uint64()) == 0 && !s.roomForAll(f.Shape()) {
			s.Errorf("%d slots took %d keys: nothing was refused", f.Shape().Cells, len(hashes))
		}
		copies := make([]uint64, 40)
		for i := range copies {
			copies[i] = hashes[0]
		}
		limit, ok := theory.HighestMultiplicity(f.Shape())
		limited := !ok || limit.Refuses && limit.Held < uint64(len(copies))
		if refused := s.overfill(f, copies, r.Uint64()); limited && refused == 0 {
			s.Errorf("%d copies of a key were all accepted: nothing was refused", len(copies))
		}
	}
}

// fewLayers is the number of layers that are overfilled.
const fewLayers = 3

// fillBeyond overfills a filter that does not tell its kicks: a refusal may change no
// answer all the same.
func (s *subject) fillBeyond() {
	f, err := s.variant.New(variants.Size{Slots: 64}, s.seed)
	if err != nil {
		s.Fatal(err)
	}
	hashes := randomHashes(s.random(9), 3*int(f.Shape().Cells))
	probes := append(randomHashes(s.random(13), 300), hashes...)
	before, refused := answers(f, probes), 0
	for _, h := range hashes {
		if f.Insert(h) == nil {
			before = answers(f, probes)
			continue
		}
		refused++
		s.wantSame(f, probes, before, "after the refused insert of %#x", h)
	}
	if refused == 0 {
		s.Errorf("%d slots took %d keys: nothing was refused", f.Shape().Cells, len(hashes))
	}
}

// roomForAll reports whether a table may hold any number of keys, as copies share slots,
// and there are no more fingerprints than a pair of buckets has slots. Or it has more
// layers than are filled here.
func (s *subject) roomForAll(shape theory.Shape) bool {
	if shape.LayersMost > fewLayers {
		return true
	}
	return (s.variant.HasAny(families.Shares | families.Absorbs)) && 1<<shape.FingerprintBits-1 <= 2*shape.BucketSlots
}

// kicks returns how many entries an insert may move. Redis calls them iterations.
func (s *subject) kicks() int {
	return max(s.variant.Values.Int("kicks"), s.variant.Values.Int("iterations"))
}

// overfill inserts hashes and returns how many were refused, checking each refusal.
func (s *subject) overfill(f variants.Filter, hashes []uint64, probeSeed uint64) (refused int) {
	s.Helper()
	kicker := f.(variants.Kicker)
	limit := s.kicks()
	probes := append(randomHashes((&subject{seed: probeSeed}).random(0), 300), hashes...)
	before := answers(f, probes)
	for _, h := range hashes {
		used, found := kicker.Used(), f.Contains(h)
		err := f.Insert(h)
		if kicks := kicker.LastKicks(); kicks < 0 || kicks > limit {
			s.Fatalf("Insert(%#x) made %d kicks, allowed are 0 to %d", h, kicks, limit)
		}
		if err == nil {
			s.checkTaken(h, found, kicker.Used()-used, kicker.LastKicks())
			before = answers(f, probes)
			continue
		}
		refused++
		s.checkRefusal(f, h, err, used)
		s.wantSame(f, probes, before, "after the refused insert of %#x", h)
	}
	return refused
}

// checkTaken checks by how much the used slots went up with an accepted insert: by
// one, but that a key that was found before may not need a slot, and takes none
// where it is absorbed. Where no slot is taken nothing is moved.
func (s *subject) checkTaken(hash uint64, found bool, slots uint64, kicks int) {
	s.Helper()
	least, most := uint64(1), uint64(1)
	if found && (s.variant.HasAny(families.Shares | families.Absorbs)) {
		least = 0
	}
	if found && s.variant.Has(families.Absorbs) {
		most = 0
	}
	if slots < least || slots > most {
		s.Fatalf("Insert(%#x) took %d slots, want %d to %d", hash, int64(slots), least, most)
	}
	if slots == 0 && kicks != 0 {
		s.Fatalf("Insert(%#x) took no slot and made %d kicks", hash, kicks)
	}
}

// checkRefusal checks what a refused Insert says and counts.
func (s *subject) checkRefusal(f variants.Filter, hash uint64, err error, used uint64) {
	s.Helper()
	kicker, limit := f.(variants.Kicker), s.kicks()
	if !refused(err) {
		s.Fatalf("Insert(%#x) returned %v, want ErrFull or ErrKeyFull unwrapped", hash, err)
	}
	if kicker.Used() != used {
		s.Fatalf("the refused Insert(%#x) took the used slots from %d to %d", hash, used, kicker.Used())
	}
	shape := f.Shape()
	early := s.variant.Values.Text("refuse") == families.RefuseEarly
	if full := early && f.(variants.Counter).Count(hash) == 2*uint64(shape.BucketSlots); full != (err == variants.ErrKeyFull) {
		s.Fatalf("Insert(%#x) returned %v; that the key has all its places is %v", hash, err, full)
	}
	switch {
	case err == variants.ErrKeyFull && kicker.LastKicks() == 0:
		return
	case kicker.LastKicks() != 0:
	case shape.Links > 0 && f.Contains(hash):
		return // the end of a chain
	case s.variant.Values.Int("iterations") > 0 && shape.Layers == shape.LayersMost:
		return // a filter of Redis with all its layers looks no further
	}
	if kicker.LastKicks() != limit {
		s.Fatalf("Insert(%#x) gave up after %d kicks, allowed are %d", hash, kicker.LastKicks(), limit)
	}
}
