package variants

import "filterbench/variants/families"

// Kernel returns the kernel of a lookup that runs where one is asked for, and "" where none
// is. runs says whether simd does, below which is the next kernel.
//
// The kernels give the same answers in three ways:
//
//	scalar   one key after the other, one slot or bit after the other
//	swar     one key after the other, all slots of a bucket compared at once in plain words of 64 bits
//	simd     eight keys at a time in the registers of AVX-512, or four in those of AVX2, or
//	         the two buckets of a key in those of NEON; in a blocked filter all bits of a key,
//	         on AVX-512 also of a single one
//
// Without one, a filter takes simd where the processor and the shape
// allow it, and else what it was written with. All but the scalar one of cuckoo filters
// prefetch the lines of keys in tables that are large (see package batch). The way into
// the table is the same in all kernels, so they leave the same tables; only a blocked
// filter with kernel=scalar inserts bit by bit.
//
// Where the processor or the shape of the table does not allow simd, kernel=simd gives
// the next kernel below it, which is plain Go, and the shape of the filter says which: a
// plan must not depend on the machine, and a record must not call a plain loop by another
// name.
func Kernel(asked, below string, runs bool) string {
	if asked == families.KernelSIMD && !runs {
		return below
	}
	return asked
}
