//go:build !purego

package simd

// detect returns NEON, which every processor has that Go runs on.
func detect() []Level { return []Level{NEON} }
