package harness

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"

	"filterbench/internal/record"
)

// Bounds are what trials may take. A plan's estimates say beforehand what is likely; these
// hold when an estimate was wrong. A trial that passes one ends as failed, with the reason
// in its record: by itself, at the next of the points where probes look, or, if it does not
// come to one soon, together with the program, whose next run goes on behind it.
//
// Memory is that of the program, so that of several trials that run at once none can be
// accused: they end without a record and are measured again, one by one.
type Bounds struct {
	Bytes  uint64        // most memory that the program may hold; 0 is no bound
	Factor float64       // a trial may take so many times its estimate,
	Least  time.Duration // and this on top; 0 is no bound
}

// UsualBounds are those of a program that may hold so much memory. A trial may take a hundred
// times its estimate: more than any estimate is wrong on a slow machine, and less than a
// night.
func UsualBounds(bytes uint64) Bounds {
	if free, ok := FreeMemory(); ok {
		bytes = min(bytes, free)
	}
	return Bounds{Bytes: bytes, Factor: 100, Least: time.Minute}
}

// How often bounds are looked at, and what a trial that passed one is given to end by itself.
const (
	boundsEvery = 50 * time.Millisecond
	boundsGrace = 10 * time.Second
	// A trial whose memory still grows by this after it was told to stop ends with the program.
	boundsExcess = 1.25
)

// Overrun is the reason of a trial that passed a bound.
type Overrun struct {
	Reason string
	Memory bool // it was the memory of the whole program
}

func (o *Overrun) Error() string { return o.Reason }

// ErrStopNow says that a trial passed a bound and goes on in spite of it: the program must end.
var ErrStopNow = errors.New("it does not end by itself, so the program does")

// stops has the order to stop of each trial that is under way, by its id.
var stops sync.Map // id -> *atomic.Pointer[Overrun]

// stopOf returns where a trial under way is told to stop; nil for one without bounds.
func stopOf(t record.Trial) *atomic.Pointer[Overrun] {
	if stop, ok := stops.Load(t.ID()); ok {
		return stop.(*atomic.Pointer[Overrun])
	}
	return nil
}

// checkStop is called by probes now and then. It does not return in a trial that passed a
// bound.
func (b *bench) checkStop() {
	if b.stop == nil {
		return
	}
	if why := b.stop.Load(); why != nil {
		panic(why)
	}
}

// MeasureWithin is Measure within bounds. over is why the trial failed if it passed one;
// stuck says that it goes on in spite of it. others tells how many trials are under way,
// itself included.
func MeasureWithin(t record.Trial, b Bounds, others func() int) (r record.Record, over *Overrun, stuck bool) {
	if b == (Bounds{}) {
		return Measure(t), nil, false
	}
	stop := &atomic.Pointer[Overrun]{}
	stops.Store(t.ID(), stop)
	defer stops.Delete(t.ID())
	ended := make(chan record.Record, 1)
	go func() { ended <- Measure(t) }()
	w := newWatch(b, t, others)
	tick := time.NewTicker(boundsEvery)
	defer tick.Stop()
	for {
		select {
		case r := <-ended:
			over := stop.Load()
			if over != nil {
				debug.FreeOSMemory() // what it held is no fault of the next
			}
			if over != nil && r.Failed != over.Reason { // it had ended before it looked
				over = nil
			}
			return r, over, false
		case <-tick.C:
			why, now := w.look()
			if why != nil && stop.Load() == nil {
				stop.Store(why)
			}
			if now {
				return failed(t, stop.Load()), stop.Load(), true
			}
		}
	}
}

// watch holds a trial against its bounds. Looking allocates nothing unless one is passed:
// trials under way count what is allocated.
type watch struct {
	bounds  Bounds
	trial   record.Trial
	seconds float64 // estimated
	began   int64   // monotonic nanoseconds
	others  func() int
	passed  int64 // when it passed a bound, 0 if it has not
	memory  []metrics.Sample
}

func newWatch(b Bounds, t record.Trial, others func() int) *watch {
	return &watch{bounds: b, trial: t, seconds: EstimateTrial(t).Seconds, began: monotonic(), others: others, memory: memorySamples()}
}

// look returns why the trial has to stop, if so, and whether that can wait no longer.
func (w *watch) look() (why *Overrun, now bool) {
	clock, held := monotonic(), heldBytes(w.memory)
	most := time.Duration(w.bounds.Factor*w.seconds*float64(time.Second)) + w.bounds.Least
	took := time.Duration(clock - w.began)
	switch {
	case w.bounds.Bytes > 0 && held > w.bounds.Bytes:
		with := ""
		if n := w.others(); n > 1 {
			with = fmt.Sprintf(" and %d others", n-1)
		}
		why = &Overrun{Memory: true, Reason: fmt.Sprintf("stopped: with this trial%s the program held %.3g GiB and may hold %.3g GiB (flag --memory)", with, gibibytes(held), gibibytes(w.bounds.Bytes))}
	case w.bounds.Factor > 0 && took > most:
		why = &Overrun{Reason: fmt.Sprintf("stopped after %s: its estimate is %.2g s, and a trial may take %g times that and %s", took.Round(time.Second), w.seconds, w.bounds.Factor, w.bounds.Least)}
	}
	if why != nil && w.passed == 0 {
		w.passed = clock
	}
	late := w.passed != 0 && time.Duration(clock-w.passed) > boundsGrace
	huge := w.bounds.Bytes > 0 && float64(held) > boundsExcess*float64(w.bounds.Bytes)
	return why, w.passed != 0 && (late || huge)
}

// memorySamples are what heldBytes needs.
func memorySamples() []metrics.Sample {
	return []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
}

// heldBytes returns how much memory the program holds of the system and uses.
func heldBytes(samples []metrics.Sample) uint64 {
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64() - samples[2].Value.Uint64()
}

// LimitCollector makes the garbage collector keep the program below its bound, so that
// garbage alone never passes it, and returns what takes that back.
func LimitCollector(b Bounds) (restore func()) {
	if b.Bytes == 0 {
		return func() {}
	}
	old := debug.SetMemoryLimit(int64(b.Bytes - b.Bytes/10))
	return func() { debug.SetMemoryLimit(old); runtime.GC() }
}
