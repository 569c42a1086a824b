package figures

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/analysis"
)

// A staircase stands nowhere further from the distribution of the draws than one in
// stairs, ties or not, and every step is the share that does not exceed its place.
func TestStaircaseFollowsTheDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 7, 48, 1000, 5000} {
		for _, places := range []int{3, 40, 100_000} { // few places make many ties
			var draws []float64
			for range n {
				draws = append(draws, float64(rng.IntN(places)))
			}
			slices.Sort(draws)
			steps := staircase(draws)
			if len(steps) > stairs+9 {
				t.Errorf("%d steps of %d draws", len(steps), n)
			}
			j, at := 0, 0.0
			for i, x := range draws {
				for j < len(steps) && steps[j].X <= x {
					at = steps[j].Y
					j++
				}
				if i+1 < n && draws[i+1] == x {
					continue
				}
				if truth := float64(i+1) / float64(n); math.Abs(at-truth) > 1.0/stairs+1e-12 {
					t.Fatalf("%d draws at %d places: the staircase is at %g for %g, the draws at %g", n, places, at, x, truth)
				}
			}
			if last := steps[len(steps)-1]; last.Y != 1 || last.X != draws[n-1] {
				t.Errorf("the last step is %g at %g", last.Y, last.X)
			}
		}
	}
}

// The front keeps what nothing beats in both directions.
func TestPareto(t *testing.T) {
	var points []analysis.Point
	for _, p := range [][2]float64{{10, 5}, {8, 7}, {9, 9}, {12, 5}, {12, 1}, {8, 8}} {
		at := analysis.At(p[0])
		at.Y = p[1]
		points = append(points, at)
	}
	var got [][2]float64
	for _, p := range pareto(points) {
		got = append(got, [2]float64{p.X, p.Y})
	}
	if want := [][2]float64{{8, 7}, {10, 5}, {12, 1}}; !slices.Equal(got, want) {
		t.Errorf("front %v, want %v", got, want)
	}
}

// A curve crosses 1 where it comes from below as rates rise, between its points by the
// logarithm of the rate.
func TestCrossing(t *testing.T) {
	curve := func(ys ...float64) (c Curve) {
		for i, y := range ys {
			p := analysis.At(math.Pow(10, float64(i-4)))
			p.Y = y
			c.Points = append(c.Points, p)
		}
		return c
	}
	// Bits are 0.9 and 1.1 of log2 1000 and log2 100: the line through them is at the information itself where that is log2 10^2.4.
	if x := crossing(curve(0.8, 0.9, 1.1, 1.3)); math.Abs(math.Log10(x)+2.4) > 1e-9 {
		t.Errorf("crossing at %g, want at 10^-2.5", x)
	}
	if x := crossing(curve(1.1, 1.2)); !math.IsNaN(x) {
		t.Errorf("a curve above 1 crosses it at %g", x)
	}
}

// Ranges with two ends, one and none become places around -1 to 1.
func TestInRange(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ from, to, x, want float64 }{
		{0.5, 1.5, 1, 0}, {0.5, 1.5, 1.5, 1}, {0.5, 1.5, 0.5, -1}, {-inf, 2, 2, 1}, {-inf, 2, 1, 0}, {-inf, 2, 3, 2}, {-inf, 2, -9, -1}, {4, inf, 4, -1}, {4, inf, 8, 0}, {4, inf, 2, -3}, {-1, inf, -1, -1}, {-inf, 0, 0, 1},
	} {
		if got := (Verdict{From: c.from, To: c.to}).inRange(c.x); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%g in %g to %g is at %g, want %g", c.x, c.from, c.to, got, c.want)
		}
	}
	if got := (Verdict{From: -inf, To: inf}).inRange(1); !math.IsNaN(got) {
		t.Errorf("without a range a value is at %g", got)
	}
}

func TestNumbersInWords(t *testing.T) {
	for x, want := range map[float64]string{0.00193: "0.19 %", 0.971: "97.1 %", 0.95: "95 %", 1: "100 %", 0.1234: "12 %", 0: "0 %"} {
		if got := share(x); got != want {
			t.Errorf("share %g is written %q, want %q", x, got, want)
		}
	}
	for x, want := range map[float64]string{1.234: "1.2", 12.6: "13", 2_096_640: "2,100,000", 0.0321: "0.032", 3: "3"} {
		if got := nth(x); got != want {
			t.Errorf("%g is written %q, want %q", x, got, want)
		}
	}
	for ns, want := range map[float64]string{10: "10 ns", 15.8489: "15.8 ns", 1000: "1 µs", 999.9: "1 µs", 1e7: "10 ms"} {
		if got := Duration(ns); got != want {
			t.Errorf("%g ns is written %q, want %q", ns, got, want)
		}
	}
	for x, want := range map[float64]string{0: "0", 0.001: "<.01", 0.97: "0.97", 9.94: "9.94", 205.4: "210", 118_000: "120k", 2_096_640: "2.1M"} {
		if got := factor(x); got != want {
			t.Errorf("factor %g is written %q, want %q", x, got, want)
		}
	}
}
