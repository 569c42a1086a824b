package theory_test

import (
	"fmt"
	"math"
	"testing"

	"filterbench/internal/prob"
	"filterbench/internal/stattest"
	"filterbench/variants/theory"
)

// A filter at its design has Poisson(ln 2) counters. That a counter of 4 bits
// would have to exceed 15 has probability 7.07e-17, and 5.6e-3 and 7.2e-7 are
// the values for 2 and 3 bits. Often quoted is 6.78e-17, the probability of
// exactly 16, and in Fan et al. (2000) the bound (e ln2 / 16)^16 = 1.37e-15.
func TestCounterTailAtTheDesign(t *testing.T) {
	const m = 1 << 40
	n := uint64(math.Round(m * math.Ln2))
	for count, want := range map[uint64]float64{4: 5.561e-3, 8: 7.154e-7, 16: 7.073e-17} {
		near(t, fmt.Sprintf("P(C >= %d)", count), theory.CounterTail(m, n, 1, count), want, 1e-3)
	}
	exactly := theory.CounterTail(m, n, 1, 16) - theory.CounterTail(m, n, 1, 17)
	near(t, "P(C = 16)", exactly, 6.787e-17, 1e-3)
	if bound := math.Pow(math.E*math.Ln2/16, 16); theory.CounterTail(m, n, 1, 16) > bound || bound > 1.38e-15 {
		t.Errorf("the bound %g does not hold", bound)
	}
	stuck := theory.CounterOverflows(m, n, 1, 4) / m
	near(t, "stuck counters over overflown ones", stuck/theory.CounterTail(m, n, 1, 16), 23.1, 5e-3)
}

func TestCounterOverflowsAgainstEnumeration(t *testing.T) {
	for _, c := range []struct{ cells, keys, probes, width int }{{1, 2, 2, 1}, {3, 3, 2, 1}, {3, 2, 3, 2}, {4, 4, 1, 2}, {2, 4, 2, 3}} {
		stuck, all := 0, 0
		outcomes(c.cells, c.keys*c.probes, func(throws []int) {
			counts := make([]int, c.cells)
			for _, cell := range throws {
				counts[cell]++
			}
			for _, count := range counts {
				if count >= 1<<c.width-1 {
					stuck++
				}
			}
			all++
		})
		got := theory.CounterOverflows(uint64(c.cells), uint64(c.keys), c.probes, c.width)
		near(t, fmt.Sprintf("stuck counters of %+v", c), got, float64(stuck)/float64(all), 1e-13)
	}
}

func TestCounterOverflowsAgainstSimulation(t *testing.T) {
	const cells, keys, probes, width, filters = 64, 20, 3, 2, 20_000
	rng := newRand(1)
	stuck := make([]float64, filters)
	for f := range stuck {
		var counts [cells]int
		for range keys * probes {
			counts[rng.IntN(cells)]++
		}
		for _, count := range counts {
			if count >= 3 {
				stuck[f]++
			}
		}
	}
	stattest.Mean(t, stuck, theory.CounterOverflows(cells, keys, probes, width), alarm)
}

func TestCounterTailAtItsEnds(t *testing.T) {
	if got := theory.CounterTail(10, 5, 2, 0); got != 1 {
		t.Errorf("P(C >= 0) = %g", got)
	}
	if got := theory.CounterTail(10, 5, 2, 11); got != 0 {
		t.Errorf("more counts than throws: %g", got)
	}
	if got := theory.CounterTail(1, 5, 2, 10); got != 1 {
		t.Errorf("a single counter counts all: %g", got)
	}
	near(t, "large table", theory.CounterTail(1<<30, 1<<30, 2, 3), prob.PoissonTail(3, 2), 1e-8)
	expectPanic(t, "width 0", func() { theory.CounterOverflows(1, 1, 1, 0) })
	expectPanic(t, "no cells", func() { theory.CounterTail(0, 1, 1, 1) })
}
