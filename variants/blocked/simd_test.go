package blocked

import (
	"filterbench/internal/simd"
	"filterbench/variants"
	"testing"
)

// TestSingleKernelChosen: plain kernels that are asked for run, and the SIMD ones
// otherwise.
func TestSingleKernelChosen(t *testing.T) {
	for name, want := range map[string]bool{
		"blocked(bpk=12)": simd.HasAVX512(), "blocked(bpk=12,kernel=simd)": simd.HasAVX512(),
		"blocked(bpk=12,kernel=scalar)": false,
	} {
		if got := mustNew(t, name, variants.Size{Keys: 100}, 1).(*Filter).lanes != nil; got != want {
			t.Errorf("%s: single calls go to the SIMD kernel: %v", name, got)
		}
	}
}
