package harness

import (
	"errors"
	"math"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"filterbench/internal/record"
)

// greedy is a trial whose filter refuses all but a few of its keys, which the harness has to
// remember: gigabytes that no shape tells of.
func greedy() record.Trial {
	return record.Trial{Kind: record.KindFPR, Variant: "cuckoo(b=4,f=12,kicks=0)", Workload: "uniform", Slots: 100_000, Fill: 1000, Queries: 10, Seed: 7}
}

func modest(rep int) record.Trial {
	return record.Trial{Kind: record.KindFPR, Variant: "bloom(bpk=8)", Workload: "uniform", Capacity: 1000, Fill: 1, Queries: 1000, Rep: rep, Seed: 9}
}

// TestTrialOverMemoryIsStopped: it ends with its reason, the others have their records, and
// the program never held much more than it may.
func TestTrialOverMemoryIsStopped(t *testing.T) {
	debug.FreeOSMemory()
	bound := heldBytes(memorySamples()) + 128<<20
	plan := Plan{Profile: "quick", Trials: []record.Trial{greedy(), modest(0), modest(1)}}
	dir := t.TempDir()
	most := uint64(0)
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
				most = max(most, heldBytes(memorySamples()))
			}
		}
	}()
	state, err := (&Runner{Dir: dir, Plan: plan, Bounds: Bounds{Bytes: bound}}).Run(t.Context())
	close(stop)
	<-done
	if err != nil || state.Done != 2 || state.Failed != 1 {
		t.Fatalf("%+v, %v; want 2 done and 1 failed", state, err)
	}
	_, records, err := record.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if r.Trial.ID() == greedy().ID() && !strings.Contains(r.Failed, "may hold") {
			t.Errorf("the reason is %q; want how much it may hold", r.Failed)
		}
	}
	if limit := uint64(float64(bound) * 1.5); most > limit {
		t.Errorf("the program held %d MiB; its bound was %d", most>>20, bound>>20)
	}
}

// TestTrialOverTimeIsStopped: chains of a thousand, walked for every key.
func TestTrialOverTimeIsStopped(t *testing.T) {
	trial := record.Trial{Kind: record.KindFPR, Variant: "chains(d=2)", Workload: "uniform", Capacity: 10_000, Fill: 1000, Queries: 10, Seed: 7}
	r, over, stuck := MeasureWithin(trial, Bounds{Factor: 1e-9, Least: 100 * time.Millisecond}, func() int { return 1 })
	if over == nil || stuck || !strings.HasPrefix(r.Failed, "stopped after") {
		t.Errorf("failed %q, over %v, stuck %v", r.Failed, over, stuck)
	}
}

// TestTrialThatDoesNotStop: the run ends with a record of it, and the next goes on.
func TestTrialThatDoesNotStop(t *testing.T) {
	saved := kinds[record.KindKicks].probe
	t.Cleanup(func() { setProbe(record.KindKicks, saved) })
	release := make(chan struct{})
	defer close(release)
	began := make(chan struct{}, 1) // the trial that is left behind has read the table of kinds
	setProbe(record.KindKicks, func(record.Trial, *record.Record) error {
		began <- struct{}{}
		<-release
		return errors.New("late")
	})
	deaf := modest(2)
	deaf.Kind, deaf.Fill, deaf.Queries, deaf.Draws, deaf.Variant, deaf.Loads = record.KindKicks, 0, 0, 1, "cuckoo(b=4,f=12)", []float64{0.5}
	w := newWatch(Bounds{Factor: 1e-9}, deaf, func() int { return 1 })
	time.Sleep(time.Millisecond)
	if why, now := w.look(); why == nil || now {
		t.Errorf("first look: %v, now %v; want a reason, and patience", why, now)
	}
	w.passed -= int64(boundsGrace) + 1
	if _, now := w.look(); !now {
		t.Error("after the grace it may still go on")
	}
	w = newWatch(Bounds{Bytes: 1}, deaf, func() int { return 3 })
	if why, now := w.look(); why == nil || !now || !strings.Contains(why.Reason, "2 others") {
		t.Errorf("far above its memory: %v, now %v", why, now)
	}
	plan := Plan{Profile: "quick", Trials: []record.Trial{deaf, modest(0)}}
	dir := t.TempDir()
	state, err := (&Runner{Dir: dir, Plan: plan, Bounds: Bounds{Bytes: 1}}).Run(t.Context())
	if !errors.Is(err, ErrStopNow) || !strings.Contains(err.Error(), deaf.ID()) || state.Failed < 1 {
		t.Fatalf("%+v, error %v; want to stop now, and the trial's id", state, err)
	}
	<-began
	if state, err = (&Runner{Dir: dir, Plan: plan}).Run(t.Context()); err != nil || state.Skipped < 1 || state.Skipped+state.Done != 2 {
		t.Errorf("the next run: %+v, %v", state, err)
	}
}

// TestLookingAllocatesNothing: trials that count what is allocated are watched too.
func TestLookingAllocatesNothing(t *testing.T) {
	w := newWatch(Bounds{Bytes: math.MaxInt64, Factor: 1e9, Least: time.Hour}, modest(0), func() int { return 1 })
	if n := testing.AllocsPerRun(100, func() { w.look() }); n != 0 {
		t.Errorf("%v allocations a look", n)
	}
}

// TestUsualBounds never allow more than the machine has.
func TestUsualBounds(t *testing.T) {
	free, ok := FreeMemory()
	if !ok {
		t.Skip("the system does not tell how much memory is free")
	}
	if b := UsualBounds(math.MaxUint64); b.Bytes > 2*free {
		t.Errorf("bounds of %d bytes on a machine with %d", b.Bytes, free)
	}
}
