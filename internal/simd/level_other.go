//go:build !amd64 || purego

package simd

// Now returns the level of the kernels that run. Here there is no assembly.
func Now() Level { return Plain }

// Limit has kernels of at most that level run, as they do here anyway.
func Limit(Level) (restore func()) { return func() {} }

// NoMatrices has kernels run that multiply no matrices of bits. Here there are none.
func NoMatrices() (restore func()) { return func() {} }
