package prob_test

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"filterbench/internal/prob"
)

// digits is the relative error that the package promises.
const digits = 1e-13

func near(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if !(math.Abs(got-want) <= relative*math.Abs(want)) {
		t.Errorf("%s = %.17g, want %.17g: off by %.2g of it, allowed %.2g", what, got, want, got/want-1, relative)
	}
}

// bigPMF returns the binomial probabilities of 0..top to 600 bits.
func bigPMF(n uint64, p float64, top uint64) []*big.Float {
	float := func(x float64) *big.Float { return new(big.Float).SetPrec(600).SetFloat64(x) }
	q := float(1)
	q.Sub(q, float(p))
	pmf := []*big.Float{power(q, n)}
	for i := uint64(1); i <= top; i++ {
		term := float(float64(n - i + 1))
		term.Mul(term, pmf[i-1]).Mul(term, float(p)).Quo(term, q).Quo(term, float(float64(i)))
		pmf = append(pmf, term)
	}
	return pmf
}

// power returns x^n.
func power(x *big.Float, n uint64) *big.Float {
	result, square := new(big.Float).SetPrec(600).SetInt64(1), new(big.Float).Copy(x)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result.Mul(result, square)
		}
		square.Mul(square, square)
	}
	return result
}

// oracleCases span rare events in long runs, both tails, and tiny n.
var oracleCases = []struct {
	n, x uint64
	p    float64
}{
	{1, 0, 0.3}, {1, 1, 0.3}, {5, 2, 0.5}, {15, 7, 0.125}, {16, 3, 0.9}, {17, 17, 0.9}, {60, 30, 0.5},
	{1000, 3, 0.001}, {1000, 30, 0.001}, {1_000_000, 100, 1.5e-4}, {1_000_000, 1000, 1e-3},
	{10_000_000, 20_000, 0.0021}, {100_000_000, 1000, 1.3e-5}, {100_000_000, 1000, 0.8e-5},
	{10_000_000_000, 0, 1e-10}, {10_000_000_000, 5, 1e-9}, {10_000_000_000, 1000, 1.1e-7}, {10_000_000_000, 1, 1e-13},
}

func TestBinomialAgainstExactArithmetic(t *testing.T) {
	for _, c := range oracleCases {
		pmf := bigPMF(c.n, c.p, c.x)
		lower := new(big.Float).SetPrec(600)
		for _, term := range pmf {
			lower.Add(lower, term)
		}
		upper := new(big.Float).SetPrec(600).SetInt64(1)
		upper.Sub(upper, lower).Add(upper, pmf[c.x])

		wantPMF, _ := pmf[c.x].Float64()
		wantLower, _ := lower.Float64()
		wantUpper, _ := upper.Float64()
		gotLower, gotUpper := prob.BinomialTails(c.x, c.n, c.p)
		t.Logf("n=%d x=%d p=%g", c.n, c.x, c.p)
		near(t, "pmf", prob.BinomialPMF(c.x, c.n, c.p), wantPMF, digits)
		near(t, "lower", gotLower, wantLower, digits)
		near(t, "upper", gotUpper, wantUpper, digits)
	}
}

// The incomplete beta function is an independent witness where log-gamma still
// has its digits.
func TestBinomialAgainstIncompleteBeta(t *testing.T) {
	for n := uint64(1); n <= 300; n = n*3/2 + 1 {
		for x := uint64(1); x < n; x += 1 + n/7 {
			for _, p := range []float64{1e-4, 0.02, 0.3, 0.5, 0.77, 0.999} {
				lower, upper := prob.BinomialTails(x, n, p)
				near(t, "upper", upper, mathext.RegIncBeta(float64(x), float64(n-x+1), p), 1e-11)
				near(t, "lower", lower, mathext.RegIncBeta(float64(n-x), float64(x+1), 1-p), 1e-11)
			}
		}
	}
}

func TestBinomialAtItsEdges(t *testing.T) {
	for _, c := range []struct {
		x, n         uint64
		p            float64
		lower, upper float64
	}{
		{0, 0, 0.5, 1, 1}, {0, 7, 0, 1, 1}, {3, 7, 0, 1, 0}, {7, 7, 1, 1, 1}, {3, 7, 1, 0, 1},
		{0, 1_000_000, 1e-300, 1, 1},
	} {
		lower, upper := prob.BinomialTails(c.x, c.n, c.p)
		if lower != c.lower || upper != c.upper {
			t.Errorf("tails of %d in %d at %g = %g, %g, want %g, %g", c.x, c.n, c.p, lower, upper, c.lower, c.upper)
		}
	}
	for _, c := range []struct {
		x, n    uint64
		p, want float64
	}{
		{3, 2, 0.5, 0}, {0, 0, 0, 1}, {0, 0, 0.5, 1}, {0, 0, 1, 1}, {0, 5, 0, 1}, {1, 5, 0, 0}, {5, 5, 1, 1}, {4, 5, 1, 0}, {0, 5, 1, 0},
	} {
		if got := prob.BinomialPMF(c.x, c.n, c.p); got != c.want {
			t.Errorf("P(%d of %d at %g) = %g, want %g", c.x, c.n, c.p, got, c.want)
		}
	}
}

// Just where Stirling's series takes over from factorials, with no cancellation
// beside it: C(n, n/2) / 2^n.
func TestPMFAtTheSeam(t *testing.T) {
	for _, n := range []int64{14, 16, 18, 20, 30, 34} {
		exact := new(big.Rat).SetFrac(new(big.Int).Binomial(n, n/2), new(big.Int).Lsh(big.NewInt(1), uint(n)))
		want, _ := exact.Float64()
		near(t, "pmf", prob.BinomialPMF(uint64(n/2), uint64(n), 0.5), want, 1e-14)
	}
}

// Sums of the pmf over all values are 1 and give the mean.
func TestPMFsAddUp(t *testing.T) {
	for _, n := range []uint64{1, 14, 15, 16, 17, 200} {
		sum, mean := 0.0, 0.0
		for x := range n + 1 {
			w := prob.BinomialPMF(x, n, 0.37)
			sum, mean = sum+w, mean+w*float64(x)
		}
		near(t, "binomial sum", sum, 1, 1e-14*10)
		near(t, "binomial mean", mean, float64(n)*0.37, 1e-14*10)
	}
	for _, lambda := range []float64{0.01, math.Ln2, 15.5, 51.2, 400} {
		sum, mean := 0.0, 0.0
		for x := range uint64(900) {
			w := prob.PoissonPMF(x, lambda)
			sum, mean = sum+w, mean+w*float64(x)
		}
		near(t, "Poisson sum", sum, 1, 1e-14*10)
		near(t, "Poisson mean", mean, lambda, 1e-14*10)
	}
}

func TestPoissonTails(t *testing.T) {
	for _, lambda := range []float64{1e-9, math.Ln2, 3, 51.2, 1000} {
		for _, x := range []uint64{1, 2, 3, 16, 40, 60, 900, 1200} {
			lower, upper := prob.PoissonTails(x, lambda)
			// P(X >= x) is the regularised lower incomplete gamma function at x.
			if want := mathext.GammaIncReg(float64(x), lambda); want > 1e-290 {
				near(t, "upper", upper, want, 1e-11)
				near(t, "tail", prob.PoissonTail(x, lambda), want, 1e-11)
			}
			if want := mathext.GammaIncRegComp(float64(x+1), lambda); want > 1e-290 {
				near(t, "lower", lower, want, 1e-11)
			}
		}
	}
	if lower, upper := prob.PoissonTails(0, 0); lower != 1 || upper != 1 {
		t.Errorf("mean 0: %g, %g, want 1, 1", lower, upper)
	}
	if got := prob.PoissonTail(1, 0); got != 0 {
		t.Errorf("mean 0 reaches 1 with probability %g", got)
	}
}

// Events that are equal are binomial; others are summed over all outcomes.
func TestUnequalTail(t *testing.T) {
	equal := make([]float64, 60)
	for i := range equal {
		equal[i] = 0.03
	}
	for x := range 61 {
		_, upper := prob.BinomialTails(uint64(x), 60, 0.03)
		near(t, "tail of equal events", prob.UnequalTail(x, equal), upper, 1e-11)
	}
	p := []float64{0.02, 0.5, 0.05, 1, 0.3, 0}
	for x := range 8 {
		want := 0.0
		for outcome := range 1 << len(p) {
			chance, happened := 1.0, 0
			for i, q := range p {
				if outcome>>i&1 == 1 {
					chance, happened = chance*q, happened+1
				} else {
					chance *= 1 - q
				}
			}
			if happened >= x {
				want += chance
			}
		}
		near(t, "tail of unequal events", prob.UnequalTail(x, p), want, 1e-12)
	}
}

func TestLogBinomial(t *testing.T) {
	for _, c := range [][2]int64{{1, 1}, {5, 2}, {52, 5}, {300, 150}, {1e10, 3}, {1e10, 1e10 - 3}, {1000, 17}} {
		exact, _ := new(big.Float).SetInt(new(big.Int).Binomial(c[0], min(c[1], c[0]-c[1]))).Float64()
		got, want := prob.LogBinomial(uint64(c[0]), uint64(c[1])), math.Log(exact)
		if math.Abs(got-want) > 1e-14*math.Max(1, want) {
			t.Errorf("ln C(%d, %d) = %.17g, want %.17g", c[0], c[1], got, want)
		}
	}
	if got := prob.LogBinomial(3, 4); !math.IsInf(got, -1) {
		t.Errorf("ln C(3, 4) = %g, want -Inf", got)
	}
}

func TestCallersBugsPanic(t *testing.T) {
	for name, call := range map[string]func(){
		"negative p":         func() { prob.BinomialPMF(0, 1, -0.1) },
		"p is NaN":           func() { prob.BinomialTails(0, 1, math.NaN()) },
		"more hits":          func() { prob.BinomialTails(2, 1, 0.5) },
		"more hits, CP":      func() { prob.ClopperPearson(2, 1, 0.95) },
		"confidence 1":       func() { prob.ClopperPearson(1, 2, 1) },
		"confidence 0":       func() { prob.ClopperPearson(1, 2, 0) },
		"negative mean":      func() { prob.PoissonPMF(0, -1) },
		"infinite mean":      func() { prob.PoissonTail(0, math.Inf(1)) },
		"p-value above 1":    func() { prob.Holm([]float64{0.1, 1.5}) },
		"p-value is NaN, BH": func() { prob.BenjaminiHochberg([]float64{math.NaN()}) },
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
