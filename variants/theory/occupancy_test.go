package theory

import (
	"math"
	"testing"
)

// A leap of t throws is t single throws.
func TestThrowsAreSingleThrows(t *testing.T) {
	for _, cells := range []uint64{1, 2, 5, 64, 1000} {
		for _, throws := range []uint64{0, 1, 2, 3, 7, 64, 100, 1000} {
			leap, steps := newCoverage(cells, 9), newCoverage(cells, 9)
			leap.throws(throws)
			for range throws {
				steps.throw()
			}
			for r := range leap.hit {
				if math.Abs(leap.hit[r]-steps.hit[r]) > 1e-13*steps.hit[r] {
					t.Errorf("%d cells, %d throws, %d given: leap %g, steps %g", cells, throws, r, leap.hit[r], steps.hit[r])
				}
			}
		}
	}
}

// For up to two cells inclusion and exclusion is short: 1-q1 and 1-2q1+q2, with
// qr = (1-r/m)^t. Three cells in three throws are hit in 3! ways of m^3, which no
// difference of numbers near 1 could tell from 0.
func TestCoverageClosedForms(t *testing.T) {
	const cells = 1 << 40
	c := newCoverage(cells, 3)
	c.throws(3)
	if want := 6 / math.Pow(cells, 3); math.Abs(c.hit[3]-want) > 1e-14*want {
		t.Errorf("three throws: %g, want %g", c.hit[3], want)
	}
	c = newCoverage(50, 3)
	c.throws(40)
	q1, q2 := math.Pow(49./50, 40), math.Pow(48./50, 40)
	for r, want := range []float64{1, 1 - q1, 1 - 2*q1 + q2} {
		if math.Abs(c.hit[r]-want) > 1e-14 {
			t.Errorf("%d cells hit: %.17g, want %.17g", r, c.hit[r], want)
		}
	}
}

// The distribution of distinct probes adds up to 1 and has the mean
// m (1 - (1-1/m)^k); with one cell there is one.
func TestDistinctProbes(t *testing.T) {
	for _, cells := range []uint64{1, 2, 3, 10, 512, 1e9, 1e12} {
		for _, probes := range []int{1, 2, 7, 40} {
			sum, mean := 0.0, 0.0
			for d, p := range distinctProbes(cells, probes) {
				if p < 0 || uint64(d) > cells {
					t.Errorf("%d cells: P(%d distinct) = %g", cells, d, p)
				}
				sum, mean = sum+p, mean+p*float64(d)
			}
			m := float64(cells)
			want := -m * math.Expm1(float64(probes)*math.Log1p(-1/m))
			if math.Abs(sum-1) > 1e-13 || math.Abs(mean-want) > 1e-9*want {
				t.Errorf("%d cells, %d probes: sum %g, mean %g, want 1, %g", cells, probes, sum, mean, want)
			}
		}
	}
}

// Bisection finds the last digit of a root.
func TestBisect(t *testing.T) {
	if got := bisect(0, 4, func(x float64) bool { return x*x >= 2 }); math.Abs(got-math.Sqrt2) > 1e-15 {
		t.Errorf("root of 2 = %.17g", got)
	}
}
