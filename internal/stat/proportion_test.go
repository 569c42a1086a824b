package stat

import (
	"math"
	"testing"

	"filterbench/internal/prob"
)

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

func TestProportionPoolsExactly(t *testing.T) {
	p := NewProportion([]uint64{3, 5}, []uint64{1000, 600})
	if p.Hits != 8 || p.Trials != 1600 || p.Rate != 8.0/1600 {
		t.Errorf("pooled %d of %d at %g, want 8 of 1600", p.Hits, p.Trials, p.Rate)
	}
	lo, hi := prob.ClopperPearson(8, 1600, 0.95)
	if p.Lo != lo || p.Hi != hi {
		t.Errorf("interval %g to %g, want that of the pooled counts %g to %g", p.Lo, p.Hi, lo, hi)
	}
	if p.Rates[0] != 0.003 || p.Rates[1] != 5.0/600 {
		t.Errorf("rates per seed are %v", p.Rates)
	}
}

// The dispersion by hand: rates 0.1 and 0.3 of 100 each about 0.2 give
// 2 * (10^2)/(100*0.2*0.8) = 12.5 with one degree of freedom.
func TestDispersionByHand(t *testing.T) {
	p := NewProportion([]uint64{10, 30}, []uint64{100, 100})
	if !near(p.Phi, 12.5, 1e-12) || p.Freedom != 1 {
		t.Errorf("dispersion %g with %d degrees of freedom, want 12.5 with 1", p.Phi, p.Freedom)
	}
	// Widened by Student's 97.5 % quantile of one degree of freedom over the normal's.
	widen := 12.7062047362 / 1.9599639845 * math.Sqrt(12.5)
	if !near(p.Widening(), widen, 1e-8) {
		t.Errorf("widened %g times, want %g", p.Widening(), widen)
	}
	if want := p.Rate - (p.Rate-p.Lo)*widen; !near(p.WideLo, math.Max(0, want), 1e-12) {
		t.Errorf("widened lower end %g, want %g", p.WideLo, want)
	}
	if want := math.Min(1, p.Rate+(p.Hi-p.Rate)*widen); !near(p.WideHi, want, 1e-12) {
		t.Errorf("widened upper end %g, want %g", p.WideHi, want)
	}
}

// With many seeds that differ little the two quantiles are nearly one.
func TestWideningByHand(t *testing.T) {
	p := Proportion{Phi: 4, Freedom: 7}
	if want := 2 * 2.36462425159 / 1.9599639845; !near(p.Widening(), want, 1e-8) {
		t.Errorf("seven degrees of freedom widen %g times, want %g", p.Widening(), want)
	}
	if p.Phi = 0.5; p.Widening() != 1 {
		t.Errorf("a dispersion of %g widens %g times, want 1", p.Phi, p.Widening())
	}
}

// Seeds that agree better than chance narrow nothing.
func TestLowDispersionDoesNotNarrow(t *testing.T) {
	p := NewProportion([]uint64{20, 20, 20}, []uint64{100, 100, 100})
	if p.Phi != 0 || p.WideLo != p.Lo || p.WideHi != p.Hi {
		t.Errorf("dispersion %g gave %g to %g from %g to %g", p.Phi, p.WideLo, p.WideHi, p.Lo, p.Hi)
	}
}

func TestDispersionOfOneSeedIsUnknown(t *testing.T) {
	for _, p := range []Proportion{NewProportion([]uint64{5}, []uint64{10}), NewProportion([]uint64{0, 0}, []uint64{10, 10})} {
		if !math.IsNaN(p.Phi) || p.Widening() != 1 {
			t.Errorf("dispersion %g and widening %g, want NaN and 1", p.Phi, p.Widening())
		}
	}
}

func TestPValue(t *testing.T) {
	even := NewProportion([]uint64{20, 20}, []uint64{100, 100})
	if got, want := even.PValue(0.1), prob.BinomialPValue(40, 200, 0.1); got != want {
		t.Errorf("without dispersion p is %g, want the exact %g", got, want)
	}
	// With phi = 12.5 the deviate of the exact p-value is divided by sqrt(12.5), and
	// judged by Student's distribution with one degree of freedom, which is Cauchy's.
	scattered := NewProportion([]uint64{10, 30}, []uint64{100, 100})
	z := math.Sqrt2 * math.Erfcinv(prob.BinomialPValue(40, 200, 0.1))
	want := 1 - 2/math.Pi*math.Atan(z/math.Sqrt(12.5))
	if got := scattered.PValue(0.1); !near(got, want, 1e-9) {
		t.Errorf("with dispersion p is %g, want %g", got, want)
	}
	if got := scattered.PValue(0.2); got != 1 {
		t.Errorf("p at the estimate itself is %g, want 1", got)
	}
}

// The test and the interval agree about every rate, apart from the last digits.
func TestPValueAgreesWithInterval(t *testing.T) {
	p := NewProportion([]uint64{48, 52, 50}, []uint64{1000, 1000, 1000})
	for _, c := range []struct {
		rate   float64
		inside bool
	}{{p.Lo * 1.001, true}, {p.Lo * 0.999, false}, {p.Hi * 0.999, true}, {p.Hi * 1.001, false}} {
		if got := p.PValue(c.rate) >= 0.05; got != c.inside || p.Covers(c.rate) != c.inside {
			t.Errorf("rate %g: not rejected %v, covered %v, want both %v", c.rate, got, p.Covers(c.rate), c.inside)
		}
	}
}
