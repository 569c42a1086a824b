package harness

import (
	"encoding/binary"
	"math"
)

// event is something that the processor, or the kernel, counts for a thread.
type event struct {
	name   string // in records
	kind   uint32 // of the kernel's perf events
	config uint64 // which of that kind
}

// The kernel's numbers of kinds of events, and of events of the memory kind: which cache,
// which operation, what came of it. Source: perf_event_open(2).
const (
	eventHardware = 0
	eventMemory   = 3

	dtlbReadMiss = 3 | 0<<8 | 1<<16
)

// hardware are the events of a sample, with the numbers that perf_event_open(2) gives.
var hardware = []event{
	{"cycles", eventHardware, 0},
	{"instructions", eventHardware, 1},
	{"cache_misses", eventHardware, 3},
	{"branch_misses", eventHardware, 5},
	{"dtlb_misses", eventMemory, dtlbReadMiss},
}

// reading is one event as the kernel tells it. A processor counts few events at a time:
// where more are asked for they take turns, and running falls behind enabled.
type reading struct {
	count, enabled, running uint64 // events, nanoseconds, nanoseconds
}

// readingBytes is how many bytes a reading is.
const readingBytes = 24

// decodeReading takes a reading from the kernel's bytes; ok is false if they are not one.
func decodeReading(text []byte) (r reading, ok bool) {
	if len(text) != readingBytes {
		return r, false
	}
	word := func(i int) uint64 { return binary.NativeEndian.Uint64(text[8*i:]) }
	return reading{word(0), word(1), word(2)}, true
}

// since returns the events from another reading to this one, scaled to all of the time if
// they were counted for a part of it; ok is false if they were not counted at all.
func (r reading) since(start reading) (n uint64, ok bool) {
	count, enabled, running := r.count-start.count, r.enabled-start.enabled, r.running-start.running
	switch {
	case running == 0:
		return 0, false
	case running >= enabled:
		return count, true
	}
	return uint64(math.Round(float64(count) * (float64(enabled) / float64(running)))), true
}
