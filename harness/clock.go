package harness

import "time"

// The only file of the measuring packages that reads the clock.

// monotonic returns nanoseconds since an arbitrary moment, unaffected by changes
// of the wall clock.
func monotonic() int64 { return int64(time.Since(epoch)) }

var epoch = time.Now()

// wallTime returns the time of day, for manifests and progress.
func wallTime() time.Time { return time.Now().UTC() }
