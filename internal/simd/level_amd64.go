//go:build !purego

package simd

import "github.com/klauspost/cpuid/v2"

// best is the highest level of the processor, now the one in use: lower only in tests.
var (
	best = detect()
	now  = best
)

// detect finds out what the processor has. AVX-512 is that with the extensions for double
// words and bytes; all processors with these, and with AVX2, have BMI2 too.
func detect() Level {
	switch {
	case cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512DQ, cpuid.AVX512BW, cpuid.AVX512VL, cpuid.BMI2):
		return AVX512
	case cpuid.CPU.Supports(cpuid.AVX2, cpuid.BMI2):
		return AVX2
	}
	return Plain
}

// matrices is whether kernels of [AVX512] multiply matrices of bits, which all processors that
// have it do since 2019, but Cascade Lake and Cooper Lake.
var matrices = cpuid.CPU.Supports(cpuid.GFNI, cpuid.AVX512VBMI)

// NoMatrices has kernels run that multiply no matrices of bits, until restore is called. It is
// for tests, as [Limit] is.
func NoMatrices() (restore func()) {
	before := matrices
	matrices = false
	return func() { matrices = before }
}

// Now returns the level of the kernels that run.
func Now() Level { return now }

// Limit has kernels of at most that level run until restore is called. It is for tests,
// which compare the kernels with each other and with their twins in plain Go.
func Limit(level Level) (restore func()) {
	before := now
	now = min(best, level)
	return func() { now = before }
}
