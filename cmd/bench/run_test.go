package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filterbench/harness"
	"filterbench/internal/record"
)

// slow is one trial of some seconds, on one core.
const slow = `
title = "Slow"
question = "What is waited for?"
expect = "This."
seed = 1

[[part]]
name = "wait"
kind = "fpr"
variants = ["bloom(bpk=8)"]
workloads = ["uniform"]
capacity = [1000]
fill = [1]
reps = %REPS%
positives = 1000000000000
max_queries = %QUERIES%
`

func slowFile(t *testing.T, reps, queries string) string {
	return write(t, "slow.toml", strings.NewReplacer("%REPS%", reps, "%QUERIES%", queries).Replace(slow))
}

// TestInterruptAnswersAtOnce: a first SIGINT says what is waited for, a second ends the
// program now.
func TestInterruptAnswersAtOnce(t *testing.T) {
	file, dir := slowFile(t, "1", "40_000_000_000"), t.TempDir()
	cmd := program("run", "--file", file, "--results", dir)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	lines := bufio.NewScanner(stderr)
	if !lines.Scan() { // the first line of progress: the run is under way
		t.Fatal("no word of progress")
	}
	time.Sleep(100 * time.Millisecond)
	cmd.Process.Signal(os.Interrupt)
	answer := make(chan string, 1)
	go func() { lines.Scan(); answer <- lines.Text() }()
	select {
	case text := <-answer:
		if !strings.Contains(text, "waiting for what is under way (slow wait of bloom(bpk=8))") {
			t.Errorf("the answer is %q", text)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("no answer to an interrupt")
	}
	cmd.Process.Signal(os.Interrupt)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("a second interrupt does not end the program")
	}
}

// TestProgressForMachines: every line is JSON, the last says that it ended, and how.
func TestProgressForMachines(t *testing.T) {
	file, dir := slowFile(t, "4", "4_000"), filepath.Join(t.TempDir(), "r")
	status, _, stderr := call("run", "--file", file, "--results", dir, "--progress", "json")
	if status != exitOK {
		t.Fatalf("status %d: %s", status, stderr)
	}
	var last progressLine
	n := 0
	for line := range strings.Lines(stderr) {
		last = progressLine{}
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		n++
	}
	if n < 2 || last.Event != "end" || last.Done != 4 || last.Trials != 4 || last.Share != 1 || last.LeftS == nil || *last.LeftS != 0 {
		t.Errorf("%d lines, the last is %+v", n, last)
	}
	if status, _, stderr := call("run", "--file", file, "--results", dir, "--progress", "none"); status != exitOK || stderr != "" {
		t.Errorf("--progress none: status %d, stderr %q", status, stderr)
	}
	if status, _, stderr := call("run", "--file", file, "--progress", "xml"); status != exitUsage || !strings.Contains(stderr, "bar, json or none") {
		t.Errorf("--progress xml: status %d, stderr %q", status, stderr)
	}
}

// TestRetryFailedBesideARun: the one loss of measured data that was ever found.
func TestRetryFailedBesideARun(t *testing.T) {
	file, dir := write(t, "killable.toml", killable), t.TempDir()
	first := program("run", "--file", file, "--results", dir)
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); recordedBytes(dir) < 10_000 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	out, err := program("run", "--retry-failed", "--file", file, "--results", dir).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "another run is writing here") {
		t.Errorf("error %v, %s; want to be refused", err, out)
	}
	if err := first.Wait(); err != nil {
		t.Fatal(err)
	}
	m, records, err := record.ReadDir(dir)
	if err != nil || len(records) != m.Trials || m.Runs[0].Done != m.Trials {
		t.Errorf("%d of %d records, manifest says %+v, %v", len(records), m.Trials, m.Runs, err)
	}
}

func TestStopping(t *testing.T) {
	trial := record.Trial{Experiment: "e", Part: "p", Variant: "v"}
	if got := stopping([]record.Trial{trial, trial, trial, trial}); !strings.Contains(got, "(e p of v, e p of v, 2 more)") {
		t.Errorf("%q", got)
	}
	if got := stopping(nil); strings.Contains(got, "()") {
		t.Errorf("%q", got)
	}
}

func TestDefaultResults(t *testing.T) {
	for s, want := range map[harness.Shard]string{{}: "results/full", {Index: 3, Of: 16}: "results/full/shard-03-of-16"} {
		if got := filepath.ToSlash(defaultResults("full", s)); got != want {
			t.Errorf("%v: %s; want %s", s, got, want)
		}
	}
}
