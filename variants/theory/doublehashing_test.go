package theory

import (
	"math"
	"math/rand/v2"
	"testing"

	"filterbench/internal/stattest"
)

// Every way in which two keys can lie and one be asked, counted: a filter of eight
// bits, three probes.
func TestDoubleHashingByEnumeration(t *testing.T) {
	const cells, probes = 8, 3
	for _, c := range []struct {
		steps Steps
		legal func(y uint64) bool
	}{
		{AnyStep, func(uint64) bool { return true }},
		{OddStep, func(y uint64) bool { return y%2 == 1 }},
		{EvenStep, func(y uint64) bool { return y%2 == 0 }},
	} {
		var masks []uint8
		for x := range uint64(cells) {
			for y := range uint64(cells) {
				if !c.legal(y) {
					continue
				}
				mask := uint8(0)
				for i := range uint64(probes) {
					mask |= 1 << ((x + i*y) % cells)
				}
				masks = append(masks, mask)
			}
		}
		positives, all := 0, 0
		for _, a := range masks {
			for _, b := range masks {
				for _, query := range masks {
					all++
					if query&^(a|b) == 0 {
						positives++
					}
				}
			}
		}
		if got, want := DoubleHashingFPR(cells, 2, probes, c.steps), float64(positives)/float64(all); math.Abs(got-want) > 1e-14 {
			t.Errorf("steps %d: %.15g, want %.15g", c.steps, got, want)
		}
	}
}

// With one probe there is nothing to derive, and of two the second is uniform whatever
// the first is.
func TestDoubleHashingOfFewProbes(t *testing.T) {
	for probes := 1; probes <= 2; probes++ {
		if got, want := DoubleHashingFPR(256, 30, probes, AnyStep), BloomExactFPR(256, 30, probes); math.Abs(got/want-1) > 1e-10 {
			t.Errorf("%d probes: %.15g, want %.15g", probes, got, want)
		}
	}
}

// What double hashing costs in blocks of 512 bits at the probes that are best there:
// two significant figures of what simulations of others gave, and the exact value.
func TestCostOfDoubleHashingInBlocks(t *testing.T) {
	for _, c := range []struct {
		bits          float64
		any, odd      float64 // simulated by others, relative to independent probes
		anyRate, rate float64 // simulated by others: with double hashing, and without
	}{
		{10, 1.22, 1.15, 1.169e-2, 9.665e-3},
		{16, 3.6, 2.4, 2.94e-3, 8.44e-4},
		{20, 11, 6.2, 2.11e-3, 1.978e-4},
	} {
		k := BlockedOptimalProbes(c.bits, 512)
		plain := BlockedLimitFPR(c.bits, k, 512)
		double, odd := BlockedDoubleFPR(c.bits, k, 512, AnyStep), BlockedDoubleFPR(c.bits, k, 512, OddStep)
		if math.Abs(plain/c.rate-1) > 0.005 || math.Abs(double/c.anyRate-1) > 0.02 {
			t.Errorf("%g bits per key: rates %.4g and %.4g, want %.4g and %.4g", c.bits, plain, double, c.rate, c.anyRate)
		}
		if math.Abs(double/plain/c.any-1) > 0.05 || math.Abs(odd/plain/c.odd-1) > 0.05 {
			t.Errorf("%g bits per key: %.3f times and with odd steps %.3f times, want %g and %g", c.bits, double/plain, odd/plain, c.any, c.odd)
		}
	}
}

// The cost vanishes with the size of the circle.
func TestCostOfDoubleHashingVanishes(t *testing.T) {
	last := math.Inf(1)
	for cells := uint64(64); cells <= 2048; cells *= 2 {
		excess := DoubleHashingFPR(cells, cells/10, 7, AnyStep)/BloomExactFPR(cells, cells/10, 7) - 1
		if !(excess > 0 && excess < last) {
			t.Errorf("%d bits: an excess of %.4g after %.4g", cells, excess, last)
		}
		last = excess
	}
}

// The formula against filters of 128 bits with random positions, by its own generator.
func TestDoubleHashingIsMeasured(t *testing.T) {
	const cells, keys, probes, queries = 128, 12, 6, 200
	r := rand.New(rand.NewPCG(21, 1))
	course := func(set bool, bits *[cells]bool, odd bool) bool {
		x, y := r.Uint64N(cells), r.Uint64N(cells)
		if odd {
			y |= 1
		}
		for range probes {
			if set {
				bits[x] = true
			} else if !bits[x] {
				return false
			}
			x = (x + y) % cells
		}
		return true
	}
	for _, odd := range []bool{false, true} {
		var rates []float64
		for range 10_000 {
			var bits [cells]bool
			for range keys {
				course(true, &bits, odd)
			}
			hits := 0.0
			for range queries {
				if course(false, &bits, odd) {
					hits++
				}
			}
			rates = append(rates, hits/queries)
		}
		steps := AnyStep
		if odd {
			steps = OddStep
		}
		stattest.Mean(t, rates, DoubleHashingFPR(cells, keys, probes, steps), 1e-6)
	}
}
