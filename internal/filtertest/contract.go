package filtertest

import (
	"filterbench/variants"
	"filterbench/variants/families"
)

// checkName: the canonical name reads back, and sizes the same filter.
func checkName(s *subject) {
	again, err := variants.ParseIn(s.families, s.variant.String())
	if err != nil {
		s.Fatal(err)
	}
	if again.String() != s.variant.String() {
		s.Errorf("the name reads back as %s", again)
	}
	for _, keys := range []uint64{0, 1, 1000, 1 << 20} {
		a, errA := s.variant.Shape(variants.Size{Keys: keys})
		b, errB := again.Shape(variants.Size{Keys: keys})
		if a != b || errA != nil || errB != nil {
			s.Errorf("for %d keys %+v (%v), read back %+v (%v)", keys, a, errA, b, errB)
		}
	}
}

// checkCapabilities: the family says what the methods say.
func checkCapabilities(s *subject) {
	f := s.build(10)
	has := func(trait families.Traits, method bool) {
		if s.variant.Has(trait) != method {
			s.Errorf("%s: the family says %v, the method set %v", trait, !method, method)
		}
	}
	has(families.Deletes, is[variants.Deleter](f))
	has(families.Counts, is[variants.Counter](f))
	has(families.Kicks, is[variants.Kicker](f))
	has(families.Places, is[variants.Placer](f))
	has(families.Chains, is[variants.Chainer](f))
	has(families.Overflows, is[variants.Overflower](f))
	has(families.Side, is[variants.Sider](f))
	has(families.Batches, is[variants.Batcher](f))
	has(families.Static, is[variants.Builder](f))
	has(families.Ages, is[variants.Ager](f))
	if got := f.Shape().Family; got != s.variant.Name {
		s.Errorf("the shape says family %q", got)
	}
}

func is[T any](f variants.Filter) bool {
	_, ok := f.(T)
	return ok
}

// checkOperations: random operations at sizes around a word, a block and more.
func checkOperations(s *subject) {
	r := s.random(1)
	for _, keys := range []uint64{5, 30, 120} {
		ops := 10 * int(keys)
		for _, pool := range []int{2, int(keys) / 2, 4 * int(keys)} {
			Play(s, s.build(keys), randomOps(r, ops, randomHashes(r, pool)))
		}
	}
}

// degenerate are ways in which a hash can fail to be one.
var degenerate = map[string]func(h uint64) uint64{
	"zero":           func(uint64) uint64 { return 0 },
	"ones":           func(uint64) uint64 { return ^uint64(0) },
	"constant high":  func(h uint64) uint64 { return 0xdeadbeef<<32 | h&0xffffffff },
	"constant low":   func(h uint64) uint64 { return h&^0xffffffff | 0xdeadbeef },
	"two values":     func(h uint64) uint64 { return -(h & 1) },
	"small numbers":  func(h uint64) uint64 { return h & 0xff },
	"few high bits":  func(h uint64) uint64 { return h << 56 },
	"same in halves": func(h uint64) uint64 { return h<<32 | h&0xffffffff },
}

// checkDegenerate: a bad hash costs speed and false positives, never the contract.
func checkDegenerate(s *subject) {
	for name, spoil := range degenerate {
		r := s.random(2)
		pool := randomHashes(r, 300)
		for i, h := range pool {
			pool[i] = spoil(h)
		}
		s.Logf("hash: %s", name)
		Play(s, s.build(100), randomOps(r, 240, pool))
	}
}

// checkTiny: capacities from none to a few, and the same as slots.
func checkTiny(s *subject) {
	r := s.random(3)
	for n := range uint64(9) {
		Play(s, s.build(n), randomOps(r, 100, randomHashes(r, 10)))
		if !s.variant.Has(families.Kicks) || n == 0 {
			continue
		}
		f, err := s.variant.New(variants.Size{Slots: n}, s.seed)
		if err != nil {
			s.Fatal(err)
		}
		if f.Shape().Cells < n {
			s.Errorf("asked for %d slots, got %d", n, f.Shape().Cells)
		}
		Play(s, f, randomOps(r, 100, randomHashes(r, 10)))
	}
}

// checkDeleteRestores: insert and delete of a key leave every answer as it was,
// unless a counter stuck in between.
func checkDeleteRestores(s *subject) {
	if !s.variant.Has(families.Deletes) {
		return
	}
	r := s.random(4)
	f := s.build(300)
	members := s.fill(f, randomHashes(r, 250))
	probes := append(randomHashes(r, 2000), members...)
	clean := 0
	for _, h := range randomHashes(r, 60) {
		if s.variant.Has(families.Absorbs) && f.Contains(h) {
			continue // its delete would take another key's trace
		}
		before, stuck := answers(f, probes), overflows(f)
		if f.Insert(h) != nil {
			continue
		}
		if !f.(variants.Deleter).Delete(h) {
			s.Fatalf("Delete(%#x) is false just after Insert", h)
		}
		if overflows(f) == stuck {
			clean++
			s.wantSame(f, probes, before, "after insert and delete of %#x", h)
		}
	}
	if clean == 0 {
		s.Error("no insert could be undone: the test has shown nothing")
	}
}

// checkDeleteAll: a filter from which everything was deleted is empty.
func checkDeleteAll(s *subject) {
	if !s.variant.Has(families.Deletes) || s.variant.Name == "null" {
		return
	}
	r := s.random(5)
	f := s.build(300)
	members := s.fill(f, randomHashes(r, 200))
	r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	for _, h := range members {
		left := !s.variant.Has(families.Absorbs) || f.Contains(h) // no earlier delete took it along
		if f.(variants.Deleter).Delete(h) != left {
			s.Fatalf("Delete(%#x) of a member is %v", h, !left)
		}
	}
	if k, ok := f.(variants.Kicker); ok && k.Used() != 0 {
		s.Errorf("%d slots are used after all was deleted", k.Used())
	}
	if overflows(f) > 0 {
		return // stuck counters stay
	}
	probes := append(randomHashes(r, 2000), members...)
	s.wantSame(f, probes, make([]bool, len(probes)), "after all was deleted")
}

// overflows returns the number of stuck counters.
func overflows(f variants.Filter) uint64 {
	if o, ok := f.(variants.Overflower); ok {
		return o.Overflows()
	}
	return 0
}

// checkOrder: answers depend on what is held, neither on the order in which it
// was inserted nor on a filter's own random choices. In a filter that grows the
// order decides in which layer a key is.
func checkOrder(s *subject) {
	if s.variant.Has(families.Grows) {
		return
	}
	r := s.random(6)
	hashes := randomHashes(r, 150)
	hashes = append(hashes, hashes[:20]...) // some twice
	a, b := s.buildSeeded(300, 1), s.buildSeeded(300, 2)
	held := s.fill(a, hashes)
	r.Shuffle(len(held), func(i, j int) { held[i], held[j] = held[j], held[i] })
	for _, h := range held {
		if s.variant.Has(families.Absorbs) && !a.Contains(h) {
			continue // gone with a key that b had refused
		}
		// In another order the table may be unable to take a key; then neither
		// filter shall hold it.
		if b.Insert(h) != nil && !a.(variants.Deleter).Delete(h) {
			s.Fatalf("Delete(%#x) of a member is false", h)
		}
	}
	probes := append(randomHashes(r, 20000), hashes...)
	s.wantSame(b, probes, answers(a, probes), "in another order")
}

// checkReproducible: the same seed and operations give the same filter.
func checkReproducible(s *subject) {
	hashes := randomHashes(s.random(7), 500)
	probes := append(randomHashes(s.random(8), 5000), hashes...)
	a, b := s.build(300), s.build(300)
	for _, h := range hashes {
		errA, errB := a.Insert(h), b.Insert(h)
		if errA != errB {
			s.Fatalf("Insert(%#x) is %v and %v", h, errA, errB)
		}
		if k, ok := a.(variants.Kicker); ok && k.LastKicks() != b.(variants.Kicker).LastKicks() {
			s.Fatalf("Insert(%#x) made %d and %d kicks", h, k.LastKicks(), b.(variants.Kicker).LastKicks())
		}
	}
	s.wantSame(b, probes, answers(a, probes), "in a second filter of the same seed")
}
