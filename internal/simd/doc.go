// Package simd works on many cache lines at a time: it prefetches lines before they
// are needed, and looks at whole lines with the vector instructions of the processor.
//
// A lookup in a large filter waits for memory, and a loop over lookups waits for one
// line after the other unless the processor runs far enough ahead to see the next. So
// batch operations prefetch the lines of a group of keys first ([Prefetch]) and look at
// them afterwards, when many are on their way at once.
//
// A single key of a filter that keeps it in one line is looked at in the same way: its
// positions side by side, in one call that inlines ([LookBlocked]).
//
// Everything here has a twin in plain Go that gives the same answers: the one that
// runs where there is no assembly (other processors, the build tag purego) and that
// tests hold the other against. What a processor has is found out once, at start: its
// [Level], which is AVX-512 or AVX2 on amd64 and NEON on arm64. The kernels of arm64 are tested
// in an emulator (make arm64).
package simd
