package cuckoo

import (
	"filterbench/internal/bitpack"
	"filterbench/internal/simd"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

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
