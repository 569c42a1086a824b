package harness

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// counters count events of one thread while it runs its own code, not the kernel's. A nil
// pointer counts nothing.
type counters struct {
	open []counter
}

type counter struct {
	name  string
	file  int
	start reading
	known bool // start was read
}

// openCounters starts counting for the calling thread, to which its goroutine must be
// locked, what can be counted of a list of events: nil if nothing can. Many virtual
// machines have none, and containers may not ask.
func openCounters(events []event) *counters {
	c := &counters{}
	for _, e := range events {
		attr := unix.PerfEventAttr{
			Type: e.kind, Config: e.config,
			Read_format: unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
			Bits:        unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
		}
		attr.Size = uint32(unsafe.Sizeof(attr))
		if file, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC); err == nil {
			c.open = append(c.open, counter{name: e.name, file: file})
		}
	}
	if len(c.open) == 0 {
		return nil
	}
	return c
}

func (c *counters) close() {
	if c == nil {
		return
	}
	for _, x := range c.open {
		_ = unix.Close(x.file)
	}
	c.open = nil
}

// begin notes where the counters stand.
func (c *counters) begin() {
	if c == nil {
		return
	}
	for i := range c.open {
		x := &c.open[i]
		x.start, x.known = readCounter(x.file)
	}
}

// end returns the events since begin, without those that were not counted; nil if there
// are no counters.
func (c *counters) end() map[string]uint64 {
	if c == nil {
		return nil
	}
	counts := map[string]uint64{}
	for _, x := range c.open {
		if now, ok := readCounter(x.file); ok && x.known {
			if n, ok := now.since(x.start); ok {
				counts[x.name] = n
			}
		}
	}
	return counts
}

func readCounter(file int) (reading, bool) {
	var text [readingBytes]byte
	n, err := unix.Read(file, text[:])
	if err != nil {
		return reading{}, false
	}
	return decodeReading(text[:n])
}
