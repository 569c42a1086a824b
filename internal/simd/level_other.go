//go:build !(amd64 || arm64) || purego

package simd

// detect returns nothing: here there is no assembly.
func detect() []Level { return nil }
