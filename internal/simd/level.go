package simd

import "slices"

// Level is what the kernels are made of.
type Level int

// The levels. Those of one processor are in order: it has all of them below its highest.
const (
	Plain  Level = iota // plain Go: the kernels do the work of no key
	NEON                // arm64: ContainsBlocked, ContainsSplit, InsertSplit and ContainsCuckoo only
	AVX2                // amd64: these, ContainsRegister, ContainsBloom, ReadLines and WriteLines only, cuckoo filters only with a power of two of buckets in one group
	AVX512              // amd64: all
)

func (l Level) String() string { return [...]string{"plain Go", "NEON", "AVX2", "AVX-512"}[l] }

// levels are those that run here, the highest first, and now is the one in use: another
// than the first only in tests.
var (
	levels = append(detect(), Plain)
	now    = levels[0]
)

// Now returns the level of the kernels that run.
func Now() Level { return now }

// Levels returns those that run here, the highest first and without Plain: none where there
// is no assembly.
func Levels() []Level { return slices.Clip(levels[:len(levels)-1]) }

// Limit has kernels of at most that level run until restore is called. It is for tests,
// which compare the kernels with each other and with their twins in plain Go.
func Limit(level Level) (restore func()) {
	before := now
	for _, now = range levels {
		if now <= level {
			break
		}
	}
	return func() { now = before }
}

// HasAVX512 reports whether the kernels of AVX-512 run: without it there is no [Lanes]
// to be had.
func HasAVX512() bool { return Now() == AVX512 }
