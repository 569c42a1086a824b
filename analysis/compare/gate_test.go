package compare

import (
	"strings"
	"testing"

	"filterbench/internal/record"
)

func mustGate(t *testing.T, text string) Gate {
	t.Helper()
	g, err := ParseGate(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestParseGate(t *testing.T) {
	for text, want := range map[string]Gate{
		"time:5%": {Unit: "ns/op", Allowed: 0.05}, "net:0.1": {Unit: "net-ns/op", Allowed: 0.1}, "fpr": {Unit: "fp/Mlookup"},
		"load-%:2%": {Unit: "load-%", Allowed: 0.02}, "counts": {Unit: "counts"}, "missing": {Unit: "missing"}, "B/op:0": {Unit: "B/op"},
	} {
		want.original = text
		if got, err := ParseGate(text); err != nil || got != want || got.String() != text {
			t.Errorf("%q: %+v, error %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", ":5%", "time:", "time:-1%", "time:NaN", "time:five", "time:5%%", "counts:1", "missing:0", "time:Inf"} {
		if got, err := ParseGate(text); err == nil || !strings.Contains(err.Error(), "for example time:5%") {
			t.Errorf("%q: %+v, error %v; want one that shows how", text, got, err)
		}
	}
}

func TestViolations(t *testing.T) {
	worse := func(r *record.Record) {
		if r.Time() != nil {
			r.Time().Samples[0].ElapsedNS += 2000 // of about 12,437: +16.1 %
		}
		if r.FPR() != nil {
			r.FPR().Positives += 5
		}
	}
	records := sample(8, worse)
	r := Compare(fromRecords("old", append(sample(8, nil), extra())), fromRecords("new", records), 0.05)
	for text, want := range map[string]int{
		"time:5%": 1, "time:16%": 1, "time:17%": 0, "time": 1, "space": 0, "counts": 8, "missing": 1, "fpr:5%": 1, "fpr:1": 0,
	} {
		lines, err := r.Violations([]Gate{mustGate(t, text)})
		if err != nil || len(lines) != want {
			t.Errorf("%s: %q, error %v; want %d lines", text, lines, err, want)
		}
	}
	if lines, err := r.Violations([]Gate{mustGate(t, "time"), mustGate(t, "fpr")}); err != nil || len(lines) != 2 {
		t.Errorf("two gates: %q, error %v", lines, err)
	}
	if _, err := r.Violations([]Gate{mustGate(t, "speed")}); err == nil || !strings.Contains(err.Error(), "there are fp/Mlookup, fn/Mlookup, bits/key") {
		t.Errorf("an unknown unit: error %v", err)
	}
	faster := Compare(fromRecords("old", records), fromRecords("new", sample(8, nil)), 0.05)
	if lines, err := faster.Violations([]Gate{mustGate(t, "time"), mustGate(t, "fpr")}); err != nil || len(lines) != 0 {
		t.Errorf("an improvement fails: %q, error %v", lines, err)
	}
}

// extra is a record whose cells the others do not have.
func extra() record.Record {
	r := sample(1, nil)[1]
	r.Part = "other"
	r.ID = r.Trial.ID()
	return r
}

// TestVacuousCounts: a gate for counts that nothing was held against is no gate.
func TestVacuousCounts(t *testing.T) {
	gate, err := ParseGate("counts")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (&Result{}).Violations([]Gate{gate}); err == nil {
		t.Error("runs without a trial in common pass")
	}
	if _, err := (&Result{Same: 1}).Violations([]Gate{gate}); err != nil {
		t.Error(err)
	}
}

// TestNoNumbers: a value that is no number is refused by file and line.
func TestNoNumbers(t *testing.T) {
	for _, v := range []string{"NaN", "Inf", "-Inf"} {
		if _, err := FromBenchfmt("b.txt", strings.NewReader("BenchmarkX 1 5 ns/op\nBenchmarkX 1 "+v+" ns/op\n")); err == nil || !strings.Contains(err.Error(), "b.txt:2") {
			t.Errorf("%s: error %v", v, err)
		}
	}
}
