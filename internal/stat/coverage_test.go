package stat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"filterbench/internal/prob"
	"filterbench/internal/stattest"
)

// alarm is the probability with which each statistical test here would fail although
// nothing is wrong, were its seed drawn anew.
const alarm = 1e-6

// draws are the false positives of one filter: a fixed number of lookups, or as many
// as give a number of hits, at most a cap.
type draws func(rate float64, src *rand.Rand) (hits, trials uint64, stopped bool)

func lookups(n uint64) draws {
	return func(rate float64, src *rand.Rand) (uint64, uint64, bool) {
		return uint64(distuv.Binomial{N: float64(n), P: rate, Src: src}.Rand()), n, false
	}
}

// until draws the lookups between hits one by one, as geometric numbers.
func until(target, limit uint64) draws {
	return func(rate float64, src *rand.Rand) (hits, trials uint64, stopped bool) {
		for hits < target {
			gap := math.Ceil(math.Log(1-src.Float64()) / math.Log1p(-rate))
			if float64(trials)+gap > float64(limit) {
				return hits, limit, false
			}
			hits, trials = hits+1, trials+uint64(gap)
		}
		return hits, trials, true
	}
}

// experiment estimates a rate from several filters whose own rates have a beta
// distribution of that mean and relative standard deviation; 0 makes them alike.
func experiment(seeds int, rate, spread float64, draw draws, src *rand.Rand) Proportion {
	hits, trials, stopped := make([]uint64, seeds), make([]uint64, seeds), make([]bool, seeds)
	for i := range seeds {
		own := rate
		if spread > 0 {
			weight := (1-rate)/rate/spread/spread - 1
			own = distuv.Beta{Alpha: rate * weight, Beta: (1 - rate) * weight, Src: src}.Rand()
		}
		hits[i], trials[i], stopped[i] = draw(own, src)
	}
	return NewStopped(hits, trials, stopped)
}

// Coverage is what normal deviates and their chi-square give: two-sided with an alarm rate
// of 1e-6 each, from 200,000 draws; a fifth of a point off would be seen.
func TestCoverage(t *testing.T) {
	const draws = 200_000
	z := distuv.UnitNormal.Quantile(0.975)
	for i, c := range []struct {
		freedom int
		phi     float64
	}{{0, 1}, {0, 2}, {1, 1}, {3, 1}, {3, 4}, {5, 1}, {7, 1}, {7, 1.3}, {7, 4}, {23, 1}} {
		src := rand.New(rand.NewPCG(20, uint64(i)))
		covered := uint64(0)
		for range draws {
			reach := z
			if c.freedom > 0 {
				chi := 0.0
				for range c.freedom {
					x := src.NormFloat64()
					chi += x * x
				}
				phi := c.phi * chi / float64(c.freedom)
				reach *= Proportion{Phi: phi, Freedom: c.freedom}.Widening()
			}
			if math.Abs(src.NormFloat64())*math.Sqrt(c.phi) <= reach {
				covered++
			}
		}
		t.Run(fmt.Sprintf("%d degrees, dispersion %g", c.freedom, c.phi), func(t *testing.T) {
			stattest.Rate(t, covered, draws, Coverage(c.freedom, c.phi), alarm)
		})
	}
}

// Intervals of 95 % cover 95 %: with spread between seeds to the number, by the wide
// interval; without it the exact interval does, and the wide one covers what the
// larger of two factors makes of it. Each case tests two-sided with an alarm rate of
// 1e-6, from 6000 experiments: a point and a half off would be seen more often than not. The
// discreteness of a thousand counts and more adds some tenths of a point.
func TestIntervalsCover(t *testing.T) {
	const rounds, rate = 6_000, 0.02
	for i, c := range []struct {
		name   string
		seeds  int
		spread float64
		draw   draws
		exact  float64 // coverage of Lo to Hi, 0 if it is not to be tested
		wide   float64
	}{
		{"fixed, alike", 8, 0, lookups(25_000), 0.951, Coverage(7, 1)},
		{"fixed, spread", 8, 0.3, lookups(25_000), 0, 0.95},
		{"fixed, spread, four seeds", 4, 0.2, lookups(25_000), 0, 0.95},
		{"fixed, spread, 16 seeds", 16, 0.3, lookups(25_000), 0, 0.95},
		{"fixed, alike, four seeds", 4, 0, lookups(25_000), 0.951, Coverage(3, 1)},
		{"fixed, little spread", 8, 0.0443, lookups(25_000), 0, Coverage(7, 2)}, // 1 + 25,000 rate/(1-rate) 0.0443^2
		{"stopped, alike", 8, 0, until(200, 1<<40), 0.951, Coverage(7, 1)},
		{"stopped, spread", 8, 0.2, until(400, 1<<40), 0, 0.95},
		{"half of them capped", 8, 0, until(200, 10_000), 0.951, Coverage(7, 1)},
	} {
		src := rand.New(rand.NewPCG(17, uint64(i)))
		var exact, wide uint64
		for range rounds {
			p := experiment(c.seeds, rate, c.spread, c.draw, src)
			if p.Lo <= rate && rate <= p.Hi {
				exact++
			}
			if p.Covers(rate) {
				wide++
			}
		}
		t.Run(c.name, func(t *testing.T) {
			stattest.Rate(t, wide, rounds, c.wide, alarm)
			if c.exact > 0 {
				stattest.Rate(t, exact, rounds, c.exact, alarm)
			}
			t.Logf("exact %.4f, wide %.4f, want %.4f", float64(exact)/rounds, float64(wide)/rounds, c.wide)
		})
	}
}

// The estimate has no bias under any of the stopping rules, even with very few hits,
// where hits over lookups is half too high; nor where seeds differ.
func TestStoppedEstimateHasNoBias(t *testing.T) {
	for i, c := range []struct {
		seeds  int
		spread float64
		draw   draws
	}{
		{1, 0, until(3, 1<<40)}, {1, 0, until(3, 40)}, {4, 0, until(2, 1<<40)}, {8, 0, until(20, 1000)},
		{8, 0.4, until(5, 1<<40)}, {8, 0.4, until(20, 400)}, {3, 0.4, lookups(100)},
	} {
		src := rand.New(rand.NewPCG(18, uint64(i)))
		var rates []float64
		for range 20_000 {
			rates = append(rates, experiment(c.seeds, 0.05, c.spread, c.draw, src).Rate)
		}
		stattest.Mean(t, rates, 0.05, alarm)
	}
}

// The exact interval of a stopped count, summed by hand: each end is where the
// negative binomial tail is 2.5 %.
func TestStoppedInterval(t *testing.T) {
	p := NewStopped([]uint64{5}, []uint64{60}, []bool{true})
	if want := 4.0 / 59; !near(p.Rate, want, 1e-15) {
		t.Errorf("rate %g, want %g", p.Rate, want)
	}
	// P(N <= 60): the fifth hit comes at the n-th lookup, n = 5..60.
	within := func(rate float64) (sum float64) {
		for n := uint64(5); n <= 60; n++ {
			sum += rate * prob.BinomialPMF(4, n-1, rate)
		}
		return sum
	}
	last := p.Hi * prob.BinomialPMF(4, 59, p.Hi)
	if !near(within(p.Lo), 0.025, 1e-9) || !near(1-within(p.Hi)+last, 0.025, 1e-9) {
		t.Errorf("tails of %g and %g, want 2.5 %% each", within(p.Lo), 1-within(p.Hi)+last)
	}
	if got := p.PValue(p.Lo); !near(got, 0.05, 1e-9) {
		t.Errorf("p-value at the lower end is %g, want 0.05", got)
	}
	if got := p.PValue(p.Hi); !near(got, 0.05, 1e-9) {
		t.Errorf("p-value at the upper end is %g, want 0.05", got)
	}
}

// Where theory is right, a p-value is below a level as often as it should be: the
// Student part to the number with spread, two-sided with an alarm rate of 1e-6.
func TestPValueHasItsLevel(t *testing.T) {
	const rounds, rate = 20_000, 0.02
	src := rand.New(rand.NewPCG(19, 0))
	var five, one uint64
	for range rounds {
		p := experiment(8, rate, 0.3, lookups(25_000), src).PValue(rate)
		if p < 0.05 {
			five++
		}
		if p < 0.01 {
			one++
		}
	}
	stattest.Rate(t, five, rounds, 0.05, alarm)
	stattest.Rate(t, one, rounds, 0.01, alarm)
}
