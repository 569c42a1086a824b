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
//	swar     one key after the other, all slots of a bucket or all words of a block compared at once in plain words of 64 bits
//	simd     eight keys at a time in the wide registers of AVX-512; in a blocked filter
//	         also all bits of a single key
//
// Without the parameter kernel, a filter takes simd where the processor and the shape
// allow it, and else what it was written with. All but scalar prefetch the lines of keys
// ahead in tables that are large (see package batch). The way into the table is the same in all
// kernels, so they leave the same tables; only kernel=scalar and kernel=swar of a
// blocked filter insert bit by bit, the latter with prefetched lines.
//
// Where the processor or the shape of the table does not allow simd, kernel=simd gives
// the next kernel below it, and the shape of the filter says which: a plan must not
// depend on the machine, and a record must not call a plain loop by another name.
//
// kernelOf returns the kernel that runs where one is asked for, and "" otherwise.
// wide says whether the shape of the table allows the wide one.
func kernelOf(v spec.Values, wide bool) string {
	kernel := v.Text("kernel")
	if kernel == families.KernelSIMD && !(wide && simd.HasAVX512) {
		return families.KernelSWAR
	}
	return kernel
}

// wideBuckets reports whether the table is one for [simd.ContainsCuckoo]: buckets whose
// second is never the first.
func wideBuckets(v spec.Values, shape theory.Shape) bool {
	apart := v.Text("alt") == "" || v.Text("alt") == families.AltApart
	buckets := shape.Cells / uint64(shape.BucketSlots)
	return apart && (v.Text("buckets") != "any" || buckets < 1<<32)
}

// wideOn describes the table to [lines], nil if it cannot be looked up there or another
// kernel is asked for.
func (f *cuckoo) wideOn(table *bitpack.Buckets) *simd.Cuckoo {
	if !simd.HasAVX512 || f.shape.Kernel != "" && f.shape.Kernel != families.KernelSIMD {
		return nil
	}
	lanes, second := table.Lanes()
	return &simd.Cuckoo{
		Shift: uint64(f.shift), Tags: f.tags, Steps: f.steps, Stride: table.Stride(),
		Lows: lanes.Lows, Highs: lanes.Highs, Any: f.any, Second: second,
	}
}

// containsEach is Contains of a cuckoo filter, slot by slot.
func (f *cuckoo) containsEach(hash uint64) bool {
	i, tag := f.locate(hash)
	return f.flat.HasEach(i, tag) || f.flat.HasEach(f.other(i, tag), tag)
}

// containsWords is Contains of a blocked filter with the bits of a key gathered in a
// block of its own, which is compared word by word.
func (f *blocked) containsWords(hash uint64) bool {
	block := f.block(hash)
	var bits [blockWords]uint64
	gather(&bits, hash, f.probes)
	missing := uint64(0)
	for i, word := range bits {
		missing |= word &^ block[i]
	}
	return missing == 0
}
