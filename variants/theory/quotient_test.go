package theory_test

import (
	"fmt"
	"math"
	"testing"

	"filterbench/variants/theory"
)

// Every set of n keys and every query, by their pairs of quotient and remainder.
func TestQuotientFPRAgainstEnumeration(t *testing.T) {
	for _, c := range []struct{ slots, bits, n int }{{1, 1, 3}, {2, 1, 4}, {3, 1, 3}, {2, 2, 4}, {5, 1, 3}, {3, 2, 2}} {
		positives, all := 0, 0
		outcomes(c.slots<<c.bits, c.n+1, func(keys []int) {
			all++
			for _, key := range keys[1:] {
				if key == keys[0] {
					positives++
					return
				}
			}
		})
		near(t, fmt.Sprintf("%+v", c), theory.QuotientFPR(uint64(c.slots), uint64(c.n), c.bits), float64(positives)/float64(all), 1e-13)
	}
}

// The approximation of the paper holds for large tables, and 2^-r bounds full ones.
func TestQuotientFPRLimits(t *testing.T) {
	const slots = 1 << 20
	for _, load := range []float64{0.1, 0.5, 0.95} {
		n := uint64(load * slots)
		near(t, fmt.Sprintf("load %g", load), theory.QuotientFPR(slots, n, 8), -math.Expm1(-float64(n)/slots/256), 1e-6)
	}
	for bits := 1; bits < 30; bits++ {
		if got := theory.QuotientFPR(64, 64, bits); got > math.Ldexp(1, -bits) {
			t.Errorf("r = %d: a full table has rate %g", bits, got)
		}
	}
	expectPanic(t, "no slots", func() { theory.QuotientFPR(0, 1, 8) })
	expectPanic(t, "no remainder", func() { theory.QuotientFPR(64, 1, 0) })
}

// Slots of n copies, counted on fingers: digits go from 1 to B, and each sequence of
// digits is a number.
func TestQuotientSlots(t *testing.T) {
	for bits := 1; bits <= 6; bits++ {
		n, base := uint64(1), uint64(1)<<bits
		for digits, of := uint64(0), uint64(1); digits < 4; digits, of = digits+1, of*base {
			for range of { // as many as there are sequences
				if got := theory.QuotientSlots(n, bits); got != 1+digits {
					t.Fatalf("r = %d: %d copies take %d slots, want %d", bits, n, got, 1+digits)
				}
				n++
			}
		}
	}
	if got := theory.QuotientSlots(math.MaxUint64, 32); got != 3 {
		t.Errorf("the most copies take %d slots", got)
	}
	expectPanic(t, "no copy", func() { theory.QuotientSlots(0, 8) })
	expectPanic(t, "no remainder", func() { theory.QuotientSlots(1, 0) })
}

// One layer has the bound of a cuckoo filter, and more layers compound it.
func TestCuckooLayersBound(t *testing.T) {
	one := theory.CuckooUnionBoundFPR(4, 10)
	near(t, "one layer", theory.CuckooLayersBoundFPR(4, 10, 1), one, 1e-12)
	near(t, "five layers", theory.CuckooLayersBoundFPR(4, 10, 5), 1-math.Pow(1-one, 5), 1e-12)
	for layers := 1; layers < 40; layers++ {
		keys := uint64(float64(4*1024*layers) * 0.95)
		if rate, bound := theory.CuckooFPR(1024, keys, 8), theory.CuckooLayersBoundFPR(4, 8, layers); rate > bound || rate < 0.9*bound {
			t.Errorf("%d layers at a load of 0.95: rate %g, bound %g", layers, rate, bound)
		}
	}
	expectPanic(t, "no layers", func() { theory.CuckooLayersBoundFPR(4, 8, 0) })
	expectPanic(t, "no slots", func() { theory.CuckooLayersBoundFPR(0, 8, 1) })
}
