package stat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/prob"
	"filterbench/internal/stattest"
)

func oneTo(n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = float64(n - i)
	}
	return list
}

// For a sample of ten, the widest known case: the median's interval of at least
// 95 % reaches from the second to the ninth value (coverage 97.9 %).
func TestMedianOfTen(t *testing.T) {
	q := NewDistribution(oneTo(10)).Quantile(0.5)
	if q != (Quantile{5, 2, 9}) {
		t.Errorf("median of 1..10 is %+v, want 5 in 2..9", q)
	}
}

func TestSmallSampleIsOpen(t *testing.T) {
	q := NewDistribution(oneTo(5)).Quantile(0.5)
	if q.Value != 3 || !math.IsInf(q.Lo, -1) || !math.IsInf(q.Hi, 1) {
		t.Errorf("median of 1..5 is %+v, want 3 with both ends open", q)
	}
	if q := NewDistribution(oneTo(100)).Quantile(0.01); q.Value != 1 || !math.IsInf(q.Lo, -1) || q.Hi != 4 {
		t.Errorf("1 %% quantile of 1..100 is %+v, want 1, open below, 4", q)
	}
}

// The ranks are the extreme ones that keep their tail within 2.5 %.
func TestRanksAgainstBruteForce(t *testing.T) {
	for _, n := range []int{1, 6, 20, 137} {
		for _, q := range []float64{0.01, 0.25, 0.5, 0.9, 0.99} {
			want := 0
			for l := 1; l <= n; l++ {
				if below, _ := prob.BinomialTails(uint64(l-1), uint64(n), q); below <= 0.025 {
					want = l
				}
			}
			if got := lowerRank(n, q); got != want {
				t.Errorf("lower rank for n=%d, q=%g is %d, want %d", n, q, got, want)
			}
		}
	}
}

// The interval covers the quantile in at least 95 % of samples and, for a
// continuous distribution, with exactly the binomial probability of its ranks.
// False alarm rate 1e-6, at a fixed seed.
func TestQuantileCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	const n, q, samples = 60, 0.2, 4000
	low := lowerRank(n, q)
	high := n + 1 - lowerRank(n, 1-q)
	inLow, _ := prob.BinomialTails(uint64(low-1), n, q)
	_, inHigh := prob.BinomialTails(uint64(high), n, q)
	coverage := 1 - inLow - inHigh
	covered := uint64(0)
	for range samples {
		draws := make([]float64, n)
		for i := range draws {
			draws[i] = random.Float64()
		}
		if got := NewDistribution(draws).Quantile(q); got.Lo <= q && q <= got.Hi {
			covered++
		}
	}
	if coverage < 0.95 {
		t.Errorf("the ranks %d and %d cover with %g, want at least 0.95", low, high, coverage)
	}
	stattest.Rate(t, covered, samples, coverage, 1e-6)
}

func TestDistributionKeepsItsArgument(t *testing.T) {
	draws := []float64{3, 1, 2}
	d := NewDistribution(draws)
	if !slices.Equal(draws, []float64{3, 1, 2}) || !slices.Equal(d, Distribution{1, 2, 3}) {
		t.Errorf("draws are now %v, the distribution %v", draws, d)
	}
}

// Ten samples allow an interval of 97.9 %, from the second to the ninth.
func TestMedianInterval(t *testing.T) {
	m := NewMedian(oneTo(10))
	if m.Value != 5.5 || m.Lo != 2 || m.Hi != 9 || !near(m.Confidence, 1-22.0/1024, 1e-9) {
		t.Errorf("median of 1..10 is %+v", m)
	}
}

// TestMedianCovers: the interval holds the median as often as it says, and is the
// narrowest that does so.
func TestMedianCovers(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 1, 5: 1, 6: 1, 8: 1, 9: 2, 10: 2, 11: 2, 12: 3, 20: 6, 40: 14} {
		if got := MedianRank(n); got != want {
			t.Errorf("rank of %d draws is %d, want %d", n, got, want)
		}
	}
	if m := NewMedian([]float64{4, 1, 3, 2}); m != (Median{Value: 2.5, Lo: 1, Hi: 4, Confidence: 0.875, N: 4}) {
		t.Errorf("median of four is %+v", m)
	}
}
