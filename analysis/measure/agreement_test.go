package measure_test

import (
	"fmt"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/simulate"
	"filterbench/internal/stattest"
)

// curves makes a run of 60 points whose rates follow theory times a skew.
func curves(seed uint64, change func(*maker)) *analysis.Dataset {
	m := newMaker(seed)
	change(m)
	for _, b := range []int{2, 4, 8} {
		for _, f := range []int{6, 8, 10, 12} {
			for _, fill := range []float64{0.2, 0.4, 0.6, 0.7, 0.8} {
				m.rate("rates", fmt.Sprintf("cuckoo(b=%d,f=%d)", b, f), record.Trial{Slots: 16384}, fill, 1000)
			}
		}
	}
	return m.dataset()
}

func agree(t *testing.T, d *analysis.Dataset) measure.Agreement {
	t.Helper()
	a, err := measure.Agree(d, "rates")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Agreement is shown where whole intervals lie within the margin, and refuted where
// they lie outside: with many false positives the points that follow theory agree, and
// those a tenth off do not; with few nothing is shown, though theory lies inside.
func TestEquivalence(t *testing.T) {
	of := func(skew, positives float64) measure.Agreement {
		m := newMaker(3)
		m.Scale(simulate.Rate, skew, nil)
		for f := 6; f <= 12; f++ {
			m.rate("rates", fmt.Sprintf("cuckoo(b=4,f=%d)", f), record.Trial{Slots: 16384}, 0.7, positives)
		}
		return agree(t, m.dataset())
	}
	if a := of(1, 100_000); a.Within != len(a.Points) || a.Beyond != 0 || a.Bluntest > 0.02 || a.Resolution > a.Bluntest {
		t.Errorf("%d of %d points within the margin, %d beyond; half saw %g, all %g", a.Within, len(a.Points), a.Beyond, a.Resolution, a.Bluntest)
	}
	if a := of(1.1, 100_000); a.Within != 0 || a.Beyond != len(a.Points) {
		t.Errorf("a tenth too high: %d of %d points within, %d beyond", a.Within, len(a.Points), a.Beyond)
	}
	if a := of(1, 300); a.Within != 0 || a.Beyond != 0 || a.Resolution < 0.1 || a.Outside == len(a.Points) {
		t.Errorf("few counts: %d within, %d beyond, half saw %g", a.Within, a.Beyond, a.Resolution)
	}
}

// Where theory holds, as many intervals miss it as chance is said to put outside: with
// filters that are alike, and with some that scatter by 10 %, which is a dispersion above
// two. Two-sided with an alarm rate of 1e-6, over 50 runs of 60 points with fixed seeds.
// Runs with any exception are at most 5 %: P(Binomial(50, 0.05) >= 13) < 1e-6. The p of a
// run is below 5 % in no more than 5 % of runs, which is the same bound.
func TestAgreementWhereTheoryHolds(t *testing.T) {
	for _, scatter := range []float64{0, 0.1} {
		points, outside, alarms, low, expected := 0, 0, 0, 0, 0.0
		for seed := range uint64(50) {
			a := agree(t, curves(seed, func(m *maker) { m.Scatter = scatter }))
			points += len(a.Points)
			outside += a.Outside
			expected += a.ByChance
			if len(a.Exceptions) > 0 {
				alarms++
			}
			if a.OutsideP < 0.05 {
				low++
			}
		}
		if points != 50*60 {
			t.Fatalf("%d points, want 3000", points)
		}
		stattest.Rate(t, uint64(outside), uint64(points), expected/float64(points), 1e-6)
		if alarms >= 13 || low >= 13 {
			t.Errorf("%d of 50 runs had an exception and %d a p below 5 %%, want at most about 2.5", alarms, low)
		}
	}
}

// The checkpoints of a churn are one point for each filter, the last of them.
func TestCheckpointsAreOnePoint(t *testing.T) {
	m := newMaker(5)
	for _, bits := range []int{8, 10, 12} {
		m.of("rates", record.KindChurn, fmt.Sprintf("bloom(bpk=%d)", bits), record.Trial{Capacity: 1000, Fill: 0.95, Queries: 20_000, Turnovers: []float64{0, 1, 3}})
	}
	a := agree(t, m.dataset())
	if len(a.Points) != 3 || a.Earlier != 6 || a.ByChance > 3*0.05 {
		t.Errorf("%d points, %d earlier, %g by chance; want 3, 6 and at most 0.15", len(a.Points), a.Earlier, a.ByChance)
	}
	for _, p := range a.Points {
		if p.At != "turnover 3" {
			t.Errorf("%s counts at %s", p.Variant, p.At)
		}
	}
}

// A formula that is off by a fifth, at a resolution of 6 %, is contradicted by the
// run as a whole and by nearly every point.
func TestAgreementFindsAWrongTheory(t *testing.T) {
	for _, skew := range []float64{1.2, 1 / 1.2} {
		a := agree(t, curves(1, func(m *maker) { m.Scale(simulate.Rate, skew, nil) }))
		if a.Outside < 57 || len(a.Exceptions) < 50 || a.OutsideP > 1e-50 {
			t.Errorf("skew %g: %d of %d outside (p %g), %d exceptions; want nearly all", skew, a.Outside, len(a.Points), a.OutsideP, len(a.Exceptions))
		}
		if a.Resolution < 0.05 || a.Resolution > 0.08 {
			t.Errorf("resolution %g, want about 1.96/sqrt(1000) = 0.062", a.Resolution)
		}
		for i := 1; i < len(a.Exceptions); i++ {
			if a.Exceptions[i].P < a.Exceptions[i-1].P {
				t.Errorf("exception %d is worse than the one before", i)
			}
		}
	}
}

// Filters that scatter are seen as dispersion, and do not make theory wrong. Each
// seed has 125 hits, of standard deviation 11.2 by sampling and 12.5 by a scatter
// of 10 %: phi is 1 + 12.5^2/125 = 2.25 on average. It is estimated from 420
// degrees of freedom, to a standard deviation of 2.25*sqrt(2/420) = 0.155; the
// bounds are five of those.
func TestAgreementWithScatter(t *testing.T) {
	a := agree(t, curves(3, func(m *maker) { m.Scatter = 0.1 }))
	if a.Freedom != 420 || a.Phi < 2.25-0.78 || a.Phi > 2.25+0.78 || a.PhiP > 1e-10 {
		t.Errorf("dispersion %g with %d degrees of freedom, p %g; want about 2.25 with 420", a.Phi, a.Freedom, a.PhiP)
	}
	if len(a.Exceptions) > 0 {
		t.Errorf("scatter alone makes %d exceptions", len(a.Exceptions))
	}
}

// A cell whose rate is certain says nothing about theory.
func TestCertaintyIsNotAgreement(t *testing.T) {
	m := newMaker(1)
	m.rate("rates", "null", record.Trial{Capacity: 1000}, 1, 10)
	m.rate("rates", "exact", record.Trial{Capacity: 1000}, 1, 10)
	if a := agree(t, m.dataset()); len(a.Points) != 0 || a.Outside != 0 {
		t.Errorf("null and exact count as %d points", len(a.Points))
	}
}

// The bars of a figure are the intervals of the test: over runs of one point with
// no scatter, the exact interval covers theory in at least 95 % of them and not
// in many more. For about 200 hits the coverage lies between 0.950 and 0.962.
func TestIntervalCoverage(t *testing.T) {
	covered := uint64(0)
	const runs = 2000
	for seed := range uint64(runs) {
		m := newMaker(seed + 1000)
		m.reps = 2
		m.rate("rates", "cuckoo(b=4,f=8)", record.Trial{Slots: 1024}, 0.5, 200)
		a := agree(t, m.dataset())
		if p := a.Points[0]; p.Lo <= p.Theory && p.Theory <= p.Hi {
			covered++
		}
	}
	stattest.Rate(t, covered, runs, 0.956, 1e-6)
}

// A filter that repeats another's counts under the same seeds is no second witness.
func TestRepeatsAreNotCounted(t *testing.T) {
	once := curves(1, func(*maker) {})
	twice := curves(1, func(*maker) {})
	for _, r := range once.Records {
		r.Variant = strings.Replace(r.Variant, ")", ",kicks=499)", 1)
		twice.Records = append(twice.Records, r)
	}
	a, b := agree(t, once), agree(t, twice)
	if a.Repeats != 0 || b.Repeats != 60 || len(b.Points) != 60 || b.Outside != a.Outside || b.Freedom != a.Freedom {
		t.Errorf("%d repeats, then %d of %d points, %d outside; want 0, then 60 of 60, %d", a.Repeats, b.Repeats, len(b.Points), b.Outside, a.Outside)
	}
}
