package prob_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/prob"
	"filterbench/internal/stattest"
)

// The example of Benjamini and Hochberg (1995), section 3.2: fifteen p-values, of
// which the step-up procedure rejects the four smallest at 5 %, and Bonferroni
// three.
var published = []float64{
	0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
	0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000,
}

func rejected(adjusted []float64, level float64) (n int) {
	for _, p := range adjusted {
		if p <= level {
			n++
		}
	}
	return n
}

func TestPublishedExample(t *testing.T) {
	if n := rejected(prob.BenjaminiHochberg(published), 0.05); n != 4 {
		t.Errorf("Benjamini-Hochberg rejects %d, want 4", n)
	}
	if n := rejected(prob.Holm(published), 0.05); n != 3 {
		t.Errorf("Holm rejects %d, want 3", n)
	}
}

// Worked by hand. BH: 4p/rank from the largest down: .04, .08/3*... ; Holm: p times
// what is left, from the smallest up.
func TestAdjustedByHand(t *testing.T) {
	p := []float64{0.04, 0.01, 0.03, 0.02}
	for i, want := range []float64{0.04, 0.04, 0.04, 0.04} {
		near(t, "BH", prob.BenjaminiHochberg(p)[i], want, 1e-15)
	}
	for i, want := range []float64{0.06, 0.04, 0.06, 0.06} {
		near(t, "Holm", prob.Holm(p)[i], want, 1e-15)
	}
	p = []float64{0.5, 0.001, 0.2}
	for i, want := range []float64{0.5, 0.003, 0.3} {
		near(t, "BH", prob.BenjaminiHochberg(p)[i], want, 1e-15)
	}
	for i, want := range []float64{0.5, 0.003, 0.4} {
		near(t, "Holm", prob.Holm(p)[i], want, 1e-15)
	}
}

// Neither looks at the order, changes its argument, leaves [p, 1] or is stricter
// than Holm is to Benjamini-Hochberg.
func TestAdjustedProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		p := make([]float64, rng.IntN(30))
		for i := range p {
			p[i] = math.Pow(rng.Float64(), 3)
		}
		before := slices.Clone(p)
		bh, holm := prob.BenjaminiHochberg(p), prob.Holm(p)
		if !slices.Equal(before, p) {
			t.Fatal("the argument was changed")
		}
		for i := range p {
			if !(p[i] <= bh[i] && bh[i] <= holm[i] && holm[i] <= 1) {
				t.Fatalf("p %g, BH %g, Holm %g: want them in this order, up to 1", p[i], bh[i], holm[i])
			}
		}
		slices.Reverse(p)
		slices.Reverse(bh)
		slices.Reverse(holm)
		if !slices.Equal(bh, prob.BenjaminiHochberg(p)) || !slices.Equal(holm, prob.Holm(p)) {
			t.Fatal("the result depends on the order")
		}
	}
}

// Under true hypotheses alone, either rejects anything in exactly 10 % (Holm: at
// 1-(1-.1/20)^20 = 9.54 %) of 20,000 families of 20. Alarm rate 1e-6, two-sided.
func TestFamilyWiseErrorInSimulation(t *testing.T) {
	const families, tests, level = 20_000, 20, 0.1
	rng := rand.New(rand.NewPCG(5, 6))
	var bh, holm uint64
	p := make([]float64, tests)
	for range families {
		for i := range p {
			p[i] = rng.Float64()
		}
		if rejected(prob.BenjaminiHochberg(p), level) > 0 {
			bh++
		}
		if rejected(prob.Holm(p), level) > 0 {
			holm++
		}
	}
	stattest.Rate(t, bh, families, level, 1e-6)
	stattest.Rate(t, holm, families, -math.Expm1(tests*math.Log1p(-level/tests)), 1e-6)
}
