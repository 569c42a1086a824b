package simd

// Level is what the kernels are made of.
type Level int

// The levels. A processor has all below its highest.
const (
	Plain  Level = iota // plain Go: the kernels do the work of no key
	AVX2                // those of ContainsBloom, ContainsBlocked, ContainsSplit, InsertSplit and ContainsCuckoo only
	AVX512              // all
)

func (l Level) String() string { return [...]string{"plain Go", "AVX2", "AVX-512"}[l] }

// HasAVX512 reports whether the kernels of AVX-512 run: without it there is no [Lanes]
// to be had.
func HasAVX512() bool { return Now() == AVX512 }
