//go:build !amd64 || purego

package hashing

// wide says whether eight keys can be hashed at a time: here no assembly does it.
const wide = false

func uint64sWide(_, _ *uint64, _ int, _ uint64) { panic("hashing: no assembly here") }
