package main

import (
	"path/filepath"
	"strings"
	"testing"

	"filterbench/harness"
)

// TestShardsOnTheCommandLine runs a plan as two tasks of an array, looks, merges and verifies.
func TestShardsOnTheCommandLine(t *testing.T) {
	file, dir := slowFile(t, "12", "24_000"), t.TempDir()
	a, b, out := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "out")
	if status, _, stderr := call("run", "--file", file, "--results", a, "--shard", "1/2"); status != exitOK {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if status, _, stderr := call("merge", a, "-o", out); status != exitFailure || !strings.Contains(stderr, "of 12 planned trials have no record") {
		t.Errorf("merge of one shard: status %d, %s", status, stderr)
	}
	t.Setenv("SLURM_ARRAY_TASK_ID", "1")
	t.Setenv("SLURM_ARRAY_TASK_MIN", "0")
	t.Setenv("SLURM_ARRAY_TASK_COUNT", "2")
	if status, _, stderr := call("run", "--file", file, "--results", b); status != exitOK || !strings.Contains(stderr, "shard 2/2, by the environment") {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if status, stdout, stderr := call("status", a, b); status != exitOK || strings.Count(stdout, "complete") != 2 {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	if status, stdout, stderr := call("merge", b, a, "-o", out); status != exitOK || !strings.Contains(stdout, "12 records of 2 folders") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	if status, stdout, stderr := call("verify", out); status != exitOK || !strings.HasPrefix(stdout, "reproduced: 12 of 12") {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	if status, _, stderr := call("status", out); status != exitOK {
		t.Errorf("of the merged folder: status %d: %s", status, stderr)
	}
}

// TestVerifyTellsHowTimesAreCompared where there are some, and only there.
func TestVerifyTellsHowTimesAreCompared(t *testing.T) {
	for timed, want := range map[int]bool{0: false, 3: true} {
		var b strings.Builder
		if err := (verifier{}).write(&b, "results/mine", verified{Verified: harness.Verified{Exact: 2, Checked: 2, Unlike: timed}}); err != nil || strings.Contains(b.String(), "times were not looked at") != want || strings.Contains(b.String(), "bench compare results/mine ") != want {
			t.Errorf("%d timed: %v\n%s", timed, err, b.String())
		}
	}
}

// TestVerifyTimes: times are measured again and told as ratios, and that they differ is no
// failure. The text says a sample where it is one.
func TestVerifyTimes(t *testing.T) {
	file, dir := write(t, "timed.toml", `title="t"
question="q"
expect="e"
seed=3
[[part]]
name="a"
kind="time"
variants=["null","bloom(bpk=8)","cuckoo(b=4,f=12)"]
workloads=["uniform"]
capacity=[1000]
fill=[0.9]
reps=3
calls=["batch"]
ops=["hit","miss"]
lookups=2000
`), t.TempDir()
	if status, _, stderr := call("run", "--file", file, "--results", dir); status != exitOK {
		t.Fatal(stderr)
	}
	if status, _, _ := call("verify", dir); status != exitFailure {
		t.Errorf("nothing to verify: status %d", status)
	}
	status, stdout, stderr := call("verify", dir, "--times")
	if status != exitOK || !strings.Contains(stdout, "over 2 cells") || !strings.Contains(stdout, "of 4 within 10 %") {
		t.Errorf("status %d: %s%s; want two operations, and four relations", status, stdout, stderr)
	}
	if status, stdout, stderr := call("verify", dir, "--times", "--format", "json"); status != exitOK || !strings.Contains(stdout, `"relations"`) {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	var b strings.Builder
	if err := (verifier{}).write(&b, "r", verified{Verified: harness.Verified{Exact: 9, Checked: 2}}); err != nil || !strings.HasPrefix(b.String(), "reproduced (sample): 2 of 9") {
		t.Errorf("%v: %s", err, b.String())
	}
}
