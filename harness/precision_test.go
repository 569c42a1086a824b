package harness

import (
	"strings"
	"testing"

	"filterbench/internal/record"
	"filterbench/internal/stattest"
	"filterbench/variants/families"
)

// The numbers of false positives that precisions take, as statistics books print them.
func TestPositivesFor(t *testing.T) {
	for precision, want := range map[float64]uint64{0.01: 38_415, 0.02: 9_604, 0.05: 1_537, 0.1: 385} {
		if got := PositivesFor(precision); got != want {
			t.Errorf("%g takes %d positives, want %d", precision, got, want)
		}
	}
}

// A trial with a target is the beginning of the trial that asks on: it ends with the
// very lookup that is the target-th false positive, wherever chunks end.
func TestStopsAtTheTarget(t *testing.T) {
	whole := record.Trial{Kind: record.KindFPR, Variant: "bloom(bpk=6)", Capacity: 1000, Fill: 1}
	for _, target := range []uint64{2, 3, 50, 1000} {
		stopped := whole
		stopped.Target, stopped.Queries = target, 1<<20
		f := measure(t, stopped).FPR()
		if f.Positives != target || f.Stop != record.StopTarget {
			t.Fatalf("target %d: %d positives, stopped by %q", target, f.Positives, f.Stop)
		}
		for _, c := range []struct{ queries, positives uint64 }{{f.Queries, target}, {f.Queries - 1, target - 1}} {
			fixed := whole
			fixed.Queries = c.queries
			if got := measure(t, fixed).FPR().Positives; got != c.positives {
				t.Errorf("target %d came after %d lookups; %d lookups have %d positives, want %d", target, f.Queries, c.queries, got, c.positives)
			}
		}
	}
}

// The cap ends what the target does not.
func TestStopsAtTheCap(t *testing.T) {
	for variant, positives := range map[string]uint64{"exact": 0, "null": 100} {
		f := measure(t, record.Trial{Kind: record.KindFPR, Variant: variant, Capacity: 1000, Fill: 1, Queries: 100, Target: 101}).FPR()
		if f.Queries != 100 || f.Positives != positives || f.Stop != record.StopCap {
			t.Errorf("%s: %d of %d, stopped by %q; want %d of 100 by the cap", variant, f.Positives, f.Queries, f.Stop, positives)
		}
	}
	for _, target := range []uint64{2, chunk - 1, chunk, chunk + 1, 2 * chunk, 10_000} { // the last is the last lookup allowed
		f := measure(t, record.Trial{Kind: record.KindFPR, Variant: "null", Capacity: 10, Fill: 1, Queries: 10_000, Target: target}).FPR()
		if f.Queries != target || f.Stop != record.StopTarget {
			t.Errorf("a filter that always says yes reaches %d after %d lookups, stopped by %q", target, f.Queries, f.Stop)
		}
	}
}

// The estimate from stopped trials has no bias: the mean of (r-1)/(N-1) over filters of
// known rate, two-sided, with an alarm rate of 1e-6. Hits over lookups would be a tenth
// too high, which this many filters show.
func TestStoppedTrialsAgreeWithTheory(t *testing.T) {
	var rates []float64
	want := 0.0
	for seed := range 400 {
		r := measure(t, record.Trial{
			Kind: record.KindFPR, Variant: "bloom(bpk=8)", Capacity: 4096, Fill: 1, Queries: 1 << 20, Target: 11, Seed: record.Seed(seed + 1),
		})
		rates = append(rates, float64(r.FPR().Positives-1)/float64(r.FPR().Queries-1))
		p, _ := families.Predict(r.Shape, r.FPR().Distinct)
		want = p.FPR
	}
	stattest.Mean(t, rates, want, 1e-6)
}

// A precision becomes a target for each repetition and a share of the cap, and takes
// the place of positives in a profile, and the other way round.
func TestPrecisionInAPlan(t *testing.T) {
	source := strings.Replace(tiny, "positives = 200\n", "precision = 0.05\n", 1)
	source = strings.Replace(source, "[part.quick]\nreps = 1\n", "[part.quick]\npositives = 100\nreps = 1\n", 1)
	e, err := Decode("tiny", "tiny.toml", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		profile         string
		target, queries uint64
	}{{"standard", 769, 10_000}, {"quick", 0, 0}} {
		plan, err := Expand(c.profile, []Experiment{e})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range plan.Trials {
			if p.Part == "rate" && (p.Target != c.target || c.queries > 0 && p.Queries != c.queries || p.Capped && c.target > 0) {
				t.Errorf("%s: %s stops at %d positives or %d lookups (capped %v), want %d", c.profile, p.Variant, p.Target, p.Queries, p.Capped, c.target)
			}
		}
	}
}

func TestBadPrecisions(t *testing.T) {
	for change, want := range map[[2]string]string{
		{"positives = 200\n", "positives = 200\nprecision = 0.1\n"}:                              "exclude each other",
		{"positives = 200\n", "precision = 0\n"}:                                                 `key "precision" = 0: must be from 0.001 to 0.5`,
		{"positives = 200\n", "precision = 0.6\n"}:                                               "must be from",
		{"positives = 200\n", ""}:                                                                `needs key "positives"`,
		{"[part.quick]\nreps = 1\n", "[part.quick]\nprecision = 0.1\npositives = 3\nreps = 1\n"}: "exclude each other",
		{"turnovers", "precision = 0.1\nturnovers"}:                                              "no use in kind churn",
	} {
		_, err := Decode("tiny", "tiny.toml", []byte(strings.Replace(tiny, change[0], change[1], 1)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q in place of %q: %v, want %q", change[1], change[0], err, want)
		}
	}
}

// The estimate of a trial that stops is about what it will ask, not its cap.
func TestEstimateOfATarget(t *testing.T) {
	trial := record.Trial{Kind: record.KindFPR, Variant: "bloom(bpk=10)", Workload: "uniform", Capacity: 1000, Fill: 1, Queries: 1 << 40, Target: 100}
	if got := EstimateTrial(trial).Seconds; got > 0.01 {
		t.Errorf("a hundred false positives of 1 %% are said to take %g s", got)
	}
}

// Real Guava, asked the very integers, answers as its port does in a trial: 309 of
// 1 020 000 to 1 029 999 and 301 204 of ten million.
func TestGuavasCounts(t *testing.T) {
	for absent, want := range map[string][2]uint64{"1020000": {10_000, 309}, "1000000": {10_000_000, 301_204}} {
		r := Measure(record.Trial{
			Kind: record.KindFPR, Variant: "guava(strategy=mitz64,fpr=0.03,funnel=int)", Hash: "identity",
			Workload: "sequential(start=0,absent=" + absent + ")", Capacity: 1_000_000, Fill: 1, Queries: want[0],
		})
		if r.Failed != "" || r.FPR().Queries != want[0] || r.FPR().Positives != want[1] || r.FPR().Missing != 0 {
			t.Errorf("from %s: %+v %s, want %d positives", absent, r.FPR(), r.Failed, want[1])
		}
	}
}
