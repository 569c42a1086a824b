//go:build !purego

package simd

import "github.com/klauspost/cpuid/v2"

// detect returns the levels that the processor has. AVX-512 is that with the extensions for
// double words and bytes; all processors with these, and with AVX2, have BMI2 too.
func detect() []Level {
	switch {
	case cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512DQ, cpuid.AVX512BW, cpuid.AVX512VL, cpuid.BMI2):
		return []Level{AVX512, AVX2}
	case cpuid.CPU.Supports(cpuid.AVX2, cpuid.BMI2):
		return []Level{AVX2}
	}
	return nil
}

// matrices is whether kernels of [AVX512] multiply matrices of bits and permute bytes, which all processors that
// have it do since 2019, but Cascade Lake and Cooper Lake.
var matrices = cpuid.CPU.Supports(cpuid.GFNI, cpuid.AVX512VBMI)

// NoMatrices has kernels run that multiply no matrices of bits, until restore is called. It is
// for tests, as [Limit] is.
func NoMatrices() (restore func()) {
	before := matrices
	matrices = false
	return func() { matrices = before }
}
