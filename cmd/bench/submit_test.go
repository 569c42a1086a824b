package main

import (
	"strings"
	"testing"
)

// TestSubmitSlurm: names are quoted, a task gets what its shard needs, and the merge waits.
// (What Slurm makes of the scripts is tried by make slurm.)
func TestSubmitSlurm(t *testing.T) {
	status, stdout, stderr := call("submit", "--slurm", "--dry-run", "--shards", "8", "--profile", "quick", "--experiment", "fpr-bloom", "--results", "/shared/it's here")
	if status != exitOK {
		t.Fatalf("status %d: %s", status, stderr)
	}
	for _, want := range []string{"#SBATCH --array=0-7\n", "#SBATCH --requeue\n", "run '--profile' 'quick' '--experiment' 'fpr-bloom' --progress none --results '/shared/it'\\''s here'/\"$shard\"", " merge '/shared/it'\\''s here'/shard-* --output "} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the scripts lack %q:\n%s", want, stdout)
		}
	}
}

func TestSubmitKubernetes(t *testing.T) {
	status, stdout, stderr := call("submit", "--kubernetes", "--shards", "8", "--profile", "quick", "--image", "example.org/bench:1", "--claim", "results")
	if status != exitOK {
		t.Fatalf("status %d: %s", status, stderr)
	}
	for _, want := range []string{"completionMode: Indexed\n  completions: 8\n", "backoffLimitPerIndex: 3\n", "name: JOB_COMPLETIONS\n          value: \"8\"\n", `args: ["--profile","quick"]`} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the manifest lacks %q:\n%s", want, stdout)
		}
	}
}

func TestSubmitRefuses(t *testing.T) {
	for want, args := range map[string]string{
		"one of --slurm and --kubernetes": "submit", "needs --image and --claim": "submit --kubernetes", "must be from 1 to 10000": "submit --slurm --shards 0",
		"takes no --file": "submit --kubernetes --file x.toml",
	} {
		if status, _, stderr := call(strings.Fields(args)...); status != exitUsage || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %q; want %q", args, status, stderr, want)
		}
	}
}
