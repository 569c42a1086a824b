package harness

import "golang.org/x/sys/unix"

// threadTime returns the nanoseconds that the calling thread was on a core, in its own
// code and in the kernel's; always 0 if the kernel does not tell.
func threadTime() int64 {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return t.Nano()
}
