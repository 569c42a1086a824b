//go:build attack

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"filterbench/harness"
	"filterbench/internal/record"
)

const measuredTrial = "FILTERBENCH_MEASURED_TRIAL"

// letLie is what the collector of a small program lets lie: it begins at 4 MiB, and lets the
// heap become twice what is in use.
const letLie = 8 << 20

// TestAttackMemoryOfKinds: of each kind of trial, that of the standard profile for which the
// plan counts the most takes no more than it says, and a tenth, beside what the program takes
// by itself. Each is measured in a process of its own, which is this test again.
func TestAttackMemoryOfKinds(t *testing.T) {
	if text := os.Getenv(measuredTrial); text != "" {
		var trial record.Trial
		if err := json.Unmarshal([]byte(text), &trial); err != nil {
			t.Fatal(err)
		}
		harness.LimitCollector(harness.UsualBounds(harness.DefaultMemory))
		if r := harness.Measure(trial); r.Failed != "" {
			t.Fatal(r.Failed)
		}
		status, err := os.ReadFile("/proc/self/status")
		if err != nil {
			t.Fatal(err)
		}
		_, peak, _ := strings.Cut(string(status), "VmHWM:")
		fmt.Fprintln(os.Stdout, "peak", strings.Fields(peak)[0])
		return
	}
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells the most memory that a process had")
	}
	all, err := declared()
	if err != nil {
		t.Fatal(err)
	}
	plan, err := harness.Expand("standard", all)
	if err != nil {
		t.Fatal(err)
	}
	largest, said := map[string]record.Trial{}, map[string]uint64{}
	for _, trial := range plan.Trials {
		if bytes := harness.EstimateTrial(trial).Bytes; bytes > said[trial.Kind] {
			largest[trial.Kind], said[trial.Kind] = trial, bytes
		}
	}
	least := record.Trial{Experiment: "x", Part: "x", Kind: record.KindFPR, Variant: "null", Workload: "uniform", Capacity: 1, Fill: 1, Queries: 10}
	own := peakOf(t, least)
	t.Logf("the program itself takes %.1f MiB", mib(own))
	for _, k := range record.Kinds() {
		trial, planned := largest[k.Name]
		if !planned {
			t.Logf("no trial of kind %s is planned on this machine", k.Name)
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			peak := peakOf(t, trial)
			took := peak - min(own, peak)
			t.Logf("%s part %s, %s: planned %.1f MiB, took %.1f", trial.Experiment, trial.Part, trial.Variant, mib(said[k.Name]), mib(took))
			if float64(took) > 1.1*float64(said[k.Name])+letLie {
				t.Errorf("planned %.1f MiB, took %.1f: %+v", mib(said[k.Name]), mib(took), trial)
			}
		})
	}
}

// peakOf returns the most memory that a process had which measured a trial.
func peakOf(t *testing.T, trial record.Trial) uint64 {
	t.Helper()
	text, err := json.Marshal(trial)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestAttackMemoryOfKinds$")
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, asProgram) }), measuredTrial+"="+string(text))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, shortened(string(out)))
	}
	var kib uint64
	if n, err := fmt.Sscanf(string(out), "peak %d\n", &kib); n != 1 {
		t.Fatalf("%v: %s", err, shortened(string(out)))
	}
	return kib << 10
}

func mib(n uint64) float64 { return float64(n) / (1 << 20) }
