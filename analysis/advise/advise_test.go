package advise

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestCopies: how often keys come, against sums over all of them: exact but for one key at a
// number's half, and for keys with hundreds of copies, which are summed up unrounded.
func TestCopies(t *testing.T) {
	const n = 5000
	for _, s := range []Stream{{Rule: "zipf", Value: 0.5}, {Rule: "zipf", Value: 1}, {Rule: "zipf", Value: 1.7}, {Rule: "each", Value: 3}, {Rule: "hot", Value: 0.02}, {}} {
		sum, total, most := 0.0, 0.0, 0.0
		for i := 1.0; i <= n; i++ {
			sum += math.Pow(i, -s.Value)
		}
		above := map[float64]float64{}
		for i := 1.0; i <= n; i++ {
			copies := 1.0
			switch {
			case s.Rule == "zipf":
				copies = math.Max(1, math.Round(n*math.Pow(i, -s.Value)/sum))
			case s.Rule == "each":
				copies = s.Value
			case s.Rule == "hot" && i == 1:
				copies = math.Floor(n * s.Value / (1 - s.Value))
			}
			total, most = total+copies, math.Max(most, copies)
			for _, c := range []float64{1, 2, 7, 40} {
				if copies > c {
					above[c]++
				}
			}
		}
		k := s.of(n)
		if math.Abs(k.total-total) > 2+k.above(256)/2 || math.Abs(k.most-most) > 1 {
			t.Errorf("%+v: %.0f copies and %.0f of a key, want %.0f and %.0f", s, k.total, k.most, total, most)
		}
		for c, want := range above {
			if math.Abs(k.above(c)-want) > 1 {
				t.Errorf("%+v: %.0f keys with more than %g copies, want %.0f", s, k.above(c), c, want)
			}
		}
	}
}

// TestHarmonic: the sum, by its terms; what is left out is of the order of 64^-(s+3).
func TestHarmonic(t *testing.T) {
	for _, s := range []float64{0.3, 1, 1.5, 3} {
		want := 0.0
		for i := 1.0; i <= 20_000; i++ {
			want += math.Pow(i, -s)
		}
		if got := harmonic(20_000, s); math.Abs(got/want-1) > 1e-6 {
			t.Errorf("exponent %g: %g, want %g", s, got, want)
		}
	}
}

// TestChances: the chance to be the least, against a million draws. A chance that is off by 0.004 lies eight
// standard errors away.
func TestChances(t *testing.T) {
	list := []Estimate{{NS: 10, Lo: 8, Hi: 12}, {NS: 11, Lo: 5, Hi: 17}, {NS: 14, Lo: 13, Hi: 15}, {NS: 90, Lo: 80, Hi: 100}}
	random := rand.New(rand.NewPCG(1, 2))
	const draws = 1_000_000
	wins := make([]float64, len(list))
	for range draws {
		best, least := 0, math.Inf(1)
		for i, e := range list {
			if x := e.NS + e.deviation()*random.NormFloat64(); x < least {
				best, least = i, x
			}
		}
		wins[best]++
	}
	sum := 0.0
	for i, p := range chances(list) {
		sum += p
		if math.Abs(p-wins[i]/draws) > 0.004 {
			t.Errorf("estimate %d is the least with chance %.4f, want %.4f", i, p, wins[i]/draws)
		}
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("the chances add up to %g", sum)
	}
}

// TestWords: numbers as people read them.
func TestWords(t *testing.T) {
	for _, c := range [][2]string{
		{Percent(0.000927), "0.0927 %"}, {Percent(1), "100 %"}, {Percent(0.0391), "3.91 %"}, {Percent(3e-9), "3.0e-07 %"}, {Percent(0), "0 %"},
		{Bytes(63157896), "63.2 MB"}, {Bytes(512), "512 B"}, {Bytes(999_999), "1.00 MB"}, {Count(40e6), "40.0 M"}, {Count(4), "4"}, {Time(52.44), "52.4 ns"}, {Time(80_000), "80 µs"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
}
