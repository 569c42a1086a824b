package record

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
)

var update = flag.Bool("update", false, "write golden files and generated documents")

// golden compares with a file in testdata, or writes it under -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		at := firstDifference(got, want)
		t.Errorf("%s differs from byte %d: %s, want %s; go test -update writes it anew",
			path, at, excerpt(got, min(at, len(got))), excerpt(want, min(at, len(want))))
	}
}

func export(t *testing.T, records []Record, least int) (text []byte, short int) {
	t.Helper()
	for _, r := range records {
		if err := r.Check(); err != nil {
			t.Fatalf("a made-up record is illegal: %v", err)
		}
	}
	var out bytes.Buffer
	short, err := ToBenchfmt(&out, exampleManifest(), records, least)
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), short
}

func TestToBenchfmtGolden(t *testing.T) {
	records := campaign()
	text, short := export(t, records, MinSamples)
	if short != 0 {
		t.Errorf("%d series of 8 samples are called short", short)
	}
	golden(t, "campaign.bench.golden", text)
	slices.Reverse(records)
	if again, _ := export(t, records, MinSamples); !bytes.Equal(again, text) {
		t.Error("the order of the records changes the output")
	}
}

// TestToBenchfmtReads: the reader of the format finds the lines without a syntax
// error, with the units' assumptions, and every name splits into keys and values
// with no GOMAXPROCS at its end.
func TestToBenchfmtReads(t *testing.T) {
	text, _ := export(t, campaign(), MinSamples)
	r := benchfmt.NewReader(bytes.NewReader(text), "campaign")
	results := 0
	for r.Scan() {
		switch rec := r.Result().(type) {
		case *benchfmt.SyntaxError:
			t.Fatal(rec)
		case *benchfmt.Result:
			results++
			base, parts := rec.Name.Parts()
			if bytes.ContainsAny(base, "-/=") {
				t.Fatalf("base %q of %s", base, rec.Name)
			}
			for _, p := range parts {
				if p[0] != '/' || !bytes.Contains(p, []byte("=")) {
					t.Fatalf("part %q of %s is not /key=value", p, rec.Name)
				}
			}
			if rec.GetConfig("cpu") != "Example CPU 3000" || rec.GetConfig("revision") != "0123abc" {
				t.Fatalf("configuration %v", rec.Config)
			}
		}
	}
	// 8 reps of 2 filters: fpr, 3 draws, 2 windows, duplicates, 2 checkpoints, audit, heap, 2 loops, 2 fillings
	// of bins, places, cycle, 2 checkpoints of drift, erasure, 4 histograms of latency, 2 rates of arrivals, 4 of
	// cold, 3 loops of parallel, growth, fit, replies, penetration, service, ageing, rebuild, sharding, 6 callers, semantics, 3 services of penalty; null 2 loops.
	if want := 8 * (2*(1+3+2+1+2+1+1+2+2+1+1+2+1+4+2+4+3+1+1+2+1+3+2+1+1+1+1+1+1+1+6+2+1+3) + 2); results != want || r.Err() != nil {
		t.Errorf("%d results, error %v; want %d", results, r.Err(), want)
	}
	for _, u := range Units {
		if line := r.Units().Get(u.Name, "assume"); line == nil || line.Value != u.Assume {
			t.Errorf("unit %s: assumption %v; want %s", u.Name, line, u.Assume)
		}
		if better := r.Units().GetBetter(u.Name); better != map[string]int{"lower": -1, "higher": 1}[u.Better] {
			t.Errorf("unit %s: better %d", u.Name, better)
		}
	}
}

func TestToBenchfmtLeavesOut(t *testing.T) {
	records := slices.DeleteFunc(campaign(), func(r Record) bool { return r.Rep >= 5 })
	text, short := export(t, records, MinSamples)
	// Five repetitions are short everywhere but for load and bins, which have two draws or more each.
	if want := 2*(1+2+1+2+1+1+2+1+1+2+1+4+2+4+3+1+1+2+1+3+2+1+1+1+1+1+1+1+6+2+1+3) + 2; short != want {
		t.Errorf("%d series are short; want %d", short, want)
	}
	if !bytes.Contains(text, []byte("BenchmarkLoad/")) || bytes.Contains(text, []byte("BenchmarkTime/")) {
		t.Errorf("short series are in the output, or long ones are not:\n%s", text)
	}
	if text, short = export(t, records, 1); short != 0 || !bytes.Contains(text, []byte("BenchmarkTime/")) {
		t.Errorf("with one sample enough, %d series are short", short)
	}
	if bytes.Contains(text, []byte("fn/Mlookup\n")) || bytes.Contains(text, []byte(" 0 ")) {
		t.Errorf("zeros are in the output:\n%s", text)
	}
}

// TestToBenchfmtShowsFaults: one false negative in eight repetitions is printed,
// though the median is none.
func TestToBenchfmtShowsFaults(t *testing.T) {
	records := campaign()
	for i := range records {
		if r := &records[i]; r.FPR() != nil && r.Rep == 3 {
			faulty := *r.FPR()
			faulty.Missing = 1
			r.Outcome = &faulty
		}
	}
	text, _ := export(t, records, MinSamples)
	n := 0
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(line, []byte("BenchmarkFPR/")) && bytes.Contains(line, []byte("fn/Mlookup")) {
			n++
		}
	}
	if n != 2*8 {
		t.Errorf("%d lines tell false negatives; want all 16 of the two series", n)
	}
}

func TestNetTimeLeftOutWhenNotPositive(t *testing.T) {
	var records []Record
	for rep := range 8 {
		records = append(records, timed("bloom", rep, "hit", 2000), timed("null", rep, "hit", 2100))
	}
	if text, _ := export(t, records, MinSamples); bytes.Contains(text, []byte(" net-ns/op\n")) || bytes.Count(text, []byte(" ns/op\n")) != 16 {
		t.Errorf("the filter is faster than nothing at all:\n%s", text)
	}
}

// TestPartialUnitLeftOut: a net time that only some repetitions have would be
// compared with fewer samples than its neighbours.
func TestPartialUnitLeftOut(t *testing.T) {
	var records []Record
	for rep := range 8 {
		records = append(records, timed("bloom", rep, "hit", 9000))
		if rep != 3 {
			records = append(records, timed("null", rep, "hit", 2000))
		}
	}
	if text, _ := export(t, records, MinSamples); bytes.Contains(text, []byte(" net-ns/op\n")) {
		t.Errorf("net times without one baseline:\n%s", text)
	}
}

func TestToBenchfmtWriteError(t *testing.T) {
	for room := range 3 {
		if _, err := ToBenchfmt(&narrow{room * 300}, exampleManifest(), campaign(), 1); !errors.Is(err, errNarrow) {
			t.Errorf("error %v", err)
		}
	}
}

var errNarrow = errors.New("pipe closed")

// narrow is a writer with room for so many bytes.
type narrow struct{ room int }

func (n *narrow) Write(p []byte) (int, error) {
	if n.room -= len(p); n.room < 0 {
		return 0, errNarrow
	}
	return len(p), nil
}

// TestBenchstat runs the real benchstat over an export: it must print tables and no
// warning, neither on stderr nor as a footnote.
func TestBenchstat(t *testing.T) {
	if testing.Short() {
		t.Skip("builds benchstat")
	}
	benchstat := filepath.Join(t.TempDir(), "benchstat")
	if out, err := exec.Command("go", "build", "-o", benchstat, "golang.org/x/perf/cmd/benchstat").CombinedOutput(); err != nil {
		t.Fatalf("building benchstat: %v\n%s", err, out)
	}
	text, _ := export(t, campaign(), MinSamples)
	path := filepath.Join(t.TempDir(), "campaign.txt")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	footnote := regexp.MustCompile(`(?m)^[¹²³⁴⁵⁶⁷⁸⁹⁰]+ .*$`)
	for _, c := range []struct {
		args []string
		want []string
	}{
		{nil, []string{"sec/op", "fp/Mlookup", "bits/key", "load-%", "kicks/insert", "copies/key"}},
		{[]string{"-filter", ".name:Time .unit:net-ns/op", "-row", "/op", "-col", "/filter"}, []string{"net-sec/op", "insert", "miss", "cuckoo(b=4,f=8)", "n=8"}},
		{[]string{"-filter", ".name:Churn", "-row", "/turnover", "-col", "/filter"}, []string{"fp/Mlookup", "1.5", "cuckoo(b=4,f=12)"}},
		{[]string{"-filter", ".name:FPR", "-row", "/exp", "-col", "/filter"}, []string{"bits/key", "demo"}},
	} {
		var stdout, stderr bytes.Buffer
		cmd := exec.Command(benchstat, append(c.args, path)...)
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Run(); err != nil || stderr.Len() > 0 {
			t.Errorf("benchstat %v: %v\n%s", c.args, err, &stderr)
		}
		if notes := footnote.FindAllString(stdout.String(), -1); notes != nil {
			t.Errorf("benchstat %v warns: %v\n%s", c.args, notes, &stdout)
		}
		for _, word := range c.want {
			if !strings.Contains(stdout.String(), word) {
				t.Errorf("benchstat %v does not print %s:\n%s", c.args, word, &stdout)
			}
		}
	}
}

// TestMinSamples: the widest interval of n values misses the median when all lie on
// one side of it, with probability 2 * 2^-n.
func TestMinSamples(t *testing.T) {
	miss := func(n int) float64 { return 2 / float64(uint(1)<<n) }
	if !(miss(MinSamples) <= 0.05 && miss(MinSamples-1) > 0.05) {
		t.Errorf("MinSamples is %d", MinSamples)
	}
}
