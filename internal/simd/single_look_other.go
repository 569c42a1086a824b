//go:build !amd64 || purego

package simd

// LookSplit is Else here.
func LookSplit(l *Look, hash uint64) bool { return l.Else(hash) }

// LookBlocked is Else here.
func LookBlocked(l *Look, hash uint64) bool { return l.Else(hash) }

// LookWord is Else here.
func LookWord(l *Look, hash uint64) bool { return l.Else(hash) }

// LookCuckoo is Else here.
func LookCuckoo(l *CuckooLook, hash uint64) bool { return l.Else(hash) }

// LookBloom is Else here.
func LookBloom(l *BloomLook, hash uint64) bool { return l.Else(hash) }

// LookFuse is Else here.
func LookFuse(l *FuseLook, hash uint64) bool { return l.Else(hash) }

// LookWindow is Else here.
func LookWindow(l *WindowLook, hash uint64) bool { return l.Else(hash) }
