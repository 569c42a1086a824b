package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/prob"
	"filterbench/internal/stattest"
)

// alarm is the probability with which a test here fails though all is right, if its
// seed were new.
const alarm = 1e-6

// uCounts returns how many of the orders of n and m values have each U statistic, by
// the recurrence on the largest value. It is the second witness to benchmath's tests.
func uCounts(n, m int) []float64 {
	if n == 0 || m == 0 {
		return []float64{1}
	}
	counts := make([]float64, n*m+1)
	for u, c := range uCounts(n-1, m) { // the largest is of the first sample: it beats all m
		counts[u+m] += c
	}
	for u, c := range uCounts(n, m-1) {
		counts[u] += c
	}
	return counts
}

// exactP returns the two-sided p-value of samples without ties.
func exactP(a, b []float64) float64 {
	u := 0
	for _, x := range a {
		for _, y := range b {
			if x > y {
				u++
			}
		}
	}
	counts, total, lower, upper := uCounts(len(a), len(b)), 0.0, 0.0, 0.0
	for i, c := range counts {
		total += c
		if i <= u {
			lower += c
		}
		if i >= u {
			upper += c
		}
	}
	return min(1, 2*min(lower, upper)/total)
}

func TestPValuesAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		n, m := 2+rng.IntN(7), 2+rng.IntN(7)
		a, b := noisy(rng, 100, 0.1, n), noisy(rng, 105, 0.1, m)
		r := Compare(timings("old", 1, func(int) []float64 { return a }), timings("new", 1, func(int) []float64 { return b }), 0.05)
		if got, want := r.Cells[0].P, exactP(a, b); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v against %v: p = %g; want %g", a, b, got, want)
		}
	}
}

func TestLeastP(t *testing.T) {
	for n := 1; n < 9; n++ {
		for m := 1; m < 9; m++ {
			apart := exactP(slices.Repeat([]float64{1}, n), slices.Repeat([]float64{2}, m))
			if got := leastP(n, m); math.Abs(got-apart) > 1e-12 {
				t.Errorf("leastP(%d, %d) = %g; want %g", n, m, got, apart)
			}
		}
	}
}

// attainable is the level at which a test of n against n at alpha really rejects: p
// takes only some values.
func attainable(n int, alpha float64) float64 {
	counts, total := uCounts(n, n), 0.0
	for _, c := range counts {
		total += c
	}
	level, tail := 0.0, 0.0
	for _, c := range counts {
		if tail += c; 2*tail/total > alpha {
			break
		}
		level = 2 * tail / total
	}
	return level
}

// TestAgainstItself compares sets drawn from one distribution, one cell at a time: a
// difference is seen exactly as often as the test's level says. Two-sided.
func TestAgainstItself(t *testing.T) {
	const comparisons, n, alpha = 4000, 8, 0.05
	rng := rand.New(rand.NewPCG(2, 2))
	draw := func(int) []float64 { return noisy(rng, 50, 0.05, n) }
	flagged := uint64(0)
	for range comparisons {
		r := Compare(timings("old", 1, draw), timings("new", 1, draw), alpha)
		if r.Cells[0].Verdict != Undecided {
			flagged++
		}
	}
	stattest.Rate(t, flagged, comparisons, attainable(n, alpha), alarm)
}

// TestManyCellsAgainstThemselves: with many cells at once, the share of comparisons
// in which anything at all is called changed stays below alpha. (Without the
// correction it would be 1 - 0.95^40 = 87 %.) The probability is not known exactly,
// for p-values here are discrete; it is at most alpha, and at least that of the first
// step of the procedure alone, in which some p is below alpha/cells.
func TestManyCellsAgainstThemselves(t *testing.T) {
	const comparisons, cells, n, alpha = 400, 40, 10, 0.05
	rng := rand.New(rand.NewPCG(3, 3))
	draw := func(int) []float64 { return noisy(rng, 50, 0.05, n) }
	wrong, flagged := uint64(0), 0
	for range comparisons {
		r := Compare(timings("old", cells, draw), timings("new", cells, draw), alpha)
		any := false
		for _, c := range r.Cells {
			if c.Verdict != Undecided {
				any = true
				flagged++
			}
		}
		if any {
			wrong++
		}
	}
	least := 1 - math.Pow(1-attainable(n, alpha/cells), cells)
	if _, upper := prob.BinomialTails(wrong, comparisons, alpha); upper < alarm/2 {
		t.Errorf("%d of %d comparisons find changes in noise; at most %g %% may", wrong, comparisons, 100*alpha)
	}
	if lower, _ := prob.BinomialTails(wrong, comparisons, least); lower < alarm/2 {
		t.Errorf("%d of %d comparisons find changes in noise; it should be %.3g %% at least", wrong, comparisons, 100*least)
	}
	if limit := comparisons * cells * 5 / 100; flagged > limit {
		t.Errorf("%d of %d cells are flagged; at most %d may", flagged, comparisons*cells, limit)
	}
}

// TestFindsSlowerCells: among 200 cells with 3 % of noise, the 20 that became 20 %
// slower are all found, and what is found beside them is within the promised share.
// Ten values against ten whose centres are 6 standard deviations apart overlap in
// less than one cell of a hundred, and an overlap of a few values is still found.
func TestFindsSlowerCells(t *testing.T) {
	const cells, slower, n, alpha = 200, 20, 10, 0.05
	rng := rand.New(rand.NewPCG(4, 4))
	old := timings("old", cells, func(int) []float64 { return noisy(rng, 50, 0.03, n) })
	new := timings("new", cells, func(cell int) []float64 {
		if cell < slower {
			return noisy(rng, 60, 0.03, n)
		}
		return noisy(rng, 50, 0.03, n)
	})
	r := Compare(old, new, alpha)
	found, wrong := 0, uint64(0)
	for i, c := range r.Cells {
		switch {
		case i < slower && c.Verdict == Worse:
			found++
			if c.Change < 0.1 || c.Change > 0.3 {
				t.Errorf("a change of 20 %% is measured as %.1f %%", 100*c.Change)
			}
		case c.Verdict != Undecided:
			wrong++
		}
	}
	if found != slower {
		t.Errorf("%d of %d slower cells are found", found, slower)
	}
	// An unchanged cell is flagged with probability below alpha * (slower+1)/cells.
	if _, upper := prob.BinomialTails(wrong, cells-slower, alpha*(slower+1)/cells); upper < alarm {
		t.Errorf("%d unchanged cells are flagged", wrong)
	}
	lines, err := r.Violations([]Gate{mustGate(t, "time:5%")})
	if err != nil || len(lines) < slower {
		t.Errorf("%d violations, error %v", len(lines), err)
	}
}

// TestIntervalsCoverTheMedian: the interval of a sample of ten covers the true median
// with the probability that its order statistics have. For ten values and 95 % that
// is the second to the ninth: 1 - 2*(1+10)/2^10.
func TestIntervalsCoverTheMedian(t *testing.T) {
	const trials, n = 4000, 10
	rng := rand.New(rand.NewPCG(5, 5))
	covered := uint64(0)
	for range trials {
		d := timings("x", 1, func(int) []float64 { return noisy(rng, 50, 0.2, n) })
		c := newCell(d.units["ns/op"], d.Series[0], Series{Values: []float64{1}})
		if c.Old.Lo <= 50 && 50 <= c.Old.Hi {
			covered++
		}
	}
	stattest.Rate(t, covered, trials, 1-2*(1+10)/math.Pow(2, 10), alarm)
}
