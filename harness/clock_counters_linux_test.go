package harness

import (
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"filterbench/internal/record"
)

// TestCountersOfTheKernel reads counters from the kernel, those of software, which virtual
// machines have too: as many page faults as pages are touched for the first time. Another
// loop that touches none has fewer.
func TestCountersOfTheKernel(t *testing.T) {
	const software, pageFaults = 1, 2
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	w := &stopwatch{counters: openCounters([]event{{"faults", software, pageFaults}, {"nonsense", 77, 77}})}
	defer w.counters.close()
	if w.counters == nil {
		t.Skip("the kernel does not let this process count events")
	}
	const pages = 64
	size := unix.Getpagesize()
	memory, err := unix.Mmap(-1, 0, pages*size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(memory)
	_ = unix.Madvise(memory, unix.MADV_NOHUGEPAGE)
	touch := func() (s record.Sample) {
		w.start()
		for i := 0; i < len(memory); i += size {
			memory[i]++
		}
		w.stop(&s)
		return s
	}
	first, again := touch(), touch()
	if len(first.Counters) != 1 || first.Counters["faults"] < pages {
		t.Errorf("%d pages touched for the first time: counters are %v", pages, first.Counters)
	}
	if again.Counters["faults"] >= pages {
		t.Errorf("%d pages touched again: counters are %v", pages, again.Counters)
	}
}

// TestCountersOfTheMachine: a timed trial has the events that the processor counts, by
// names that records know, and where it counts none the sample has no counters at all.
func TestCountersOfTheMachine(t *testing.T) {
	for _, e := range hardware {
		if !slices.Contains(record.Events, e.name) {
			t.Errorf("records know no event %s", e.name)
		}
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c := openCounters(hardware)
	defer c.close()
	r := measure(t, record.Trial{Kind: record.KindTime, Variant: "bloom(bpk=8)", Capacity: 1000, Fill: 1, Call: record.CallBatch, Ops: []string{"hit"}, Lookups: 100_000}).Time()
	got := r.Samples[0].Counters
	t.Logf("counters are %v", got)
	if c == nil && got != nil {
		t.Errorf("the machine has no counters, and the sample has %v", got)
	}
	if n, ok := got["instructions"]; ok && n < 100_000 {
		t.Errorf("%d instructions for 100000 lookups", n)
	}
}
