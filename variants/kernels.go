package variants

import (
	"filterbench/internal/bitpack"
	"filterbench/internal/simd"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// The kernels of a lookup, the same answers in three ways:
//
//	scalar   one key after the other, one slot or bit after the other
//	swar     one key after the other, all slots of a bucket compared at once in plain words of 64 bits
//	simd     eight keys at a time in the registers of AVX-512, or four in those of AVX2;
//	         in a blocked filter also all bits of a single key
//
// Without the parameter kernel, a filter takes simd where the processor and the shape
// allow it, and else what it was written with. All but the scalar one of cuckoo filters
// prefetch the lines of keys in tables that are large (see package batch). The way into
// the table is the same in all kernels, so they leave the same tables; only a blocked
// filter with kernel=scalar inserts bit by bit.
//
// Where the processor or the shape of the table does not allow simd, kernel=simd gives
// the next kernel below it, which is plain Go, and the shape of the filter says which: a
// plan must not depend on the machine, and a record must not call a plain loop by another
// name.
//
// kernelOf returns the kernel that runs where one is asked for, and "" otherwise. runs says
// whether simd does, below which is the next kernel.
func kernelOf(v spec.Values, below string, runs bool) string {
	kernel := v.Text("kernel")
	if kernel == families.KernelSIMD && !runs {
		return below
	}
	return kernel
}

// kernelBuckets reports whether the table is one for [simd.ContainsCuckoo]: buckets whose
// second is never the first.
func kernelBuckets(v spec.Values, shape theory.Shape) bool {
	apart := v.Text("alt") == "" || v.Text("alt") == families.AltApart
	buckets := shape.Cells / uint64(shape.BucketSlots)
	return apart && (v.Text("buckets") != "any" || buckets < 1<<32)
}

// kernelRuns reports whether [simd.ContainsCuckoo] runs: on AVX2 for a power of two of
// buckets of one word, on AVX-512 for all that [kernelBuckets] allows.
func kernelRuns(v spec.Values, shape theory.Shape) bool {
	if v.Text("buckets") != "any" && shape.BucketSlots*shape.FingerprintBits <= 64 {
		return kernelBuckets(v, shape) && simd.Now() >= simd.AVX2
	}
	return kernelBuckets(v, shape) && simd.HasAVX512()
}

// kernelOn returns the SIMD kernels for the table, nil if they do not run or another
// kernel is asked for.
func (f *cuckoo) kernelOn(table *bitpack.Buckets) *simd.Cuckoo {
	if f.shape.Kernel != "" && f.shape.Kernel != families.KernelSIMD {
		return nil
	}
	lanes, second := table.Lanes()
	return simd.NewCuckoo(simd.Cuckoo{
		Shift: uint64(f.shift), Tags: f.tags, Steps: f.steps, Stride: table.Stride(),
		Lows: lanes.Lows, Highs: lanes.Highs, Any: f.any, Second: second,
	})
}

// containsEach is Contains of a cuckoo filter, slot by slot.
func (f *cuckoo) containsEach(hash uint64) bool {
	i, tag := f.locate(hash)
	return f.flat.HasEach(i, tag) || f.flat.HasEach(f.other(i, tag), tag)
}
