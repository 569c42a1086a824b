package theory

import (
	"math"
	"testing"
)

// TestAgePartitioned holds the recursion against the numbers of the authors' table, which
// others use as the constants of their tests.
func TestAgePartitioned(t *testing.T) {
	for _, c := range []struct {
		k, l int
		want float64
	}{{4, 3, 0.100586}, {5, 7, 0.101603}, {7, 5, 0.011232}, {8, 8, 0.010244}, {10, 7, 0.001211}, {11, 9, 0.000918}, {14, 11, 0.000099}} {
		if got := agePartitioned(c.k, c.l, true); math.Abs(got-c.want) > 5e-7 {
			t.Errorf("(%d, %d): %.7f, want %.6f", c.k, c.l, got, c.want)
		}
	}
	if got := AgePartitionedFPR(10, 7); math.Abs(got-1.47e-3) > 5e-6 {
		t.Errorf("with slices as they fill: %.6f, want 0.00147", got)
	}
}

// TestAgePartitionedEnumerated counts all fillings of few slices.
func TestAgePartitionedEnumerated(t *testing.T) {
	const k, l = 3, 4
	want := 0.0
	for set := range 1 << (k + l) {
		odds := 1.0
		for i := range k + l {
			fill := math.Min(0.5, 1-math.Pow(2, -float64(i+1)/k))
			if set>>i&1 == 0 {
				fill = 1 - fill
			}
			odds *= fill
		}
		if set&(set>>1)&(set>>2) != 0 {
			want += odds
		}
	}
	if got := AgePartitionedFPR(k, l); math.Abs(got-want) > 1e-15 {
		t.Errorf("%v, by enumeration %v", got, want)
	}
}

// TestStableLosses: published numbers of cells for a million and 1 %.
func TestStableLosses(t *testing.T) {
	for top, want := range map[int]float64{1: 10.9, 3: 35.6} {
		if got := StableLosses(1e6, 3, top, 0.01); math.Abs(got-want) > 0.05 {
			t.Errorf("top %d: %.2f, want %.1f", top, got, want)
		}
	}
}

// TestRing: one generation with nothing new is a Bloom filter, and a full one doubles it.
func TestRing(t *testing.T) {
	f := BloomExactFPR(10000, 1000, 7)
	for part, want := range map[float64]float64{0: f, 1: 1 - (1-f)*(1-f)} {
		if got := RingFPR(10000, 1000, 7, 1, part); math.Abs(got-want) > 1e-12 {
			t.Errorf("with %g of the newest: %v, want %v", part, got, want)
		}
	}
}
