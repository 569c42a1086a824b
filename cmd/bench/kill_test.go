package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filterbench/internal/record"
)

// killable takes a second or two, in many short trials of every counting kind.
const killable = `
title = "Killable"
question = "Do the counts survive?"
expect = "Yes."
seed = 11

[[part]]
name = "rate"
kind = "fpr"
variants = ["bloom(bpk=8)", "blocked(bpk=8)", "counting(bpk=32)", "cuckoo(b=4,f=8)"]
workloads = ["uniform", "english"]
capacity = [20000]
fill = [0.5, 1]
reps = 8
positives = 10000
max_queries = 400_000

[[part]]
name = "load"
kind = "load"
variants = ["cuckoo(b={b},f=12)"]
grid.b = [2, 4, 8]
workloads = ["uniform"]
slots = [8192]
draws = 10
reps = 20

[[part]]
name = "copies"
kind = "duplicates"
variants = ["cuckoo(b=4,f=12)"]
workloads = ["uniform"]
slots = [4096]
fill = [0.9]
copies = 20
draws = 50
reps = 20

[[part]]
name = "churn"
kind = "churn"
variants = ["cuckoo(b=4,f=12)"]
workloads = ["uniform"]
capacity = [10000]
fill = [0.9]
turnovers = [0, 2]
deletes = true
reps = 10
positives = 100
max_queries = 100_000
`

// recordsOf returns a results folder's records by id, as JSON.
func recordsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	_, records, err := record.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]string{}
	for _, r := range records {
		text, err := json.Marshal(r)
		if err != nil || r.Failed != "" {
			t.Fatalf("trial %s: %v %s", r.ID, err, r.Failed)
		}
		if _, twice := byID[r.ID]; twice {
			t.Errorf("trial %s is recorded twice", r.ID)
		}
		byID[r.ID] = string(text)
	}
	return byID
}

// recordedBytes is how many bytes of records a results folder holds.
func recordedBytes(dir string) int64 {
	info, err := os.Stat(filepath.Join(dir, record.RecordsFile))
	if err != nil {
		return 0
	}
	return info.Size()
}

// TestKilledTenTimes runs the program to its end once, and a second time with ten
// SIGKILLs in between, each when a random number of bytes more was recorded, and
// compares every count. It goes by bytes because time says nothing on a busy machine.
func TestKilledTenTimes(t *testing.T) {
	file := write(t, "killable.toml", killable)
	whole, killed := t.TempDir(), t.TempDir()
	if out, err := program("run", "--file", file, "--results", whole).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	complete := recordedBytes(whole)
	rng := rand.New(rand.NewPCG(1, 2))
	interrupted := 0
	for range 10 {
		cmd := program("run", "--file", file, "--results", killed)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		enough := recordedBytes(killed) + 1 + rng.Int64N(complete/12)
		for deadline := time.Now().Add(20 * time.Second); recordedBytes(killed) < enough && time.Now().Before(deadline); {
			time.Sleep(200 * time.Microsecond)
		}
		time.Sleep(time.Duration(rng.Int64N(int64(2 * time.Millisecond))))
		cmd.Process.Kill()
		if err := cmd.Wait(); err != nil {
			interrupted++
		}
	}
	partly, err := os.ReadFile(filepath.Join(killed, record.RecordsFile))
	if err != nil || len(partly) == 0 || interrupted < 5 {
		t.Fatalf("%d of 10 kills hit, %d bytes were recorded (%v): the test has nothing to see", interrupted, len(partly), err)
	}
	out, err := program("run", "--file", file, "--results", killed).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "0 failed") {
		t.Fatalf("%v: %s", err, out)
	}
	want, got := recordsOf(t, whole), recordsOf(t, killed)
	if len(got) != len(want) {
		t.Errorf("%d records after the kills; want %d", len(got), len(want))
	}
	for id, text := range want {
		if got[id] != text {
			t.Errorf("trial %s differs:\nkilled: %s\nwhole:  %s", id, got[id], text)
		}
	}
}

// TestInterruptFinishesTheTrialAndSaysHow sends SIGINT once.
func TestInterruptFinishesTheTrialAndSaysHow(t *testing.T) {
	file, dir := write(t, "killable.toml", killable), t.TempDir()
	cmd := program("run", "--file", file, "--results", dir)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 500 { // until the first record is there
		if info, err := os.Stat(filepath.Join(dir, record.RecordsFile)); err == nil && info.Size() > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	cmd.Process.Signal(os.Interrupt)
	err := cmd.Wait()
	if cmd.ProcessState.ExitCode() != exitFailure || !strings.Contains(stderr.String(), "the same command resumes") {
		t.Errorf("error %v, exit status %d, stderr %q; want status 1 and how to resume", err, cmd.ProcessState.ExitCode(), stderr.String())
	}
	m, records, err := record.ReadDir(dir)
	if err != nil || len(records) == 0 || len(records) == m.Trials {
		t.Fatalf("%d of %d records, %v; want some", len(records), m.Trials, err)
	}
	if last := m.Runs[len(m.Runs)-1]; last.Done != len(records) || last.End.IsZero() {
		t.Errorf("the manifest says %+v; want an end, and %d done", last, len(records))
	}
}
