package harness

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
)

// timedTiny has one part with three sizes and two kinds of pages, one with a single size,
// and one that counts.
const timedTiny = `
title = "Tiny times"
question = "Do times grow?"
expect = "Yes."
seed = 9

[[part]]
name = "sizes"
kind = "time"
variants = ["null", "bloom(bpk=12)", "cuckoo(b=4,f=8)"]
workloads = ["uniform"]
capacity = [100, 1000, 10000]
fill = [1]
calls = ["batch"]
pages = ["small", "huge"]
ops = ["hit", "miss"]
lookups = 1000
reps = 6

[[part]]
name = "alone"
kind = "time"
variants = ["null", "bloom(bpk=12)"]
workloads = ["uniform"]
capacity = [1000]
fill = [1]
calls = ["batch"]
ops = ["miss"]
lookups = 1000
reps = 6

[[part]]
name = "rate"
kind = "fpr"
variants = ["bloom(bpk=12)"]
workloads = ["uniform"]
capacity = [100, 1000]
fill = [1]
reps = 6
positives = 10
max_queries = 1000
`

func timedPlan(t testing.TB) Plan {
	t.Helper()
	e, err := Decode("tiny", "tiny.toml", []byte(timedTiny))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Expand("standard", []Experiment{e})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// madeTime replaces the probe of kind time by one whose times follow from the trial
// alone: they grow with the size, but for misses of one filter on small pages in the
// largest table, which take a third in the planned repetitions when broken.
func madeTime(t testing.TB, broken bool) {
	saved := kinds[record.KindTime].probe
	t.Cleanup(func() { setProbe(record.KindTime, saved) })
	setProbe(record.KindTime, func(trial record.Trial, r *record.Record) error {
		rng := rand.New(rand.NewPCG(hashing.Derive(uint64(trial.Seed), trial.Variant+trial.Pages), 5))
		r.Outcome = &record.Time{Accepted: keysOf(trial), Start: "2026-01-02T03:04:05Z"}
		for _, op := range trial.Ops {
			ns := 2.0
			if trial.Variant != "null" {
				ns += float64(len(fmt.Sprint(trial.Capacity))) * (1 + 0.05*rng.Float64())
			}
			if broken && trial.Variant == "bloom(bpk=12)" && trial.Pages == record.PagesSmall && trial.Capacity == 10_000 && op == "miss" && trial.Rep < 6 {
				ns /= 3
			}
			r.Time().Samples = append(r.Time().Samples, record.Sample{Op: op, Ops: 1_000_000, ElapsedNS: int64(ns * 1e6)})
		}
		return nil
	})
}

// dear makes the budget of a tenth no bound: repetitions of blocks whose estimate is a
// hundredth of the rest. It returns the plan with trials of another part added.
func dear(t testing.TB, plan Plan) Plan {
	t.Helper()
	extra := plan.Trials[slices.IndexFunc(plan.Trials, func(t record.Trial) bool { return t.Part == "alone" })]
	extra.Lookups = 1e9
	for extra.Rep = range 6 {
		plan.Trials = append(plan.Trials, extra)
	}
	return plan
}

func run(t *testing.T, plan Plan, dir string, ctx context.Context, progress func(Progress)) (Progress, error) {
	t.Helper()
	return (&Runner{Dir: dir, Plan: plan, Progress: progress}).Run(ctx)
}

// TestBrokenTimesAreMeasuredAgain: both blocks of the planted break, all contenders and
// pages in them, as many times as planned, and nothing else; the records say so.
func TestBrokenTimesAreMeasuredAgain(t *testing.T) {
	madeTime(t, true)
	plan, dir := dear(t, timedPlan(t)), t.TempDir()
	const block = 3 * 2 // variants and pages
	state, err := run(t, plan, dir, t.Context(), nil)
	if err != nil || state.Extra != 2*6*block || state.Done != len(plan.Trials)+state.Extra || state.Trials != state.Done || state.Share < 0.999 {
		t.Fatalf("state %+v, error %v; want %d extra trials", state, err, 2*6*block)
	}
	m, records, err := record.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if m.Trials != len(plan.Trials) || m.Plan != plan.Digest() || m.Runs[0].Extra != state.Extra {
		t.Errorf("manifest of %d trials, %d extra; want the plan's %d and %d", m.Trials, m.Runs[0].Extra, len(plan.Trials), state.Extra)
	}
	perRep := map[int]int{}
	for _, r := range records {
		if r.Extra != (r.Rep >= 6) {
			t.Errorf("repetition %d is marked extra: %v", r.Rep, r.Extra)
		}
		if !r.Extra {
			continue
		}
		perRep[r.Rep]++
		if r.Part != "sizes" || r.Capacity == 100 {
			t.Errorf("measured again: %s %s at %d keys", r.Part, r.Variant, r.Capacity)
		}
		if want := dataSeed(9, r.Trial); r.Seed != want {
			t.Errorf("seed %x; want %x as for a planned repetition", r.Seed, want)
		}
	}
	for rep := 6; rep < 12; rep++ {
		if perRep[rep] != 2*block {
			t.Errorf("repetition %d has %d extra trials; want %d", rep, perRep[rep], 2*block)
		}
	}
	again, err := run(t, plan, dir, t.Context(), nil)
	if err != nil || again.Done != 0 || again.Skipped != state.Done || again.Trials != state.Done {
		t.Errorf("run once more: %+v, error %v; want nothing to do", again, err)
	}
	if m, _, err := record.ReadDir(dir); err != nil || m.Runs[1].Skipped != state.Done || m.Runs[1].Extra != 0 {
		t.Errorf("its manifest says %+v, %v; want all skipped", m.Runs, err)
	}
}

// TestGrowingTimesAreNot measured again: times that grow, with noise of a few per cent.
func TestGrowingTimesAreNotMeasuredAgain(t *testing.T) {
	madeTime(t, false)
	state, err := run(t, dear(t, timedPlan(t)), t.TempDir(), t.Context(), nil)
	if err != nil || state.Extra != 0 || state.Share < 0.999 {
		t.Errorf("state %+v, error %v; want nothing extra", state, err)
	}
}

// TestExtraResumes: a run that is stopped after each record, its last line cut in half
// every other time, ends with the records of one that was left alone.
func TestExtraResumes(t *testing.T) {
	madeTime(t, true)
	plan, whole, parts := dear(t, timedPlan(t)), t.TempDir(), t.TempDir()
	if _, err := run(t, plan, whole, t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	stops, share := 0, 0.0
	for range 1000 {
		ctx, cancel := context.WithCancel(t.Context())
		share = 0
		_, err := run(t, plan, parts, ctx, func(p Progress) {
			if p.Share < share {
				t.Errorf("progress goes back from %g to %g", share, p.Share)
			}
			if share = p.Share; p.Done > 2 {
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
	if stops < 40 {
		t.Errorf("only %d interruptions: the test has nothing to see", stops)
	}
	sameCounts(t, countsOf(t, parts), countsOf(t, whole))
}

// TestExtraIsBounded: what is measured again takes a tenth of the planned time at most,
// and no more than bench plan says; the block furthest from growing comes first.
func TestExtraIsBounded(t *testing.T) {
	plan := timedPlan(t)
	trials, seconds := plan.MostExtra()
	if trials != 3*6*6 {
		t.Errorf("%d trials at most; want the 108 of the part with several sizes", trials)
	}
	_, planned := plan.repeatable()
	if want := extraShare * planned; seconds > want || seconds == 0 {
		t.Errorf("%g s at most; want no more than %g", seconds, want)
	}
	madeTime(t, true)
	var records []record.Record
	for _, trial := range plan.Trials {
		if trial.Kind == record.KindTime {
			records = append(records, Measure(trial))
		}
	}
	list := plan.Extra(records)
	spent := Plan{Trials: list}.Estimate(1).Seconds
	if len(list) == 0 || len(list) >= 2*6*6 || spent > seconds || len(list)%6 != 0 {
		t.Errorf("%d trials that take %g s are measured again; want some, in blocks, within %g s", len(list), spent, seconds)
	}
	may := plan.mayBeExtra()
	for _, trial := range list {
		if !may[trial.ID()] {
			t.Errorf("%s rep %d is measured again, which no resumed run would accept", trial.Variant, trial.Rep)
		}
	}
	slices.Reverse(records)
	records = append(records, Measure(list[0]))
	if other := plan.Extra(records); !slices.EqualFunc(list, other, func(a, b record.Trial) bool { return a.ID() == b.ID() }) {
		t.Error("the decision depends on the order of the records, or on what was added")
	}
}

// TestForeignRecordIsRefused still, when it is beyond what may be measured again.
func TestForeignRecordIsRefused(t *testing.T) {
	madeTime(t, true)
	plan, dir := timedPlan(t), t.TempDir()
	if _, err := run(t, plan, dir, t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	w, _, err := record.OpenWriter(filepath.Join(dir, record.RecordsFile), nil)
	if err != nil {
		t.Fatal(err)
	}
	trial := plan.Trials[slices.IndexFunc(plan.Trials, func(t record.Trial) bool { return t.Part == "sizes" })]
	trial.Rep = 12
	if err := errors.Join(w.Append(Measure(trial)), w.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := run(t, plan, dir, t.Context(), nil); err == nil || !strings.Contains(err.Error(), "is not in the plan") {
		t.Errorf("error %v; want a trial that is not in the plan", err)
	}
}
