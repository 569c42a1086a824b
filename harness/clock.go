package harness

import (
	"runtime"
	"time"

	"filterbench/internal/record"
)

// The only files of the measuring packages that read clocks are this one and those
// whose names begin as its name does.

// monotonic returns nanoseconds since an arbitrary moment, unaffected by changes
// of the wall clock.
func monotonic() int64 { return int64(time.Since(epoch)) }

var epoch = time.Now()

// coreTime returns the nanoseconds that the calling thread was on a core, or where that is
// not known, those on the wall.
func coreTime() int64 {
	if t := threadTime(); t > 0 {
		return t
	}
	return monotonic()
}

// wallTime returns the time of day, for manifests.
func wallTime() time.Time { return wall().UTC() }

// wall is the clock on the wall, which may jump: tests let it.
var wall = time.Now

// stopwatch times loops of the goroutine that made it, by two clocks: that on the wall,
// and that of the thread, which stands still while something else has the core. On a
// shared machine the first jumps by slices of the scheduler's time, several milliseconds
// each, which is more than most loops take.
//
// The goroutine stays on its thread from newStopwatch to close. The thread's clock is
// a system call of about half a microsecond, as much of which is in each loop's time: of a
// loop of ten thousand operations 0.05 ns for each, and null's loop has it too. What a loop
// leaves to other goroutines is not in the time of its thread; no filter here does.
type stopwatch struct {
	wall, thread int64     // at start
	counters     *counters // of the thread; nil where there are none
}

func newStopwatch() *stopwatch {
	runtime.LockOSThread()
	return &stopwatch{counters: openCounters(hardware)}
}

func (w *stopwatch) close() {
	w.counters.close()
	runtime.UnlockOSThread()
}

// start begins a loop.
func (w *stopwatch) start() {
	w.counters.begin()
	w.wall = monotonic()
	w.thread = threadTime()
}

// stop ends a loop and adds it to a sample. The thread's clock is read inside of the
// wall's, so that it never shows the longer time for being read first, and the counters,
// which take longer to read, outside of both.
func (w *stopwatch) stop(s *record.Sample) {
	cpu := threadTime() - w.thread
	elapsed := monotonic() - w.wall
	addLoop(s, record.Sample{ElapsedNS: elapsed, CPUNS: cpu, Counters: w.counters.end()})
}

// addLoop adds the times of a loop to those of a sample. An event that was not counted in
// all loops of a sample is not counted in the sample.
func addLoop(s *record.Sample, loop record.Sample) {
	s.ElapsedNS += loop.ElapsedNS
	s.CPUNS += loop.CPUNS
	if s.Counters == nil {
		s.Counters = loop.Counters
		return
	}
	for event, n := range s.Counters {
		if more, ok := loop.Counters[event]; ok {
			s.Counters[event] = n + more
		} else {
			delete(s.Counters, event)
		}
	}
}
