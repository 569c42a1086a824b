package stattest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"filterbench/internal/prob"
)

// recorder is a testing.TB that only notes whether it was failed.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

// fails runs an assertion and reports whether it failed the test.
func fails(assertion func(t testing.TB)) bool {
	r := &recorder{}
	assertion(r)
	return len(r.failures) > 0
}

// expectFraction fails t if hits in trials is improbable (1e-6, two-sided) under
// p, without the code under test.
func expectFraction(t *testing.T, what string, hits, trials uint64, p float64) {
	t.Helper()
	if value := prob.BinomialPValue(hits, trials, p); value < 1e-6 {
		t.Errorf("%s: %d of %d, want a share of %.4f (p-value %.2g)", what, hits, trials, p, value)
	}
}

// Rate must notice a theory that is off by 5 % on either side when the hits are
// enough to tell, and only then.
func TestRatePower(t *testing.T) {
	const alarm = 1e-6
	for _, c := range []struct {
		hits, trials uint64
		p            float64
		fail         bool
	}{
		{20_000, 1_000_000, 0.02, false},
		{20_000, 1_000_000, 0.021, true},
		{20_000, 1_000_000, 0.019, true},
		{200, 10_000, 0.021, false},
		{0, 1000, 0.01, false},
		{0, 1000, 0.02, true},
		{1, 1000, 0, true},
		{0, 1000, 0, false},
		{1000, 1000, 1, false},
		{999, 1000, 1, true},
	} {
		if got := fails(func(t testing.TB) { Rate(t, c.hits, c.trials, c.p, alarm) }); got != c.fail {
			t.Errorf("%d/%d against %g: failed is %v, want %v", c.hits, c.trials, c.p, got, c.fail)
		}
	}
}

// The alarm rate is what it says: summed over all outcomes it is at most 5 %, and
// at least half of that, the rest being lost to the discreteness of counts; and a
// simulation fails as often as the sum says.
func TestRateAlarm(t *testing.T) {
	const trials, p, alarm = 1000, 0.03, 0.05
	size := 0.0
	for x := range uint64(trials + 1) {
		if fails(func(t testing.TB) { Rate(t, x, trials, p, alarm) }) {
			size += prob.BinomialPMF(x, trials, p)
		}
	}
	if size > alarm || size < alarm/2 {
		t.Errorf("an alarm rate of %g is really %g", alarm, size)
	}
	rng, alarms := rand.New(rand.NewPCG(7, 8)), uint64(0)
	const runs = 4000
	for range runs {
		hits := uint64(0)
		for range trials {
			if rng.Float64() < p {
				hits++
			}
		}
		if fails(func(t testing.TB) { Rate(t, hits, trials, p, alarm) }) {
			alarms++
		}
	}
	expectFraction(t, "alarms of Rate", alarms, runs, size)
}

// On normal values the alarm rate of Mean is exact, and the tail of Student's
// distribution has the closed form of 1 and 2 degrees of freedom.
func TestMeanAlarm(t *testing.T) {
	rng, alarms := rand.New(rand.NewPCG(9, 10)), uint64(0)
	const runs, alarm = 20_000, 0.05
	xs := make([]float64, 3)
	for range runs {
		for i := range xs {
			xs[i] = 3 + 2*rng.NormFloat64()
		}
		if fails(func(t testing.TB) { Mean(t, xs, 3, alarm) }) {
			alarms++
		}
	}
	expectFraction(t, "alarms of Mean", alarms, runs, alarm)

	for _, score := range []float64{0.1, 1, 7, 1e6} {
		one := 1 - 2/math.Pi*math.Atan(score)
		if score > 10 {
			one = 2 / math.Pi * math.Atan(1/score)
		}
		two := 2 / (score*score + 2) / (1 + score/math.Sqrt(score*score+2))
		for nu, want := range map[int]float64{1: one, 2: two} {
			if got := studentPValue(score, 1, nu); math.Abs(got-want) > 1e-12*want {
				t.Errorf("P(|T| >= %g), %d degrees of freedom: %.15g, want %.15g", score, nu, got, want)
			}
		}
	}
}

func TestMeanPower(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	xs := make([]float64, 400)
	for i := range xs {
		xs[i] = 10 + rng.NormFloat64()
	}
	for want, fail := range map[float64]bool{10: false, 10.5: true, 9.5: true} {
		if got := fails(func(t testing.TB) { Mean(t, xs, want, 1e-6) }); got != fail {
			t.Errorf("a mean of 10 ± 0.05 against %g: failed is %v, want %v", want, got, fail)
		}
	}
	constant := []float64{2, 2, 2}
	if fails(func(t testing.TB) { Mean(t, constant, 2, 1e-6) }) {
		t.Error("constant values fail against themselves")
	}
	if !fails(func(t testing.TB) { Mean(t, constant, 2.001, 1e-6) }) {
		t.Error("constant values pass against another value")
	}
	if !fails(func(t testing.TB) { Mean(t, []float64{1, math.NaN()}, 1, 1e-6) }) {
		t.Error("NaN passes")
	}
}

func TestCallersBugsPanic(t *testing.T) {
	for name, call := range map[string]func(){
		"no trials":      func() { Rate(t, 0, 0, 0.5, 1e-6) },
		"more hits":      func() { Rate(t, 2, 1, 0.5, 1e-6) },
		"alarm 0":        func() { Rate(t, 1, 2, 0.5, 0) },
		"alarm 1":        func() { Mean(t, []float64{1, 2}, 1, 1) },
		"a single value": func() { Mean(t, []float64{1}, 1, 1e-6) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}
