package harness

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filterbench/internal/record"
)

// countsOf returns every record of a folder by id, as text without what time and
// machine decide. The tiny plan has no time trials, so that is all of it.
func countsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	_, records, err := record.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]string{}
	for _, r := range records {
		r.SpinNS = 0 // the speed of the core is no count
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if r.Failed != "" {
			t.Errorf("trial %s %s %s failed: %s", r.Part, r.Variant, r.Workload, r.Failed)
		}
		counts[r.ID] = string(text)
	}
	return counts
}

func runTiny(t *testing.T, ctx context.Context, dir string, progress func(Progress)) (Progress, error) {
	t.Helper()
	return (&Runner{Dir: dir, Plan: expandTiny(t, "standard"), Progress: progress}).Run(ctx)
}

func sameCounts(t *testing.T, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d records; want %d", len(got), len(want))
	}
	for id, text := range want {
		if got[id] != text {
			t.Errorf("trial %s differs:\n%s\n%s", id, got[id], text)
		}
	}
}

func TestRunTwiceGivesTheSameCounts(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	for _, dir := range []string{a, b} {
		state, err := runTiny(t, t.Context(), dir, nil)
		if err != nil || state.Done != state.Trials || state.Failed != 0 {
			t.Fatalf("state %+v, error %v", state, err)
		}
	}
	sameCounts(t, countsOf(t, b), countsOf(t, a))
}

// TestResume interrupts a run after each of the first trials, cuts the last line of
// the records in half as a kill would, and resumes. (The real signals are tested
// on the program, in cmd/bench.)
func TestResume(t *testing.T) {
	whole, parts := t.TempDir(), t.TempDir()
	if _, err := runTiny(t, t.Context(), whole, nil); err != nil {
		t.Fatal(err)
	}
	stops := 0
	for range 1000 {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := runTiny(t, ctx, parts, func(p Progress) {
			if p.Done > 0 {
				cancel()
			}
		})
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if stops++; stops%2 == 0 {
			cutTail(t, filepath.Join(parts, record.RecordsFile))
		}
	}
	if stops < 5 {
		t.Errorf("only %d interruptions: the test has nothing to see", stops)
	}
	sameCounts(t, countsOf(t, parts), countsOf(t, whole))
}

// cutTail removes the second half of a file's last line.
func cutTail(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	last := strings.LastIndexByte(strings.TrimSuffix(string(text), "\n"), '\n') + 1
	if err := os.Truncate(path, int64((last+len(text))/2)); err != nil {
		t.Fatal(err)
	}
}

func TestRunRefusesAnotherPlan(t *testing.T) {
	dir := t.TempDir()
	if _, err := runTiny(t, t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	before := countsOf(t, dir)
	_, err := (&Runner{Dir: dir, Plan: expandTiny(t, "quick")}).Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "holds another plan") {
		t.Errorf("error %v; want 'holds another plan'", err)
	}
	sameCounts(t, countsOf(t, dir), before)
}

func TestFailedTrialIsRecordedAndTheRestGoesOn(t *testing.T) {
	plan := expandTiny(t, "standard")
	plan.Trials = plan.Trials[:4]
	plan.Trials[1].Workload = "file(path=/no/such/file)"
	dir := t.TempDir()
	state, err := (&Runner{Dir: dir, Plan: plan}).Run(t.Context())
	if err != nil || state.Done != 3 || state.Failed != 1 {
		t.Fatalf("state %+v, error %v; want 3 done, 1 failed", state, err)
	}
	again, err := (&Runner{Dir: dir, Plan: plan}).Run(t.Context())
	if err != nil || again.Skipped != 4 {
		t.Errorf("state %+v, error %v; want the failure not tried again unasked", again, err)
	}
	again, err = (&Runner{Dir: dir, Plan: plan, RetryFailed: true}).Run(t.Context())
	if err != nil || again.Skipped != 3 || again.Failed != 1 {
		t.Errorf("state %+v, error %v; want the failure tried again", again, err)
	}
	m, records, err := record.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if f := m.Runs[0].Failures; len(f) != 1 || f[0].Trial != plan.Trials[1].ID() || !strings.Contains(f[0].Reason, "/no/such/file") {
		t.Errorf("the manifest's failures are %v; want the one trial and its reason", f)
	}
	reasons := ""
	for _, r := range records {
		reasons += r.Failed
	}
	if !strings.Contains(reasons, "/no/such/file") {
		t.Errorf("the recorded reason is %q; want it to name the file", reasons)
	}
}

// TestPanicIsAFailure: a probe that panics must not take the run with it.
func TestPanicIsAFailure(t *testing.T) {
	trial := expandTiny(t, "standard").Trials[0]
	saved := kinds[trial.Kind].probe
	t.Cleanup(func() { setProbe(trial.Kind, saved) })
	setProbe(trial.Kind, func(record.Trial, *record.Record) error { panic("boom") })
	if r := Measure(trial); r.Failed != "panic: boom" || r.FPR() != nil {
		t.Errorf("record %+v; want only the reason", r)
	}
}

// TestRunRefusesAnotherMachine: times of two machines must not be mixed.
func TestRunRefusesAnotherMachine(t *testing.T) {
	dir := t.TempDir()
	if _, err := runTiny(t, t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	m, err := record.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	m.Machine.CPU = "Difference Engine"
	if err := record.WriteManifest(dir, m); err != nil {
		t.Fatal(err)
	}
	if _, err := runTiny(t, t.Context(), dir, nil); err == nil || !strings.Contains(err.Error(), "another machine") {
		t.Errorf("error %v; want 'another machine'", err)
	}
}
