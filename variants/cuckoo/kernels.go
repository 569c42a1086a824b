package cuckoo

import (
	"filterbench/internal/bitpack"
	"filterbench/internal/simd"
	"filterbench/variants/families"
	"filterbench/variants/shape"
)

// kernelAllowed reports whether the table is one for [simd.ContainsCuckoo]: buckets whose
// second is never the first.
func (c Config) kernelAllowed(s shape.Shape) bool {
	return c.Alternate == families.AltApart && (!c.AnyBuckets || s.Cells/uint64(s.BucketSlots) < 1<<32)
}

// kernelRuns reports whether [simd.ContainsCuckoo] runs.
func (c Config) kernelRuns(s shape.Shape) bool {
	return c.kernelAllowed(s) && simd.HasCuckoo(!c.AnyBuckets && s.BucketSlots*s.FingerprintBits <= 64)
}

// kernelOn returns the SIMD kernels for the table, nil if they do not run or another
// kernel is asked for.
func (f *Filter) kernelOn(table *bitpack.Buckets) *simd.Cuckoo {
	if f.shape.Kernel != "" && f.shape.Kernel != families.KernelSIMD {
		return nil
	}
	lanes, second := table.Lanes()
	return simd.NewCuckoo(simd.Cuckoo{
		Shift: uint64(f.shift), Tags: f.tags, Steps: f.steps, Stride: table.Stride(),
		Lows: lanes.Lows, Highs: lanes.Highs, Any: f.any, Second: second,
	})
}
