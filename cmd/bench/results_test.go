package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// bench calls bench with arguments and demands an exit status.
func bench(t *testing.T, status int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if got := run(args, &out, &errs); got != status {
		t.Errorf("bench %s: exit status %d; want %d\n%s", strings.Join(args, " "), got, status, &errs)
	}
	return out.String(), errs.String()
}

// resultsFolder writes a run of reps repetitions of an FPR and a timing trial, whose
// times are slowdown times a base.
func resultsFolder(t *testing.T, reps int, slowdown int64) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "results")
	w, _, err := record.OpenWriter(filepath.Join(dir, record.RecordsFile), nil)
	if err != nil {
		t.Fatal(err)
	}
	for rep := range reps {
		for _, part := range []string{"rate", "speed"} {
			if err := w.Append(madeUp(part, rep, slowdown)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	m := record.Manifest{Schema: record.Schema, Profile: "quick", Machine: record.Machine{CPU: "Example CPU", OS: "linux", Arch: "amd64"}}
	if err := record.WriteManifest(dir, m); err != nil {
		t.Fatal(err)
	}
	return dir
}

func madeUp(part string, rep int, slowdown int64) record.Record {
	trial := record.Trial{Experiment: "demo-" + part, Part: part, Kind: record.KindFPR, Variant: "bloom(bpk=10)",
		Workload: "uniform", Capacity: 1000, Fill: 1, Rep: rep, Seed: record.Seed(rep)}
	r := record.Record{Schema: record.Schema, Shape: theory.Shape{Family: "bloom", Bits: 10_000, Cells: 10_000, Probes: 7}}
	if part == "rate" {
		trial.Queries = 100_000
		r.Outcome = &record.FPR{Filled: record.Filled{Inserted: 1000, Accepted: 1000, Distinct: 1000, Members: 1000},
			Queries: 100_000, Positives: 800 + uint64(rep)}
	} else {
		trial.Kind, trial.Call, trial.Ops, trial.Lookups = record.KindTime, "batch", []string{"miss"}, 1000
		r.Outcome = &record.Time{Accepted: 1000, Start: "2026-01-02T03:04:05Z",
			Samples: []record.Sample{{Op: "miss", Ops: 1000, ElapsedNS: slowdown * int64(12_000+100*rep)}}}
	}
	r.Trial, r.ID = trial, trial.ID()
	return r
}

func TestExport(t *testing.T) {
	dir := resultsFolder(t, 8, 1)
	out, errs := bench(t, exitOK, "export", "--results", dir)
	const line = "BenchmarkTime/exp=demo-speed/part=speed/keys=1000/fill=1/call=batch/op=miss/workload=uniform/filter=bloom(bpk=10) 1000 12 ns/op\n"
	if !strings.Contains(out, line) || !strings.Contains(out, "cpu: Example CPU\n") || strings.Count(out, "\nBenchmark") != 16 || errs != "" {
		t.Errorf("stdout\n%s\nstderr\n%s\nwant 16 benchmarks with\n%s", out, errs, line)
	}
	out, _ = bench(t, exitOK, "export", "-r", dir, "--experiment", "demo-rate", "--format", "csv")
	if lines := strings.Count(out, "\n"); lines != 1+8*3 || strings.Contains(out, "ns/op") {
		t.Errorf("%d lines of CSV; want a header and three values for each of eight trials\n%s", lines, out)
	}
	out, _ = bench(t, exitOK, "export", "-r", dir, "--format", "json")
	var rows []record.Row
	if err := json.Unmarshal([]byte(out), &rows); err != nil || len(rows) != 8*4 {
		t.Errorf("%d rows of JSON, error %v; want 32", len(rows), err)
	}
}

func TestExportTellsWhatItLeavesOut(t *testing.T) {
	dir := resultsFolder(t, 3, 1)
	out, errs := bench(t, exitOK, "export", "-r", dir)
	if strings.Contains(out, "\nBenchmark") || errs != "bench: left out 2 series of fewer than 6 samples; --min-samples 1 prints them too\n" {
		t.Errorf("stdout\n%s\nstderr\n%s", out, errs)
	}
	if out, errs = bench(t, exitOK, "export", "-r", dir, "--min-samples", "1"); strings.Count(out, "\nBenchmark") != 6 || errs != "" {
		t.Errorf("stdout\n%s\nstderr\n%s", out, errs)
	}
}

// TestExportOfKilledRun: the half line is told and left out, the rest is printed.
func TestExportOfKilledRun(t *testing.T) {
	dir := resultsFolder(t, 8, 1)
	path := filepath.Join(dir, record.RecordsFile)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text[:len(text)-20], 0o644); err != nil {
		t.Fatal(err)
	}
	out, errs := bench(t, exitOK, "export", "-r", dir, "--min-samples", "1")
	if strings.Count(out, "\nBenchmark") != 15 || !strings.HasPrefix(errs, "bench: "+path+":16: the last line is cut off") {
		t.Errorf("stderr %q, stdout\n%s", errs, out)
	}
}

func TestExportBadInput(t *testing.T) {
	dir := resultsFolder(t, 1, 1)
	spoilt := resultsFolder(t, 1, 1)
	if err := os.WriteFile(filepath.Join(spoilt, record.RecordsFile), []byte("{\"schema\":2}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		status int
		args   []string
		want   string
	}{
		{exitUsage, []string{"export", "-r", dir + "x"}, "no manifest.json there (file does not exist); name a folder that bench run has written"},
		{exitUsage, []string{"export", "-r", dir, "-e", "demo"}, `--experiment "demo": no records of it; there are demo-rate, demo-speed`},
		{exitUsage, []string{"export", "-r", dir, "--format", "xml"}, "must be bench, csv, json or parquet"},
		{exitUsage, []string{"export", dir}, "takes no argument"},
		{exitFailure, []string{"export", "-r", spoilt}, "records.jsonl:1: schema 2 is newer"},
	} {
		out, errs := bench(t, c.status, c.args...)
		if !strings.Contains(errs, c.want) || strings.Count(errs, "\n") != 1 || out != "" {
			t.Errorf("bench %v: stderr %q, stdout %q; want one line with %q", c.args, errs, out, c.want)
		}
	}
}

func TestCompare(t *testing.T) {
	before, after := resultsFolder(t, 8, 1), resultsFolder(t, 8, 2)
	out, errs := bench(t, exitOK, "compare", before, before)
	if !strings.HasPrefix(out, "counts: all equal in 16 trials in common\ntimes:  0 of 1 series changed") || errs != "" {
		t.Errorf("a run against itself: stdout\n%s\nstderr\n%s", out, errs)
	}
	out, errs = bench(t, exitOK, "compare", before, after)
	if !strings.Contains(out, "worse   +100.00%") || errs != "" {
		t.Errorf("twice as slow: stdout\n%s\nstderr\n%s", out, errs)
	}
	out, errs = bench(t, exitFailure, "compare", before, after, "--fail-on", "time:5%,counts")
	if !strings.Contains(errs, "regression: ns/op +100.00%, more than time:5% allows: Time/exp=demo-speed") || !strings.HasSuffix(errs, "bench: --fail-on: regressions found: 1\n") || out == "" {
		t.Errorf("gate: stdout\n%s\nstderr\n%s", out, errs)
	}
	bench(t, exitOK, "compare", before, after, "--fail-on", "time:120%", "--fail-on", "counts")
	bench(t, exitOK, "compare", before, after, "--fail-on", "fpr", "-e", "demo-rate")
	bench(t, exitOK, "compare", after, before, "--fail-on", "time")
}

// TestCompareFormats: the machine-readable forms hold all cells.
func TestCompareFormats(t *testing.T) {
	before, after := resultsFolder(t, 8, 1), resultsFolder(t, 8, 2)
	out, _ := bench(t, exitOK, "compare", before, after, "--format", "csv")
	if strings.Count(out, "\n") != 1+4 {
		t.Errorf("CSV\n%s\nwant a header and four cells", out)
	}
	out, _ = bench(t, exitOK, "compare", before, after, "--format", "json")
	var result struct {
		Cells []struct{ Unit, Verdict string }
		Same  int
	}
	if err := json.Unmarshal([]byte(out), &result); err != nil || len(result.Cells) != 4 || result.Same != 16 {
		t.Errorf("JSON %+v, error %v", result, err)
	}
}

// TestCompareFiles compares what export prints, and a folder with a file.
func TestCompareFiles(t *testing.T) {
	before, after := resultsFolder(t, 8, 1), resultsFolder(t, 8, 2)
	text, _ := bench(t, exitOK, "export", "-r", before)
	file := filepath.Join(t.TempDir(), "old.txt")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, _ := bench(t, exitOK, "compare", file, after); !strings.Contains(out, "ns/op: 1 worse") {
		t.Errorf("a file against a folder:\n%s", out)
	}
	if _, errs := bench(t, exitUsage, "compare", file, after, "-e", "demo-rate"); !strings.Contains(errs, "--experiment chooses from results folders") {
		t.Errorf("stderr %q", errs)
	}
}

func TestCompareBadInput(t *testing.T) {
	dir := resultsFolder(t, 8, 1)
	empty := filepath.Join(t.TempDir(), "empty.txt")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		status int
		args   []string
		want   string
	}{
		{exitUsage, []string{dir}, "takes two folders or files, OLD and NEW, but got 1"},
		{exitUsage, []string{dir, dir + "x"}, "no such file or directory"},
		{exitUsage, []string{dir, dir, "--alpha", "1"}, "--alpha 1: must be between 0 and 1"},
		{exitUsage, []string{dir, dir, "--fail-on", "time:much"}, `--fail-on "time:much": the amount must be a number`},
		{exitUsage, []string{dir, dir, "--fail-on", "kicks"}, `--fail-on "kicks": OLD and NEW have no cell in unit kicks/insert in common`},
		{exitUsage, []string{dir, t.TempDir()}, "no manifest.json there"},
		{exitFailure, []string{dir, empty}, "no benchmark results in it"},
	} {
		out, errs := bench(t, c.status, append([]string{"compare"}, c.args...)...)
		if !strings.Contains(errs, c.want) || strings.Count(errs, "\n") != 1 || out != "" {
			t.Errorf("bench compare %v: stderr %q, stdout %q; want one line with %q", c.args, errs, out, c.want)
		}
	}
}
