package claims

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/internal/stat"
	"filterbench/internal/stattest"
)

// The alarm level of the statistical tests of this file.
const alarm = 1e-6

// draw is some repetitions of a normal statistic.
func draw(r *rand.Rand, n int, mean, deviation float64) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = mean + deviation*r.NormFloat64()
	}
	return values
}

// A statistic that truly lies on the margin is taken for one inside in 2.5 of 100
// cases: that is the level of the equivalence test.
func TestEquivalenceLevel(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const trials = 40_000
	wrong := uint64(0)
	for range trials {
		x := stat.NewEstimate(draw(r, 8, 1.05, 0.01))
		if judge([]part{partOf("x", x, near(1, 0.05))}).verdict == Confirmed {
			wrong++
		}
	}
	stattest.Rate(t, wrong, trials, 0.025, alarm)
}

// The p-value is below the level exactly where the interval decides.
func TestPValuesAndIntervalsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, make := range []func([]float64) Estimate{stat.NewEstimate, stat.NewLogEstimate, stat.NewMedianEstimate} {
		decided := 0
		for i := range 3000 {
			x := make(draw(r, 9, 1+0.1*r.NormFloat64(), 0.04))
			p := partOf("x", x, []Range{near(1, 0.06), from(0.95), upTo(1.05)}[i%3])
			if p.inside() != (p.pInside() < level) {
				t.Fatalf("interval %g to %g of %s, p inside %g", p.x.Lo, p.x.Hi, p.span(), p.pInside())
			}
			if p.outside() != (p.pOutside() < level) {
				t.Fatalf("interval %g to %g of %s, p outside %g", p.x.Lo, p.x.Hi, p.span(), p.pOutside())
			}
			if p.inside() || p.outside() {
				decided++
			}
		}
		if decided < 300 || decided > 2700 {
			t.Errorf("%d of 3000 decided: the cases are too much alike", decided)
		}
	}
}

func TestJudge(t *testing.T) {
	sharp, blunt := stat.NewEstimate([]float64{1, 1.01, 0.99, 1.005}), stat.NewEstimate([]float64{0.7, 1.3, 0.9, 1.2})
	for _, c := range []struct {
		name  string
		parts []part
		want  Verdict
	}{
		{"all inside", []part{partOf("a", sharp, near(1, 0.1)), partOf("b", sharp, from(0.9)), partOf("c", sharp, upTo(1.1))}, Confirmed},
		{"one outside", []part{partOf("a", sharp, near(1, 0.1)), partOf("b", sharp, near(2, 0.1)), partOf("c", blunt, near(1, 0.1))}, Refuted},
		{"one too wide", []part{partOf("a", sharp, near(1, 0.1)), partOf("b", blunt, near(1, 0.1))}, Undecided},
		{"one unknown", []part{partOf("a", sharp, near(1, 0.1)), partOf("b", stat.NewEstimate([]float64{1, 1}), near(1, 0.1))}, Undecided},
		{"not a number", []part{partOf("a", stat.NewEstimate([]float64{1, math.NaN(), 1, 1}), near(1, 0.1))}, Undecided},
	} {
		if j := judge(c.parts); j.verdict != c.want {
			t.Errorf("%s: %s, want %s", c.name, j.verdict, c.want)
		}
	}
}

// One part barely outside among many does not refute.
func TestRefutationAllowsForParts(t *testing.T) {
	x := stat.NewEstimate([]float64{1.02, 1.06, 1.1, 1.04, 1.09, 1.03})
	in := upTo(1.01)
	if p := partOf("x", x, in).pOutside(); 40*p >= 1 || 40*p < level {
		t.Fatalf("p %g: the case shows nothing", p)
	}
	parts := []part{partOf("x", x, in)}
	if j := judge(parts); j.verdict != Refuted {
		t.Errorf("alone: %s", j.verdict)
	}
	for range 39 {
		parts = append(parts, partOf("y", stat.Exact(1), in))
	}
	if j := judge(parts); j.verdict != Undecided {
		t.Errorf("among forty: %s", j.verdict)
	}
}

// Verdicts that stand alone fall where their family is large; another family is
// left alone.
func TestHolmTakesBackVerdicts(t *testing.T) {
	row := func(id string, p float64) Result {
		return Result{Claim: Claim{ID: id}, Ruling: Ruling{Verdict: Confirmed, P: p, Line: "So it is."}}
	}
	list := []Result{row("AA-1", 0.03), row("AA-2", 0.03), row("AA-3", 1e-6), row("BB-1", 0.03), row("AA-4", math.NaN())}
	correct(list)
	for i, want := range []Verdict{Undecided, Undecided, Confirmed, Confirmed, Confirmed} {
		if list[i].Verdict != want {
			t.Errorf("%s is %s, want %s", list[i].ID, list[i].Verdict, want)
		}
	}
	if !strings.Contains(list[0].Line, "among the 3 tests of its family") {
		t.Errorf("the reason is not given: %s", list[0].Line)
	}
}

// A rule that decides without having taken records is a bug of the ledger.
func TestVerdictWithoutRecordsPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	claim := Claim{ID: "AA-1", Special: func(*Evidence) Ruling { return Ruling{Verdict: Confirmed} }}
	_, _ = evaluate(&analysis.Dataset{}, []Claim{claim})
}

// A verdict on a value says its resolution: half the width of the interval over the
// estimate, of the first part and of the bluntest.
func TestResolutionIsStated(t *testing.T) {
	sharp, blunt := stat.Normal(2, 0.02/2.776445, 5), stat.Normal(1, 0.1/2.776445, 5)
	j := judge([]part{partOf("the whole", sharp, near(2, 0.05)), partOf("a point", blunt, near(1, 0.2)), partOf("a limit", blunt, from(0.5))})
	if want := "Resolution: 1 % for the whole; 10 % for a point."; j.power != want {
		t.Errorf("%q, want %q", j.power, want)
	}
	if r := j.ruling("", "", sharp, "Line."); r.Verdict != Confirmed || !strings.HasSuffix(r.Line, j.power) {
		t.Errorf("%s: %s", r.Verdict, r.Line)
	}
	if j := judge([]part{partOf("a limit", blunt, from(0.5)), partOf("a number", stat.Exact(3), near(3, 0.1))}); j.power != "" {
		t.Errorf("limits and computed numbers are said to have a resolution: %q", j.power)
	}
}

func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1: "1", 1234567: "1,230,000", 0.000012345: "0.0000123", 1.0049: "1", 99.96: "100"} {
		if got := number(x); got != want {
			t.Errorf("number(%g) is %q, want %q", x, got, want)
		}
	}
}
