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

// wallTime returns the time of day, for manifests and progress.
func wallTime() time.Time { return time.Now().UTC() }

// stopwatch times loops of the goroutine that made it, by two clocks: that on the wall,
// and that of the thread, which stands still while something else has the core. On a
// shared machine the first jumps by slices of the scheduler's time, several milliseconds
// each, which is more than most loops take.
//
// The goroutine stays on its thread from newStopwatch to close. The thread's clock is
// a system call of about half a microsecond, part of which is in each loop's time: of a
// loop of ten thousand operations it is less than a tenth of a nanosecond for each.
// What a loop leaves to other goroutines is in neither time of the thread.
type stopwatch struct {
	wall, thread int64 // at start
}

func newStopwatch() *stopwatch {
	runtime.LockOSThread()
	return &stopwatch{}
}

func (w *stopwatch) close() { runtime.UnlockOSThread() }

// start begins a loop.
func (w *stopwatch) start() {
	w.wall = monotonic()
	w.thread = threadTime()
}

// stop ends a loop and adds its times to a sample. The thread's clock is read inside of
// the wall's, so that it never shows the longer time for being read first.
func (w *stopwatch) stop(s *record.Sample) {
	s.CPUNS += threadTime() - w.thread
	s.ElapsedNS += monotonic() - w.wall
}
