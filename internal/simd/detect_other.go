//go:build !amd64 || purego

package simd

// HasAVX512 reports whether the kernels of this package run. Here there is no assembly.
func HasAVX512() bool { return false }

// WithoutAVX512 has [HasAVX512] say no until restore is called, as it does here anyway.
func WithoutAVX512() (restore func()) { return func() {} }
