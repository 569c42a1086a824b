package filtertest

import (
	"math"
	"slices"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/families"
)

// Static tests each of the static variants that are named, whose contract is that of
// [variants.Builder]: what [Run] asks of filters that take keys one by one does not fit them.
// Rates are held to 2^-f but for a share of excess, 0 for filters that are exact.
func Static(t *testing.T, table []variants.Family, excess float64, names ...string) {
	seed := seedFor(t)
	for _, name := range names {
		v := Parse(t, table, name)
		t.Run(name, func(t *testing.T) {
			s := &subject{t, v, table, seed}
			checkName(s)
			checkCapabilities(s)
			for _, n := range []int{0, 1, 2, 3, 10, 63, 64, 65, 1000, 70_000} {
				s.checkBuilt(randomHashes(s.random(uint64(n)), n))
			}
			for how, spoil := range degenerate {
				keys := randomHashes(s.random(2), 2000)
				for i, h := range keys {
					keys[i] = spoil(h)
				}
				s.Logf("hash: %s", how)
				s.checkBuilt(keys)
			}
			keys := randomHashes(s.random(3), 5000)
			s.checkBuilt(slices.Concat(keys, keys[:100], keys[:100], keys))
			s.checkReproduced(keys)
			s.checkStaticRate(excess)
		})
	}
}

// built returns a filter of keys, made for so many.
func (s *subject) built(keys []uint64) variants.Filter {
	s.Helper()
	f := s.build(uint64(len(keys)))
	for i, h := range keys {
		if i > 0 && i < len(keys)/2 {
			continue // these go in together
		}
		if err := f.Insert(h); err != nil {
			s.Fatal(err)
		}
	}
	if len(keys) > 2 {
		if n, err := f.(variants.Batcher).InsertBatch(keys[1 : len(keys)/2]); err != nil || n != len(keys[1:len(keys)/2]) {
			s.Fatalf("InsertBatch took %d of %d keys: %v", n, len(keys)/2-1, err)
		}
	}
	if len(keys) > 0 && f.Contains(keys[0]) {
		s.Errorf("Contains is true before Build")
	}
	if err := f.(variants.Builder).Build(); err != nil {
		s.Fatalf("%d keys: %v", len(keys), err)
	}
	return f
}

// checkBuilt: after Build every key is found, nothing more goes in, and one by one and in a
// batch say the same.
func (s *subject) checkBuilt(keys []uint64) {
	s.Helper()
	f := s.built(keys)
	if f.Insert(1) != variants.ErrFull && len(keys) > 0 || f.(variants.Builder).Build() != nil {
		s.Errorf("%d keys: it takes more keys after Build, or fails at a second one", len(keys))
	}
	probes := append(randomHashes(s.random(99), 3000), keys...)
	found := make([]bool, len(probes))
	hits := f.(variants.Batcher).ContainsBatch(probes, found)
	for i, h := range probes {
		if f.Contains(h) != found[i] || i >= 3000 && !found[i] {
			s.Fatalf("%d keys: probe %d: one by one %v, in a batch %v", len(keys), i, f.Contains(h), found[i])
		}
		if found[i] {
			hits--
		}
	}
	if hits != 0 {
		s.Errorf("the count of hits is off by %d", hits)
	}
	if got, want := f.Shape().Bits, f.Shape().Cells*uint64(f.Shape().FingerprintBits); got != want {
		s.Errorf("the shape has %d bits, its cells %d", got, want)
	}
}

// checkReproduced: the same seed gives the same answers, and the order of keys changes none.
func (s *subject) checkReproduced(keys []uint64) {
	probes := randomHashes(s.random(5), 20_000)
	before := answers(s.built(keys), probes)
	s.wantSame(s.built(keys), probes, before, "built again")
	if s.variant.Has(families.Unseeded) {
		return
	}
	other := slices.Clone(keys)
	slices.Reverse(other)
	f := s.built(other)
	for i, h := range keys {
		if !f.Contains(h) {
			s.Fatalf("in the other order key %d is lost", i)
		}
	}
}

// checkStaticRate: an absent key is found with the chance of a random fingerprint.
func (s *subject) checkStaticRate(excess float64) {
	f := s.built(randomHashes(s.random(11), 20_000))
	absent := randomHashes(s.random(12), 2_000_000)
	hits := f.(variants.Batcher).ContainsBatch(absent, make([]bool, len(absent)))
	rate := math.Exp2(-float64(f.Shape().FingerprintBits))
	if excess == 0 {
		stattest.Rate(s, uint64(hits), uint64(len(absent)), rate, Alarm)
		return
	}
	if got, slack := float64(hits)/float64(len(absent)), 5*math.Sqrt(rate/float64(len(absent))); got < rate-slack || got > rate*(1+excess)+slack {
		s.Errorf("the rate is %g, 2^-f is %g", got, rate)
	}
}
