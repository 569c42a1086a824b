//go:build !purego

package simd

import "github.com/klauspost/cpuid/v2"

// hasAVX512 is AVX-512 with the extensions for double words and bytes. All processors
// with these have BMI2 too.
var hasAVX512 = cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512DQ, cpuid.AVX512BW, cpuid.AVX512VL, cpuid.BMI2)

// HasAVX512 reports whether the kernels of this package run: on a processor without
// AVX-512 those for many keys do the work of none, and there is no [Lanes], [Cuckoo] or
// [Bloom] to be had.
func HasAVX512() bool { return hasAVX512 }

// WithoutAVX512 has [HasAVX512] say no until restore is called. It is for tests, which
// compare the kernels with their twins in plain Go.
func WithoutAVX512() (restore func()) {
	before := hasAVX512
	hasAVX512 = false
	return func() { hasAVX512 = before }
}
