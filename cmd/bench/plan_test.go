package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"filterbench/harness"
)

// timedFile declares a part of kind time with these sizes.
const timedFile = "title = \"t\"\nquestion = \"q\"\nexpect = \"e\"\n[[part]]\nname = \"p\"\nkind = \"time\"\nvariants = [\"null\", \"bloom(bpk=8)\"]\n" +
	"capacity = [%s]\nfill = [1]\nreps = 5\ncalls = [\"batch\"]\nops = [\"miss\"]\nlookups = 10\nworkloads = [\"uniform\"]\n"

// TestPlanTellsWhatMayBeMeasuredAgain, where there are several sizes, and only there.
func TestPlanTellsWhatMayBeMeasuredAgain(t *testing.T) {
	for sizes, want := range map[string]bool{"10": false, "10, 1000": true} {
		status, stdout, stderr := call("plan", "--file", write(t, "sizes.toml", fmt.Sprintf(timedFile, sizes)))
		if got := strings.Contains(stdout, "measured again, once: 20 trials and "); status != exitOK || got != want || stderr != "" {
			t.Errorf("sizes %s: status %d, stderr %q, stdout\n%s\nwant it to say how many are measured again: %v", sizes, status, stderr, stdout, want)
		}
	}
}

// TestPlanBeyondTheMachine: plan says in a line that run will refuse what no machine
// has room for, and run does, before it makes its folder.
func TestPlanBeyondTheMachine(t *testing.T) {
	if _, ok := harness.FreeMemory(); !ok {
		t.Skip("this system does not tell how much memory is free")
	}
	file, dir := write(t, "huge.toml", fmt.Sprintf(timedFile, "100_000_000_000")), filepath.Join(t.TempDir(), "r")
	const want = "the largest trial is huge part p, bloom(bpk=8) with 100000000000 keys"
	status, stdout, stderr := call("plan", "--file", file, "--memory", "100000")
	if status != exitOK || !strings.Contains(stdout, "bench run will refuse: the plan needs about ") || !strings.Contains(stdout, want) {
		t.Errorf("plan: status %d, stderr %q, stdout\n%s", status, stderr, stdout)
	}
	status, stdout, stderr = call("run", "--file", file, "--memory", "100000", "--results", dir)
	if matches, _ := filepath.Glob(dir); status != exitFailure || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 || len(matches) > 0 {
		t.Errorf("run: status %d, stderr %q, stdout %q, folders %v", status, stderr, stdout, matches)
	}
}
