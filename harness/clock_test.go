package harness

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// sleeper is a filter whose every call is off the core for most of the time that it takes.
type sleeper struct{ refuses bool }

const nap = 10 * time.Millisecond

func (s sleeper) Insert(uint64) error {
	time.Sleep(nap)
	if s.refuses {
		return variants.ErrFull
	}
	return nil
}
func (sleeper) Contains(uint64) bool { time.Sleep(nap); return true }
func (sleeper) Delete(uint64) bool   { time.Sleep(nap); return true }
func (sleeper) Shape() theory.Shape  { return theory.Shape{} }

// TestTimeOffTheCore: every kind of timed loop counts the time that its thread was on a
// core, and not the time that it slept, which the clock on the wall shows in full. The
// margin is no threshold of speed: a call that sleeps for 10 ms may spend 5 ms on the
// core before the test fails.
func TestTimeOffTheCore(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the time on a core is known on Linux only")
	}
	b, _ := spied(t, record.Trial{Kind: record.KindTime, Capacity: 3, Lookups: 3})
	b.filter = sleeper{}
	watch := newStopwatch()
	defer watch.close()
	s := timing[uint64]{
		bench: b, watch: watch, loop: looper[uint64]{seed: 1, hashTo: hashing.Uint64s}, members: []uint64{1, 2, 3},
		lookups: b.keys.IntegerLookups, rng: rand.NewPCG(1, 2),
	}
	_, insert, err := s.timeInserts()
	if err != nil {
		t.Fatal(err)
	}
	hit, err := s.timeLookups("hit")
	if err != nil {
		t.Fatal(err)
	}
	samples := []record.Sample{insert, hit, s.timeDeletes(sleeper{})}
	b.filter = sleeper{refuses: true}
	refused, ok := s.timeRefused()
	if !ok {
		t.Fatal("nothing was refused")
	}
	for _, x := range append(samples, refused) {
		asleep := int64(x.Ops) * int64(nap)
		if x.ElapsedNS < asleep || x.CPUNS <= 0 || x.CPUNS > asleep/2 || x.PerOp() != float64(x.CPUNS)/float64(x.Ops) {
			t.Errorf("%s: %d ns on a core of %d ns that went by, of which %d were slept", x.Op, x.CPUNS, x.ElapsedNS, asleep)
		}
	}
}

// TestTimeOnTheCore: what the thread does is counted, until it has done as much as it
// should by its own clock; a second loop adds to the sample.
func TestTimeOnTheCore(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the time on a core is known on Linux only")
	}
	watch := newStopwatch()
	defer watch.close()
	var s record.Sample
	const work = int64(2 * time.Millisecond)
	for loops := int64(1); loops <= 2; loops++ {
		watch.start()
		for from := threadTime(); threadTime()-from < work; {
		}
		watch.stop(&s)
		if s.CPUNS < loops*work || s.ElapsedNS < loops*work*9/10 {
			t.Errorf("after %d loops of %d ns: %d ns on a core, %d by the wall", loops, work, s.CPUNS, s.ElapsedNS)
		}
	}
}

// TestTimedTrialsTellTheSpeed: before what is timed, and only then, the speed of the core
// is taken. The chain is as long as it is said to be.
func TestTimedTrialsTellTheSpeed(t *testing.T) {
	trial := record.Trial{Kind: record.KindFPR, Variant: "bloom(bpk=8)", Capacity: 100, Fill: 1, Queries: 100}
	if r := measure(t, trial); r.SpinNS != 0 {
		t.Errorf("a trial that counts took %d ns to see the speed of the core", r.SpinNS)
	}
	trial.Kind, trial.Queries, trial.Call, trial.Ops, trial.Lookups = record.KindTime, 0, record.CallBatch, []string{"hit"}, 100
	if r := measure(t, trial); r.SpinNS <= 0 {
		t.Errorf("a trial that is timed did not take the speed of the core: %d ns", r.SpinNS)
	}
	want := uint64(1)
	for range record.SpinSteps {
		want *= hashing.Golden
	}
	if got := multiply(1); got != want {
		t.Errorf("the product is %#x; want that of %d factors, %#x", got, record.SpinSteps, want)
	}
}

// TestClockThatJumps: while a run goes on the clock on the wall goes back by hours and forward
// again. No duration follows it: the run ends after it began, its counts are those of an
// undisturbed run, and a resumed one goes on.
func TestClockThatJumps(t *testing.T) {
	undisturbed, jumping := t.TempDir(), t.TempDir()
	if _, err := runTiny(t, t.Context(), undisturbed, nil); err != nil {
		t.Fatal(err)
	}
	real, calls := wall, atomic.Int64{}
	defer func() { wall = real }()
	wall = func() time.Time { // without the monotonic reading, as a clock that was set
		hours := []time.Duration{0, -5, 30, -1000}[calls.Add(1)%4]
		return real().Round(0).Add(hours * time.Hour)
	}
	ctx, cancel := context.WithCancel(t.Context())
	runTiny(t, ctx, jumping, func(p Progress) {
		if p.Done > 2 {
			cancel()
		}
	})
	if _, err := runTiny(t, t.Context(), jumping, nil); err != nil {
		t.Fatal(err)
	}
	m, _, err := record.ReadDir(jumping)
	if err != nil || len(m.Runs) != 2 {
		t.Fatalf("%d runs, %v", len(m.Runs), err)
	}
	for i, run := range m.Runs {
		if took := run.End.Sub(run.Start); took < 0 || took > time.Hour {
			t.Errorf("run %d took %s", i+1, took)
		}
	}
	sameCounts(t, countsOf(t, jumping), countsOf(t, undisturbed))
}
