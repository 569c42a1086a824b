package cuckoo

import (
	"testing"

	"filterbench/internal/simd"
	"filterbench/variants"
)

// TestSIMDKernelChosen: the SIMD kernel is there where it was asked for or nothing else was,
// and the processor and the table allow it.
func TestSIMDKernelChosen(t *testing.T) {
	for _, level := range append(simd.Levels(), simd.Plain) {
		t.Run(level.String(), func(t *testing.T) {
			defer simd.Limit(level)()
			simple, all := level != simd.Plain, level == simd.AVX512 || level == simd.NEON
			for name, want := range map[string]bool{
				"cuckoo(b=4,f=12)": simple, "cuckoo(b=4,f=12,kernel=simd)": simple, "cuckoo(b=8,f=8,kernel=simd)": simple,
				"cuckoo(b=8,f=16,kernel=simd)": all, "cuckoo(b=4,f=12,buckets=any,kernel=simd)": all,
				"cuckoo(b=4,f=12,kernel=scalar)": false, "cuckoo(b=4,f=12,kernel=swar)": false, "cuckoo(b=4,f=12,alt=plain,kernel=simd)": false,
			} {
				if got := mustNew(t, name, variants.Size{Keys: 100}, 1).(*Filter).kernel != nil; got != want {
					t.Errorf("%s: the SIMD kernel is there: %v", name, got)
				}
			}
		})
	}
}
