package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestShow: the numbers of a run as text and Markdown, one record with the command that
// repeats it, and what is wrong with a selection in one line.
func TestShow(t *testing.T) {
	const run = "../../results/reference"
	for want, args := range map[string][]string{
		"throughput ":                  {"show", run},
		"throughput, part size (time)": {"show", run, "throughput part=size family=cuckoo"},
		"| cuckoo(b=4,f=12) | 15564 |": {"show", run, "throughput part=size family=cuckoo", "--markdown"},
		"fpr-bloom, part bits (fpr)":   {"show", run, "fpr-bloom part=bits bpk=8"},
		"semisort(f=13)":               {"show", run, "space semisort(f=13)"},
		"bench compare":                {"show", run, "--record", firstRecord(t, run)},
		"0 of 45000 accepted keys":     {"audit", "cuckoo(b=4,f=12)"},
		"FAIL  too many keys":          {"audit", "seiflotfy-cuckoo"},
		`"variant": "bloom(fpr=0.01)"`: {"audit", "bloom(fpr=0.01)", "--format", "json", "--reps", "1"},
		"It does what anybody would":   {"audit", "quotient(r=9)", "--reps", "1"},
	} {
		if status, out, stderr := call(args...); status != exitOK || !strings.Contains(out, want) {
			t.Errorf("%s: %d %s; want %q in\n%s", args, status, stderr, want, out)
		}
	}
	for want, args := range map[string][]string{
		"no record of that id": {"show", run, "--record", "zz"}, "is no condition": {"show", run, "fpr-bloom bits"}, "no records of an experiment": {"show", run, "fpr"},
		"selects no cell": {"show", run, "fpr-bloom family=cuckoo"}, "no manifest.json": {"show", t.TempDir()}, "takes a results folder": {"plot"},
		"no cell has both": {"plot", run, "overload", "-x", "miss"}, "must end in .svg": {"plot", run, "-o", "x.png"}, "built once": {"audit", "xor"}, "did you mean": {"audit", "cukoo"},
	} {
		if status, _, stderr := call(args...); status != exitUsage || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: %d %s; want %q", args, status, stderr, want)
		}
	}
}

// TestPlot: any two quantities become a figure and the points behind it.
func TestPlot(t *testing.T) {
	out := filepath.Join(t.TempDir(), "rates.svg")
	if status, _, stderr := call("plot", "../../results/reference", "fpr-bloom part=bits", "-x", "bits", "-y", "fpr", "-o", out); status != exitOK {
		t.Fatal(stderr)
	}
	for _, name := range []string{out, strings.TrimSuffix(out, "svg") + "csv"} {
		if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), "bloom") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func firstRecord(t *testing.T, run string) string {
	t.Helper()
	_, rest, _ := strings.Cut(read(t, filepath.Join(run, "records.jsonl")), `"id":"`)
	return rest[:16]
}
