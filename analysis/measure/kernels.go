package measure

import (
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// KernelGain is by how much a kernel must be faster than the simpler ones to be kept.
const KernelGain = 1.1

// Kernels lists the kernels from the simplest on.
var Kernels = []string{"scalar", "swar", "simd"}

// KernelCase is one kernel beside the best of the simpler ones, for one operation at one
// size.
type KernelCase struct {
	Keys    uint64
	Op      string
	Net     stat.Median
	Simpler string      // the fastest of the simpler kernels by median
	Gain    stat.Median // the time of that over the time of this, both net
}

// Wins and Loses report whether the kernel is faster by [KernelGain] or more, and
// whether it is slower, for certain.
func (k KernelCase) Wins() bool {
	return k.Gain.Confidence >= stat.Confidence && k.Gain.Lo >= KernelGain
}
func (k KernelCase) Loses() bool { return k.Gain.Confidence >= stat.Confidence && k.Gain.Hi < 1 }

// short reports whether the kernel does not win for certain.
func (k KernelCase) short() bool {
	return k.Gain.Confidence >= stat.Confidence && k.Gain.Hi < KernelGain
}

// Keep says whether a kernel is worth its keep.
type Keep string

// The answers: a kernel that wins somewhere is kept there, and anywhere if it loses
// nowhere.
const (
	KeptAll   Keep = "worth its keep"
	KeptThere Keep = "worth its keep only where it wins"
	NotKept   Keep = "not worth its keep"
	KeepOpen  Keep = "not decided"
)

// KernelVerdict is what the cases of one kernel of one filter come to.
type KernelVerdict struct {
	Filter string // without its kernel
	Kernel string
	Cases  []KernelCase
	Keep   Keep
}

// KernelVerdicts compares the kernels of each filter, by the records of the part of
// experiment throughput that has them. A kernel that did not run, because the processor
// lacks its instructions, has no verdict.
func KernelVerdicts(d *analysis.Dataset) ([]KernelVerdict, error) {
	cells, err := d.Cells("throughput", "kernels")
	if err != nil {
		return nil, err
	}
	var filters []string
	for _, c := range cells {
		if base := WithoutKernel(c.Variant); KernelOf(c) != "" && !slices.Contains(filters, base) {
			filters = append(filters, base)
		}
	}
	var list []KernelVerdict
	for _, filter := range filters {
		for i, kernel := range Kernels[1:] {
			v := KernelVerdict{Filter: filter, Kernel: kernel}
			for _, c := range cells {
				if WithoutKernel(c.Variant) == filter && KernelOf(c) == kernel {
					v.Cases = append(v.Cases, kernelCases(c, Kernels[:i+1], cells)...)
				}
			}
			if len(v.Cases) > 0 {
				v.Keep = v.keep()
				list = append(list, v)
			}
		}
	}
	return list, nil
}

// KernelOf returns the kernel that a cell of a filter with a kernel in its name ran; ""
// for others.
func KernelOf(c analysis.Cell) string {
	if c.Kind != record.KindTime || analysis.ParamText(c.Variant, "kernel") != c.Shape().Kernel {
		return ""
	}
	return c.Shape().Kernel
}

// WithoutKernel returns the name of a filter without its kernel.
func WithoutKernel(variant string) string {
	head, tail, found := strings.Cut(variant, ",kernel=")
	if !found {
		return variant
	}
	return head + tail[strings.IndexAny(tail, ",)"):]
}

func kernelCases(c analysis.Cell, simpler []string, cells []analysis.Cell) (list []KernelCase) {
	for _, op := range c.Ops {
		t, ok := Time(c, op)
		if !ok || !t.HasNet() {
			continue
		}
		k := KernelCase{Keys: c.Size(), Op: op, Net: t.Net}
		best := stat.Median{}
		for _, o := range cells {
			if WithoutKernel(o.Variant) != WithoutKernel(c.Variant) || o.Size() != c.Size() || !slices.Contains(simpler, KernelOf(o)) {
				continue
			}
			other, timed := Time(o, op)
			gain, both := TimesAs(o, c, op)
			if timed && both && other.HasNet() && (k.Simpler == "" || other.Net.Value < best.Value) {
				best, k.Simpler, k.Gain = other.Net, KernelOf(o), gain
			}
		}
		if k.Simpler != "" {
			list = append(list, k)
		}
	}
	return list
}

func (v KernelVerdict) keep() Keep {
	wins := slices.ContainsFunc(v.Cases, KernelCase.Wins)
	loses := slices.ContainsFunc(v.Cases, KernelCase.Loses)
	switch {
	case wins && !loses:
		return KeptAll
	case wins:
		return KeptThere
	case !slices.ContainsFunc(v.Cases, func(k KernelCase) bool { return !k.short() }):
		return NotKept
	}
	return KeepOpen
}
