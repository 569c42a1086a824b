package claims

import (
	"strings"
	"testing"

	"filterbench/analysis/internal/sample"
)

// schemes makes filters whose ways of deriving probes have these factors on the rate.
func schemes(double, same, large float64) *sample.Maker {
	m := sample.New(11)
	m.Schemes(func(variant string) float64 {
		switch {
		case strings.Contains(variant, "same"):
			return same
		case strings.Contains(variant, "blocked") && strings.Contains(variant, "double"):
			return double
		case strings.Contains(variant, "bloom") && strings.Contains(variant, "probing"):
			return large
		}
		return 1
	})
	return m
}

// Ways that raise the rate in blocks and not in large tables confirm the claim on that
// condition, ways that raise it everywhere without one, and ways that raise none refute.
func TestCorrelatedHashes(t *testing.T) {
	for _, c := range []struct {
		double, same, large float64
		want                Verdict
		condition           string
	}{
		{3, 20, 1, Conditional, "large ones double hashing and its kin cost less than 5 %"},
		{3, 20, 1.3, Confirmed, ""},
		{3, 20, 1.05, Conditional, "not known well enough"},
		{1, 1, 1, Refuted, ""},
		{3, 1, 1, Refuted, ""},
		{1.25, 20, 1, Undecided, ""},
	} {
		r := results(t, schemes(c.double, c.same, c.large))["FPR-12"]
		if r.Verdict != c.want || !strings.Contains(r.Condition, c.condition) {
			t.Errorf("factors %g, %g and %g: %s, want %s: %s %s", c.double, c.same, c.large, r.Verdict, c.want, r.Line, r.Condition)
		}
	}
	r := results(t, schemes(3, 20, 1))["FPR-12"]
	if !strings.Contains(r.Condition, "still has") || !strings.Contains(r.Line, "inclusion and exclusion gives 4") {
		t.Errorf("%s %s", r.Line, r.Condition)
	}
}

// Rates of 3 % make 318 likely, of 4 % not; and the same count leaves no condition.
func TestGuavasPublishedCount(t *testing.T) {
	for _, c := range []struct {
		factor float64
		hits   uint64 // in the trial of ten thousand; 0 leaves what was made up
		want   Verdict
	}{{1, 309, Conditional}, {1, 318, Confirmed}, {4.0 / 3, 0, Refuted}, {0.5, 0, Refuted}} {
		m := sample.New(12)
		m.Guava(c.factor, 1)
		d := m.Dataset("")
		for i := range d.Records {
			if r := &d.Records[i]; r.Part == "published" && c.hits > 0 {
				r.FPR().Queries, r.FPR().Positives = 10_000, c.hits
			}
		}
		if r := evaluated(t, d)["FPR-10"]; r.Verdict != c.want {
			t.Errorf("%g times 3 %% and %d hits: %s, want %s: %s", c.factor, c.hits, r.Verdict, c.want, r.Line)
		}
	}
}

// The strategy of 32 bits leaves theory if it follows the formula for its positions.
// If it follows the classic one, or that of 64 bits does not, the claim is refuted.
func TestGuavasWidth(t *testing.T) {
	for _, c := range []struct {
		wide, narrow float64
		want         Verdict
	}{{1, 1, Conditional}, {1, 1 / 1.5, Refuted}, {1.5, 1, Refuted}} {
		m := sample.New(13)
		m.Guava(c.wide, c.narrow)
		if r := results(t, m)["FPR-11"]; r.Verdict != c.want {
			t.Errorf("factors %g and %g: %s, want %s: %s", c.wide, c.narrow, r.Verdict, c.want, r.Line)
		}
	}
	if got := narrowRatio(1 << 31); got < 0.999 || got > 1.001 {
		t.Errorf("where nothing is folded the rate is %g times theory's", got)
	}
	if got := narrowLeaves(0.05); got < 1<<29 || got > 1<<30 {
		t.Errorf("the strategy leaves theory from %d bits on", got)
	}
}

// Without tables of more positions than the narrow hash has, nothing is decided.
func TestGuavasWidthNeedsLargeTables(t *testing.T) {
	m := sample.New(13)
	m.Guava(1, 1)
	d := m.Dataset("")
	small := d.Records[:0]
	for _, r := range d.Records {
		if r.Capacity < 1<<31 {
			small = append(small, r)
		}
	}
	d.Records = small
	if r := evaluated(t, d)["FPR-11"]; r.Verdict != Undecided {
		t.Errorf("decided from small tables: %s", r.Line)
	}
}
