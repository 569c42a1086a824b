package theory_test

import (
	"math"
	"testing"

	"filterbench/variants/theory"
)

// TestWindowedFPR: in tiny tables, by going through all ways to store keys. Windows 0 and 1
// of three slots are one pair; of five slots there are two pairs, 0 with 1 and 2 with 3 say,
// and a key is a false positive if it shares pair and fingerprint with a stored one.
func TestWindowedFPR(t *testing.T) {
	for _, c := range []struct{ slots, keys, bits int }{{3, 1, 3}, {3, 2, 3}, {5, 1, 3}, {5, 2, 3}, {5, 3, 3}, {7, 2, 4}} {
		groups := (c.slots - 1) / 2 * (1<<(c.bits-1) - 1) // pairs of windows times fingerprints
		hits, all := 0, 0
		var store func(left int, held map[int]bool)
		store = func(left int, held map[int]bool) {
			if left == 0 {
				hits, all = hits+len(held), all+groups
				return
			}
			for g := range groups {
				had := held[g]
				held[g] = true
				store(left-1, held)
				if !had {
					delete(held, g)
				}
			}
		}
		store(c.keys, map[int]bool{})
		near(t, "rate", theory.WindowedFPR(uint64(c.slots), uint64(c.keys), c.bits), float64(hits)/float64(all), 1e-12)
	}
	expectPanic(t, "two slots", func() { theory.WindowedFPR(2, 1, 8) })
	expectPanic(t, "slots of a bit", func() { theory.WindowedFPR(9, 1, 1) })
}

// TestWindowedSpace: 1.06 (k + 2) bits for a rate of 2^-k, as published, are 9.16 and 12.68
// bits at 1 and 0.1 %. Windows of two slots fill further than buckets of three.
func TestWindowedSpace(t *testing.T) {
	for fpr, want := range map[float64]float64{0.01: 9.16, 0.001: 12.68} {
		if got := theory.WindowedBitsPerKey(fpr, 1/1.06); math.Abs(got-want) > 0.005 {
			t.Errorf("at %g it is %g bits, want %g", fpr, got, want)
		}
	}
	if three, four := theory.LoadThreshold(2, 3), theory.LoadThreshold(2, 4); theory.WindowedThreshold <= three || theory.WindowedThreshold >= four {
		t.Errorf("windows of two slots fill to %g, not between buckets of three, %g, and of four, %g", theory.WindowedThreshold, three, four)
	}
}
