package bitpack

import (
	"syscall"
	"testing"
)

// TestAllocationIsPresent: writing to fresh memory takes no page faults, since
// they were taken when it was made. The rest of the process, the race detector
// included, may take as many as one for a hundred of its small pages.
func TestAllocationIsPresent(t *testing.T) {
	const words, page = 8 << 20, 512
	memory := Words(words)
	before := faults(t)
	for i := 0; i < len(memory); i += page {
		memory[i]++
	}
	if taken := faults(t) - before; taken > words/page/100 {
		t.Errorf("writing to %d words that were said to be present took %d page faults", words, taken)
	}
}

// faults returns the page faults of the process so far that needed no reading.
func faults(t *testing.T) int64 {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return int64(usage.Minflt)
}
