package theory_test

import (
	"math"
	"slices"
	"testing"

	"filterbench/internal/prob"
	"filterbench/internal/stattest"
	"filterbench/variants/theory"
)

// TestMaxLoadOneChoice: the medians computed independently (Poisson tails in
// another program) for n = m, and a simulation: the share of 400 throws of 10^4
// balls whose fullest bin is at most the median is at least a half, and at most
// what the next smaller value leaves.
func TestMaxLoadOneChoice(t *testing.T) {
	for n, want := range map[uint64]uint64{1e4: 7, 1e6: 9, 1e8: 11} {
		if got := theory.MaxLoadOneChoice(n, n); got != want {
			t.Errorf("%d balls: median %d; want %d", n, got, want)
		}
		// The quoted leading term, for the record: it is not what happens.
		if leading := math.Log(float64(n)) / math.Log(math.Log(float64(n))); leading > 0.65*float64(want) {
			t.Errorf("%d balls: the leading term %.1f is near the median %d: the doc comment is wrong", n, leading, want)
		}
	}
	if got := theory.MaxLoadOneChoice(0, 10); got != 0 {
		t.Errorf("no balls: %d", got)
	}
	const bins, throws = 10_000, 400
	r := newRand(11)
	var most []int
	for range throws {
		count := make([]int, bins)
		for range bins {
			count[r.IntN(bins)]++
		}
		most = append(most, slices.Max(count))
	}
	slices.Sort(most)
	if got := uint64(most[throws/2]); got != theory.MaxLoadOneChoice(bins, bins) {
		t.Errorf("simulated median %d, formula %d", got, theory.MaxLoadOneChoice(bins, bins))
	}
	expectPanic(t, "no bins", func() { theory.MaxLoadOneChoice(1, 0) })
}

// TestTwoChoiceTail: values of the fluid limit at one ball per bin from an
// independent integration, conservation of balls, and a simulation, two-sided at
// 1e-6 a share.
func TestTwoChoiceTail(t *testing.T) {
	// Value and half of its last digit. The fourth was cut off and not rounded: we get
	// .0088953, and only with that do the shares below add up to one ball a bin.
	for i, want := range [][2]float64{{1, 0}, {0.7616, 5e-5}, {0.2295, 5e-5}, {0.00889, 1e-5}, {6.0e-6, 5e-8}} {
		if got := theory.TwoChoiceTail(1, i); math.Abs(got-want[0]) > want[1] {
			t.Errorf("share with %d or more: %.5g; want %.5g", i, got, want[0])
		}
	}
	if got := theory.TwoChoiceTail(1, 1); math.Abs(got-math.Tanh(1)) > 1e-9 { // ds/dt = 1 - s^2
		t.Errorf("share of bins in use %.12f; want tanh 1 = %.12f", got, math.Tanh(1))
	}
	for _, load := range []float64{0, 0.3, 1, 2.5, 7} {
		balls := 0.0
		for i := 1; i <= 14; i++ {
			balls += theory.TwoChoiceTail(load, i)
		}
		if math.Abs(balls-load) > 1e-6 {
			t.Errorf("the shares at load %v hold %.9f balls a bin", load, balls)
		}
	}
	const bins = 400_000
	r := newRand(12)
	count := make([]int, bins)
	for range bins {
		a, b := r.IntN(bins), r.IntN(bins)
		if count[b] < count[a] {
			a = b
		}
		count[a]++
	}
	for i := 1; i <= 3; i++ {
		hits := uint64(0)
		for _, n := range count {
			if n >= i {
				hits++
			}
		}
		// Bins repel each other, so the count scatters less than a binomial: the
		// test is sharper in truth than its alarm rate says.
		stattest.Rate(t, hits, bins, theory.TwoChoiceTail(1, i), 1e-6)
	}
	// Three choices: an independent check by the balls that the shares hold.
	for _, load := range []float64{0.5, 1, 4} {
		balls := 0.0
		for i := 1; i <= 10; i++ {
			balls += theory.ChoicesTail(3, load, i)
		}
		if math.Abs(balls-load) > 1e-6 {
			t.Errorf("three choices: the shares at load %v hold %.9f balls a bin", load, balls)
		}
	}
	expectPanic(t, "negative load", func() { theory.TwoChoiceTail(-1, 1) })
}

// TestMeanLongest: simulated means of the fullest bin, in 400 throws of a thousand
// balls and of ten thousand, within 2 % and what chance allows at 1e-6 (4.9 standard
// errors) of the formula, for one to three choices.
func TestMeanLongest(t *testing.T) {
	r := newRand(13)
	for _, bins := range []int{1000, 10_000} {
		for choices := 1; choices <= 3; choices++ {
			const throws = 400
			sum, squares := 0.0, 0.0
			for range throws {
				most := float64(fullest(r.IntN, bins, choices))
				sum, squares = sum+most, squares+most*most
			}
			mean := sum / throws
			chance := 4.9 * math.Sqrt((squares/throws-mean*mean)/throws)
			want := theory.MeanLongest(choices, uint64(bins), uint64(bins))
			if math.Abs(mean-want) > 0.02*want+chance {
				t.Errorf("%d bins, %d choices: simulated %.4f, formula %.4f", bins, choices, mean, want)
			}
		}
	}
	for i := range 9 {
		if got, want := theory.ChoicesTail(1, 0.7, i), prob.PoissonTail(uint64(i), 0.7); got != want {
			t.Errorf("one choice, %d or more: %v; want %v", i, got, want)
		}
	}
	expectPanic(t, "no bins", func() { theory.MeanLongest(2, 1, 0) })
	expectPanic(t, "no choice", func() { theory.ChoicesTail(0, 1, 1) })
}

// fullest throws as many balls as bins and returns the most in one.
func fullest(pick func(int) int, bins, choices int) int {
	count := make([]int, bins)
	for range bins {
		best := pick(bins)
		for range choices - 1 {
			if other := pick(bins); count[other] < count[best] {
				best = other
			}
		}
		count[best]++
	}
	return slices.Max(count)
}

// TestPeelingThreshold: the published thresholds, to their last digit.
func TestPeelingThreshold(t *testing.T) {
	for d, want := range map[int]float64{3: 0.81847, 4: 0.77228, 5: 0.70178} {
		if got := theory.PeelingThreshold(d); math.Abs(got-want) > 5.1e-6 {
			t.Errorf("d = %d: %.6f; want %.5f", d, got, want)
		}
	}
	if cells := 1 / theory.PeelingThreshold(3); math.Abs(cells-1.2218) > 5e-5 {
		t.Errorf("three cells a key need %.5f cells; want 1.2218", cells)
	}
	expectPanic(t, "two cells", func() { theory.PeelingThreshold(2) })
}
