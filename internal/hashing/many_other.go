//go:build !amd64 || purego

package hashing

// wide says whether eight keys can be hashed at a time: here no assembly does it.
const wide = false

func uint64sWide(_, _ *uint64, _ int, _ uint64) { panic("hashing: no assembly here") }

func stringsWide(_ *uint64, _ *string, _ int, _ uint64) { panic("hashing: no assembly here") }

func slicesWide(_ *uint64, _ *[]byte, _ int, _ uint64) { panic("hashing: no assembly here") }
