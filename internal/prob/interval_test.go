package prob_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"filterbench/internal/prob"
	"filterbench/internal/stattest"
)

// Values that are often printed, in per cent, to the digits printed.
func TestClopperPearsonKnownValues(t *testing.T) {
	for _, c := range []struct {
		x, n   uint64
		lo, hi float64
	}{
		{0, 1000, 0, 0.368}, {3, 1000, 0.062, 0.874}, {10, 1000, 0.481, 1.831}, {100, 10_000, 0.814, 1.215},
		{0, 10, 0, 30.850}, {5, 10, 18.709, 81.291}, {10, 10, 69.150, 100},
	} {
		lo, hi := prob.ClopperPearson(c.x, c.n, 0.95)
		if math.Abs(100*lo-c.lo) > 5e-4 || math.Abs(100*hi-c.hi) > 5e-4 {
			t.Errorf("%d/%d: (%.4f, %.4f) %%, want (%.3f, %.3f) %%", c.x, c.n, 100*lo, 100*hi, c.lo, c.hi)
		}
	}
}

// The ends solve the defining equations, up to rates of 1e-10 in 1e10 trials.
func TestClopperPearsonSolvesItsEquations(t *testing.T) {
	for _, c := range [][2]uint64{
		{1, 2}, {1, 7}, {3, 7}, {1, 1000}, {10, 1000}, {333, 1000}, {1, 1_000_000}, {333_333, 1_000_000},
		{1, 1e10}, {2, 1e10}, {3, 1e10}, {10, 1e10}, {1000, 1e10}, {100_000, 1e10},
	} {
		for _, confidence := range []float64{0.5, 0.95, 0.999999} {
			lo, hi := prob.ClopperPearson(c[0], c[1], confidence)
			_, upper := prob.BinomialTails(c[0], c[1], lo)
			lower, _ := prob.BinomialTails(c[0], c[1], hi)
			near(t, "P(X >= x | lo)", upper, (1-confidence)/2, 1e-9)
			near(t, "P(X <= x | hi)", lower, (1-confidence)/2, 1e-9)
		}
	}
}

// Exchanging hits and misses mirrors the interval, up to the digits that a number
// near 1 has left.
func TestClopperPearsonIsSymmetric(t *testing.T) {
	for _, c := range [][2]uint64{{0, 0}, {0, 1}, {1, 2}, {3, 10}, {10, 1_000_000}, {0, 1e10}, {1, 1e10}, {10, 1e10}} {
		lo, hi := prob.ClopperPearson(c[0], c[1], 0.95)
		mirroredLo, mirroredHi := prob.ClopperPearson(c[1]-c[0], c[1], 0.95)
		if math.Abs(1-mirroredHi-lo) > 5e-15 || math.Abs(1-mirroredLo-hi) > 5e-15 {
			t.Errorf("%d/%d: misses in [%g, %g], hits in [%g, %g]", c[0], c[1], 1-mirroredHi, 1-mirroredLo, lo, hi)
		}
	}
}

// With no hit, and with nothing but hits, the ends have closed forms; elsewhere
// the inverse incomplete beta function is a witness while n is small.
func TestClopperPearsonAgainstClosedForms(t *testing.T) {
	for _, n := range []uint64{1, 5, 1000, 1_000_000, 10_000_000_000} {
		_, hi := prob.ClopperPearson(0, n, 0.95)
		near(t, "hi of 0/n", hi, -math.Expm1(math.Log(0.025)/float64(n)), 1e-12)
	}
	for _, n := range []uint64{1, 5, 1000, 1_000_000} {
		lo, _ := prob.ClopperPearson(n, n, 0.95)
		near(t, "lo of n/n", lo, math.Exp(math.Log(0.025)/float64(n)), 1e-12)
	}
	for _, c := range [][2]uint64{{1, 3}, {3, 1000}, {250, 1000}, {999, 1000}} {
		lo, hi := prob.ClopperPearson(c[0], c[1], 0.95)
		x, n := float64(c[0]), float64(c[1])
		near(t, "lo", lo, mathext.InvRegIncBeta(x, n-x+1, 0.025), 1e-9)
		near(t, "hi", hi, mathext.InvRegIncBeta(x+1, n-x, 0.975), 1e-9)
	}
}

func TestClopperPearsonOfNothing(t *testing.T) {
	if lo, hi := prob.ClopperPearson(0, 0, 0.95); lo != 0 || hi != 1 {
		t.Errorf("no trials: (%g, %g), want (0, 1)", lo, hi)
	}
}

// coverage returns the exact probabilities that the 95 % interval lies below,
// around and above p.
func coverage(n uint64, p float64) (below, around, above float64) {
	for x := range n + 1 {
		lo, hi := prob.ClopperPearson(x, n, 0.95)
		switch w := prob.BinomialPMF(x, n, p); {
		case hi < p:
			below += w
		case lo > p:
			above += w
		default:
			around += w
		}
	}
	return below, around, above
}

// The interval is never short of its confidence, on either side, and for a p just
// outside of an end it is as tight as it can be: 2.5 % missed.
func TestClopperPearsonCoverage(t *testing.T) {
	for p := 0.001; p < 1; p += 0.0237 {
		below, around, above := coverage(120, p)
		if below > 0.025 || above > 0.025 || around < 0.95 {
			t.Errorf("p = %g: missed below with %g, above with %g", p, below, above)
		}
	}
	lo, hi := prob.ClopperPearson(9, 120, 0.95)
	_, _, above := coverage(120, lo*(1-1e-9))
	below, _, _ := coverage(120, hi*(1+1e-9))
	near(t, "missed above", above, 0.025, 1e-6)
	near(t, "missed below", below, 0.025, 1e-6)
}

// The same in simulation: of 20,000 experiments as many are covered as the sum
// over all outcomes says. Alarm rate 1e-6 for each p, two-sided.
func TestClopperPearsonCoverageInSimulation(t *testing.T) {
	const n, experiments = 120, 20_000
	var covers [n + 1][2]float64
	for x := range covers {
		covers[x][0], covers[x][1] = prob.ClopperPearson(uint64(x), n, 0.95)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, p := range []float64{0.01, 0.1, 0.5} {
		covered := uint64(0)
		for range experiments {
			x := 0
			for range n {
				if rng.Float64() < p {
					x++
				}
			}
			if covers[x][0] <= p && p <= covers[x][1] {
				covered++
			}
		}
		_, around, _ := coverage(n, p)
		t.Logf("p = %g: %d of %d covered, %.4f expected", p, covered, experiments, around)
		stattest.Rate(t, covered, experiments, around, 1e-6)
	}
}

// The p-value and the interval are two views of one test.
func TestPValueMatchesInterval(t *testing.T) {
	for _, c := range [][2]uint64{{0, 50}, {3, 50}, {49, 50}, {50, 50}, {1000, 1_000_000}} {
		lo, hi := prob.ClopperPearson(c[0], c[1], 0.99)
		if c[0] > 0 {
			near(t, "p-value at lo", prob.BinomialPValue(c[0], c[1], lo), 0.01, 1e-9)
		}
		if c[0] < c[1] {
			near(t, "p-value at hi", prob.BinomialPValue(c[0], c[1], hi), 0.01, 1e-9)
		}
		if got := prob.BinomialPValue(c[0], c[1], float64(c[0])/float64(c[1])); got != 1 {
			t.Errorf("p-value at the estimate of %v = %g, want 1", c, got)
		}
	}
	if got := prob.BinomialPValue(1, 1000, 0); got != 0 {
		t.Errorf("a hit where none can be: p-value %g, want 0", got)
	}
}

func BenchmarkClopperPearson(b *testing.B) {
	for b.Loop() {
		prob.ClopperPearson(1000, 100_000_000, 0.95)
	}
}
