//go:build !purego

package simd

// LookSplit looks for a key in its block of 256 bits. It needs AVX2 and BMI2 where there is a table.
//
//go:noescape
func LookSplit(l *Look, hash uint64) bool

// LookBlocked looks for a key in its block of 512 bits. It needs BMI2 where there is a table, and
// AVX-512 where there are Lanes.
//
//go:noescape
func LookBlocked(l *Look, hash uint64) bool

// LookWord looks for a key in its word of 64 bits. It needs BMI2 where there is a table, and
// AVX-512 where there are Lanes.
//
//go:noescape
func LookWord(l *Look, hash uint64) bool

// LookCuckoo looks for a key in both of its buckets.
//
//go:noescape
func LookCuckoo(l *CuckooLook, hash uint64) bool

// LookBloom looks at the bits of a key, four at a time and then the rest.
//
//go:noescape
func LookBloom(l *BloomLook, hash uint64) bool

// LookFuse compares the slots of a key with its fingerprint.
//
//go:noescape
func LookFuse(l *FuseLook, hash uint64) bool

// LookWindow looks for a key in both of its windows.
//
//go:noescape
func LookWindow(l *WindowLook, hash uint64) bool

// The lookups of views without a table. Nothing in Go calls them: the kernels jump there.
//
//lint:file-ignore U1000 the assembly of this file's kernels jumps to the functions below

func lookElse(l *Look, hash uint64) bool             { return l.Else(hash) }
func lookCuckooElse(l *CuckooLook, hash uint64) bool { return l.Else(hash) }
func lookBloomElse(l *BloomLook, hash uint64) bool   { return l.Else(hash) }
func lookFuseElse(l *FuseLook, hash uint64) bool     { return l.Else(hash) }
func lookWindowElse(l *WindowLook, hash uint64) bool { return l.Else(hash) }
