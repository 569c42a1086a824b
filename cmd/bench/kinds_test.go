package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/claims"
	"filterbench/harness"
	"filterbench/internal/record"
)

// formats returns what the flag --format of a command may be.
func formats(t *testing.T, command string) []string {
	t.Helper()
	cmd, _, err := newRootCmd().Find([]string{command})
	if err != nil {
		t.Fatal(err)
	}
	return cmd.Flag("format").Value.(*choice).legal
}

// TestEveryClaim: each claim of the ledger is explained from the reference run, in every
// format.
func TestEveryClaim(t *testing.T) {
	ids := claimIDs()
	for _, format := range formats(t, "claims") {
		status, out, stderr := call(append([]string{"claims", "--results", reference, "--format", format}, ids...)...)
		if status != exitOK {
			t.Errorf("%s: %s", format, stderr)
		}
		for _, id := range ids {
			if !strings.Contains(out, id) {
				t.Errorf("%s: nothing on %s", format, id)
			}
		}
	}
}

// TestEveryExport: the reference run is printed in every format, with all its kinds.
func TestEveryExport(t *testing.T) { exported(t, reference) }

// kindsIn returns the kinds of trial of which a folder has records.
func kindsIn(t *testing.T, dir string) map[string]bool {
	t.Helper()
	_, records, err := record.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, r := range records {
		kinds[r.Kind] = true
	}
	return kinds
}

// exported demands that a folder is printed in every format, the long tables with all kinds
// that it has; the benchmark format leaves out what has no ratio to anything.
func exported(t *testing.T, dir string) {
	t.Helper()
	kinds := kindsIn(t, dir)
	for _, format := range formats(t, "export") {
		status, out, stderr := call("export", "--results", dir, "--format", format, "--min-samples", "1")
		if status != exitOK || out == "" {
			t.Errorf("%s: %s", format, stderr)
		}
		for kind := range kinds {
			if format != "bench" && format != "parquet" && !strings.Contains(out, `,`+kind+`,`) && !strings.Contains(out, `"kind":"`+kind+`"`) {
				t.Errorf("%s: nothing of kind %s", format, kind)
			}
		}
	}
}

// reader returns the name of the method by which a record gives its outcome of a kind: that
// of the outcome's type.
func reader(k record.Kind) string { return strings.TrimPrefix(fmt.Sprintf("%T", k.New()), "*record.") }

// cheapest returns, for each kind, the trial of the declared experiments that is estimated to
// cost the least.
func cheapest(t *testing.T) (best map[string]record.Trial, absent map[string]bool) {
	t.Helper()
	all, err := declared()
	if err != nil {
		t.Fatal(err)
	}
	plan, err := harness.Expand("quick", all)
	if err != nil {
		t.Fatal(err)
	}
	best, absent = map[string]record.Trial{}, map[string]bool{}
	for _, trial := range plan.Absent {
		absent[trial.Kind] = true
	}
	cost := map[string]float64{}
	for _, trial := range plan.Trials {
		if trial.Fill == 0 && trial.Draws == 0 && trial.Loads == nil {
			continue // an empty filter, of which there is little to say
		}
		e := harness.EstimateTrial(trial)
		if !(e.Seconds > 0) || e.Bytes == 0 {
			t.Fatalf("a trial of kind %s is estimated to cost nothing", trial.Kind)
		}
		if old, ok := cost[trial.Kind]; !ok || e.Seconds < old {
			best[trial.Kind], cost[trial.Kind] = trial, e.Seconds
		}
	}
	return best, absent
}

// TestEveryKind: each kind of trial has a declared experiment, and goes from its plan through
// measuring, a results folder, export, claims and comparison; a package of analysis reads it.
func TestEveryKind(t *testing.T) {
	trials, absent := cheapest(t)
	code, dir, measured := analysisCode(t), t.TempDir(), kindsIn(t, reference)
	w, _, err := record.OpenWriter(filepath.Join(dir, record.RecordsFile), nil)
	if err != nil {
		t.Fatal(err)
	}
	plan := harness.Plan{Profile: "quick"}
	for _, k := range record.Kinds() {
		trial, ok := trials[k.Name]
		if !ok && absent[k.Name] {
			t.Logf("kind %s is of programs alone that cannot be run here", k.Name)
			continue
		} else if !ok {
			t.Errorf("no declared experiment has a part of kind %s", k.Name)
			continue
		}
		r := harness.Measure(trial)
		if r.Failed != "" || r.Outcome == nil || r.Outcome.Kind() != k.Name {
			t.Errorf("%s measured: %s, %v", k.Name, r.Failed, r.Outcome)
			continue
		}
		if text, err := json.Marshal(r.Outcome.Exact(trial)); err != nil || len(text) < 3 {
			t.Errorf("%s: what is exact of it is %s, %v", k.Name, text, err)
		}
		// A kind that the reference run does not have yet may be analysed later than it is measured.
		if method := reader(k); measured[k.Name] && !regexp.MustCompile(`\.`+method+`\(\)`).Match(code) {
			t.Errorf("nothing in analysis reads outcomes of kind %s", k.Name)
		}
		if err := w.Append(r); err != nil {
			t.Error(err)
		}
		plan.Trials = append(plan.Trials, trial)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	manifest := record.Manifest{Schema: record.Schema, Profile: plan.Profile, Plan: plan.Digest(), Trials: len(plan.Trials),
		Machine: harness.DescribeMachine(), Toolchain: harness.DescribeToolchain()}
	if err := record.WriteManifest(dir, manifest); err != nil {
		t.Fatal(err)
	}
	exported(t, dir)
	if status, out, stderr := call("compare", dir, dir); status != exitOK {
		t.Errorf("compare: %s%s", out, stderr)
	}
	if status, _, stderr := call("claims", "--results", dir); status != exitOK {
		t.Errorf("claims: %s", stderr)
	}
	shownAsEvidence(t, dir, plan.Trials)
}

// shownAsEvidence demands that a claim could show what was counted in the cell of each trial.
func shownAsEvidence(t *testing.T, dir string, trials []record.Trial) {
	t.Helper()
	d, err := analysis.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, trial := range trials {
		cells, err := d.Cells(trial.Experiment, trial.Part)
		if err != nil || len(cells) == 0 {
			t.Errorf("%s: %d cells, %v", trial.Kind, len(cells), err)
		}
		for _, row := range (claims.Result{Cells: cells}).Rows() {
			if !regexp.MustCompile(`^[^%]*\d[^%]*$`).MatchString(row.Counts) {
				t.Errorf("a cell of kind %s counted %q", trial.Kind, row.Counts)
			}
		}
	}
}

// analysisCode returns the source of the packages of analysis, tests apart.
func analysisCode(t *testing.T) (code []byte) {
	t.Helper()
	err := filepath.WalkDir("../../analysis", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "internal/") {
			return err
		}
		text, err := os.ReadFile(path)
		code = append(code, text...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return code
}
