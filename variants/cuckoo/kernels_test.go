package cuckoo

import (
	"testing"

	"filterbench/internal/simd"
	"filterbench/variants"
)

// TestSIMDKernelChosen: the SIMD kernel is there where it was asked for or nothing else was,
// and the processor and the table allow it.
func TestSIMDKernelChosen(t *testing.T) {
	for level := simd.Now(); level >= simd.Plain; level-- {
		t.Run(level.String(), func(t *testing.T) {
			defer simd.Limit(level)()
			for name, least := range map[string]simd.Level{
				"cuckoo(b=4,f=12)": simd.AVX2, "cuckoo(b=4,f=12,kernel=simd)": simd.AVX2, "cuckoo(b=8,f=8,kernel=simd)": simd.AVX2,
				"cuckoo(b=8,f=16,kernel=simd)": simd.AVX512, "cuckoo(b=4,f=12,buckets=any,kernel=simd)": simd.AVX512,
				"cuckoo(b=4,f=12,kernel=scalar)": never, "cuckoo(b=4,f=12,kernel=swar)": never, "cuckoo(b=4,f=12,alt=plain,kernel=simd)": never,
			} {
				if got := mustNew(t, name, variants.Size{Keys: 100}, 1).(*Filter).kernel != nil; got != (level >= least) {
					t.Errorf("%s: the SIMD kernel is there: %v", name, got)
				}
			}
		})
	}
}

// never is above all levels.
const never = simd.AVX512 + 1
