package harness

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"filterbench/internal/record"
	"filterbench/variants/theory"
	"filterbench/workloads"
)

// TestMostKicksOfAFilling is the largest of all inserts, not that of the last.
func TestMostKicksOfAFilling(t *testing.T) {
	trial := record.Trial{Kind: record.KindFPR, Variant: "cuckoo(b=4,f=12)", Workload: "uniform", Slots: 4096, Fill: 0.93, Queries: 1, Seed: 0x5eed}
	r := measure(t, trial).FPR()
	b, err := newBench(trial, 0)
	if err != nil {
		t.Fatal(err)
	}
	var most, last, all uint64
	err = b.insert(0, keysOf(trial), func(bool) {
		last = lastKicks(b.filter)
		most, all = max(most, last), all+last
	})
	if err != nil || most == last {
		t.Fatalf("error %v, most %d, last %d: nothing to see", err, most, last)
	}
	if r.MaxKicks != most || r.Kicks != all {
		t.Errorf("%d kicks, at most %d; want %d, %d", r.Kicks, r.MaxKicks, all, most)
	}
}

// TestCopiesLeaveNoTrace: after the copies of each hot key are deleted the next one
// finds the table as it was, so that a small table takes any number of hot keys.
func TestCopiesLeaveNoTrace(t *testing.T) {
	r := measure(t, record.Trial{Kind: record.KindDuplicates, Variant: "cuckoo(b=4,f=12)", Slots: 64, Draws: 200, Copies: 12}).Duplicates()
	if least := r.Accepted[0][0]; least < 4 {
		t.Errorf("a hot key found room for only %d copies; want a bucket's 4 at least", least)
	}
}

// TestDrawsDiffer: each filling has its own keys, hash and walk, and each hot key
// is another.
func TestDrawsDiffer(t *testing.T) {
	trial := record.Trial{Kind: record.KindKicks, Variant: "cuckoo(b=4,f=12)", Slots: 4096, Loads: []float64{0.9}, Draws: 1}
	one := measure(t, trial).Kicks().Windows[0].Kicks
	trial.Draws = 2
	two := measure(t, trial).Kicks().Windows[0].Kicks
	same := len(one) == len(two)
	for i := range min(len(one), len(two)) {
		same = same && two[i] == [2]uint64{one[i][0], 2 * one[i][1]}
	}
	if same {
		t.Error("two fillings took exactly twice the kicks of one, size by size")
	}
	// A hot key has one place less where another key has its fingerprint and buckets
	// already: keys differ in that.
	r := measure(t, record.Trial{Kind: record.KindDuplicates, Variant: "cuckoo(b=8,f=8)", Slots: 2048, Fill: 0.9, Draws: 100, Copies: 17}).Duplicates()
	if len(r.Accepted) < 2 {
		t.Errorf("100 hot keys all had %v copies: they are one key", r.Accepted)
	}
}

// TestUnfilledTables: a filling that ends because the keys do is told apart.
func TestUnfilledTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(path, []byte("a\nb\nc\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := Measure(record.Trial{Kind: record.KindLoad, Variant: "cuckoo(b=4,f=12)", Workload: "file(path=" + path + ")", Slots: 4096, Draws: 2, Seed: 1})
	if r.Failed != "" || r.Load().Unfilled != 2 || r.Load().Accepted[0] != 3 {
		t.Errorf("%s %+v; want 3 accepted and both tables unfilled", r.Failed, r.Load())
	}
}

// TestRefusalsInAWindow: inserts refused at a load are kept apart, with all their
// kicks, and the kicks of a filling are those of all its inserts.
func TestRefusalsInAWindow(t *testing.T) {
	k := measure(t, record.Trial{Kind: record.KindKicks, Variant: "cuckoo(b=4,f=12)", Slots: 16384, Loads: []float64{0.97}, Draws: 2}).Kicks()
	if w := k.Windows[0]; len(w.Refused) != 1 || w.Refused[0][0] != 500 || len(w.Kicks) == 0 {
		t.Errorf("refused %v, accepted %d; want refusals of 500 kicks beside accepted inserts", w.Refused, len(w.Kicks))
	}
	l := measure(t, record.Trial{Kind: record.KindLoad, Variant: "cuckoo(b=4,f=12)", Slots: 4096, Draws: 2}).Load()
	if l.Kicks[0] < 1000 || l.Kicks[1] < 1000 {
		t.Errorf("%v kicks of whole fillings; want more than one insert can make", l.Kicks)
	}
}

// TestQueriesOfAFullTable: past the last slot no key changes the rate, so none
// changes the number of queries.
func TestQueriesOfAFullTable(t *testing.T) {
	shape := theory.Shape{Family: "cuckoo", Bits: 12288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12}
	full, _ := queries(shape, 1, 1024, 500, 1e12, 4)
	over, capped := queries(shape, 3, 1024, 500, 1e12, 4)
	if over != full || capped {
		t.Errorf("%d queries at three times the slots, capped %v; want %d as at one", over, capped, full)
	}
}

// TestMemoryOfWhatRunsAtOnce adds up the largest trials, one for each worker.
func TestMemoryOfWhatRunsAtOnce(t *testing.T) {
	trial := record.Trial{Kind: record.KindFPR, Variant: "bloom(bpk=8)", Workload: "uniform", Capacity: 1 << 20, Fill: 1}
	plan := Plan{Trials: []record.Trial{trial, trial, trial}}
	if one, two := plan.Estimate(1).Bytes, plan.Estimate(2).Bytes; two != 2*one {
		t.Errorf("%d bytes with two workers, %d with one; want twice as many", two, one)
	}
}

// TestTimingRunsAlone: while a trial is timed no other trial runs, whatever the
// number of processors.
func TestTimingRunsAlone(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	old := kinds[record.KindTime].probe
	t.Cleanup(func() { setProbe(record.KindTime, old) })
	var running, most atomic.Int32
	setProbe(record.KindTime, func(trial record.Trial, r *record.Record) error {
		if n := running.Add(1); n > most.Load() {
			most.Store(n)
		}
		time.Sleep(2 * time.Millisecond)
		running.Add(-1)
		return old(trial, r)
	})
	plan := Plan{Profile: "quick"}
	for rep := range 20 {
		plan.Trials = append(plan.Trials, record.Trial{
			Kind: record.KindTime, Variant: "null", Workload: "uniform", Capacity: 10, Fill: 1, Rep: rep, Call: record.CallBatch, Ops: []string{"hit"}, Lookups: 10,
		})
	}
	state, err := (&Runner{Dir: t.TempDir(), Plan: plan}).Run(t.Context())
	if err != nil || state.Done != 20 || most.Load() != 1 {
		t.Errorf("error %v, %d done, %d at once; want 20 one after the other", err, state.Done, most.Load())
	}
}

// TestRunRefusesRecordsWithoutManifest: nobody knows what they are, so nothing is added.
func TestRunRefusesRecordsWithoutManifest(t *testing.T) {
	dir := t.TempDir()
	if _, err := runTiny(t, t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(dir, record.RecordsFile))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, record.ManifestFile)); err != nil {
		t.Fatal(err)
	}
	for _, profile := range []string{"standard", "quick"} {
		_, err := (&Runner{Dir: dir, Plan: expandTiny(t, profile)}).Run(t.Context())
		if err == nil || !strings.Contains(err.Error(), "and no manifest.json") {
			t.Errorf("error %v; want 'and no manifest.json'", err)
		}
	}
	if after, _ := os.ReadFile(filepath.Join(dir, record.RecordsFile)); !bytes.Equal(before, after) {
		t.Error("the records were changed")
	}
}

// TestReplan: what two plans have in common is kept, the rest is dropped or measured, and
// without the flag nothing is touched.
func TestReplan(t *testing.T) {
	dir, fresh := t.TempDir(), t.TempDir()
	small, large := expandTiny(t, "standard"), expandTiny(t, "standard")
	small.Trials = small.Trials[:10]
	large.Trials = large.Trials[5:20]
	if _, err := (&Runner{Dir: dir, Plan: small}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := (&Runner{Dir: dir, Plan: large}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "--replan") {
		t.Errorf("error %v; want a word about --replan", err)
	}
	state, err := (&Runner{Dir: dir, Plan: large, Replan: true}).Run(t.Context())
	if err != nil || state.Skipped != 5 || state.Done != 10 {
		t.Errorf("state %+v, %v; want 5 kept and 10 measured", state, err)
	}
	if _, err := (&Runner{Dir: fresh, Plan: large}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	sameCounts(t, countsOf(t, dir), countsOf(t, fresh))
	if again, err := (&Runner{Dir: dir, Plan: large}).Run(t.Context()); err != nil || again.Skipped != 15 {
		t.Errorf("state %+v, %v; want the folder to belong to the new plan", again, err)
	}
}

// TestKeysThatChange: a run is not resumed on other keys than it was begun with.
func TestKeysThatChange(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "keys")
	plan := func() Plan {
		p := expandTiny(t, "standard")
		p.Trials = p.Trials[:2]
		for i := range p.Trials {
			p.Trials[i].Workload = workloads.FileName(file)
		}
		parsed.Delete(p.Trials[0].Workload) // as another process, which reads the file again
		return p
	}
	write := func(from int) {
		var text []byte
		for i := range 5000 {
			text = fmt.Appendf(text, "%d\n", from+i)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(0)
	p := plan()
	first := p
	first.Trials = p.Trials[:1]
	if _, err := (&Runner{Dir: dir, Plan: first}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	write(7)
	if _, err := (&Runner{Dir: dir, Plan: plan(), Replan: true}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "had other content") {
		t.Errorf("error %v; want 'had other content'", err)
	}
	write(0)
	if state, err := (&Runner{Dir: dir, Plan: plan(), Replan: true}).Run(t.Context()); err != nil || state.Skipped != 1 || state.Done != 1 {
		t.Errorf("with its content again: %+v, %v", state, err)
	}
}

// TestStoppedAtTheEnd: who is told to stop when nothing is left has done all.
func TestStoppedAtTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	state, err := runTiny(t, ctx, t.TempDir(), func(p Progress) {
		if p.Trials-p.Done-p.Skipped == 0 {
			cancel()
		}
	})
	if err != nil || state.Done != state.Trials || ctx.Err() == nil {
		t.Errorf("state %+v, error %v; want success", state, err)
	}
}

// TestShareBeginsWhereItWas: the bar of a resumed run does not begin at 0.
func TestShareBeginsWhereItWas(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last float64
	runTiny(t, ctx, dir, func(p Progress) {
		if last = p.Share; last > 0.3 {
			cancel()
		}
	})
	first := -1.0
	if _, err := runTiny(t, t.Context(), dir, func(p Progress) {
		if first < 0 {
			first = p.Share
		}
		if p.Share < last-1e-9 {
			t.Errorf("the bar goes back from %v to %v", last, p.Share)
		}
		last = p.Share
	}); err != nil {
		t.Fatal(err)
	}
	if first < 0.3 || last != 1 {
		t.Errorf("the resumed bar goes from %v to %v", first, last)
	}
}

// TestForecastLearns: where trials take ten times what the plan says, so will the rest.
func TestForecastLearns(t *testing.T) {
	trials := expandTiny(t, "standard").Trials[:10]
	var f forecast
	for _, trial := range trials {
		f.plan(trial)
	}
	planned := f.left(true)
	for _, trial := range trials[:5] {
		f.done(trial, time.Duration(10*EstimateTrial(trial).Seconds*float64(time.Second)))
	}
	if got, want := f.left(true), 10*f.left(false); math.Abs(got-want) > 1e-6*want || f.left(false) >= planned {
		t.Errorf("%v s left; want %v", got, want)
	}
}

// TestDigestOfResults is the same whatever the order, and of the counts whatever the machine.
func TestDigestOfResults(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	for _, dir := range []string{a, b} {
		if _, err := runTiny(t, t.Context(), dir, nil); err != nil {
			t.Fatal(err)
		}
	}
	ma, err := record.ReadManifest(a)
	if err != nil {
		t.Fatal(err)
	}
	mb, records, err := record.ReadDir(b)
	if err != nil || ma.Results == nil || *ma.Results != *mb.Results {
		t.Fatalf("%+v and %+v, %v", ma.Results, mb.Results, err)
	}
	records[0].FPR().Positives++
	if other, err := record.DigestResults(records, Exact); err != nil || other.Counts == mb.Results.Counts {
		t.Errorf("one count more and the digest is the same (%v)", err)
	}
}
