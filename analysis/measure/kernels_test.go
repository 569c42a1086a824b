package measure_test

import (
	"testing"

	"filterbench/analysis/measure"
)

// A kernel is kept where it is faster than the best of the simpler ones by a tenth, not
// where it is faster than the slowest of them.
func TestKernelVerdicts(t *testing.T) {
	for _, c := range []struct {
		scalar, swar, simd     float64
		wantSwar, wantSimd     measure.Keep
		simdWithoutInstruction bool
	}{
		{scalar: 40, swar: 20, simd: 10, wantSwar: measure.KeptAll, wantSimd: measure.KeptAll},
		{scalar: 40, swar: 20, simd: 20, wantSwar: measure.KeptAll, wantSimd: measure.NotKept},
		{scalar: 20, swar: 40, simd: 19.5, wantSwar: measure.NotKept, wantSimd: measure.NotKept},
		{scalar: 40, swar: 20, simd: 18.2, wantSwar: measure.KeptAll, wantSimd: measure.KeepOpen},
		{scalar: 40, swar: 20, simd: 10, wantSwar: measure.KeptAll, simdWithoutInstruction: true},
	} {
		m := newMaker(5)
		m.kernels(c.scalar, c.swar, c.simd)
		d := m.dataset()
		for i := range d.Records {
			if s := &d.Records[i].Shape; c.simdWithoutInstruction && s.Kernel == "simd" {
				s.Kernel = "scalar"
			}
		}
		list, err := measure.KernelVerdicts(d)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]measure.Keep{}
		for _, v := range list {
			if v.Filter == "cuckoo(b=4,f=8)" {
				got[v.Kernel] = v.Keep
			}
			if len(v.Cases) != 4 {
				t.Errorf("%s of %s has %d cases", v.Kernel, v.Filter, len(v.Cases))
			}
		}
		if got["swar"] != c.wantSwar || got["simd"] != c.wantSimd {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// A kernel that wins at one size and loses at another is kept where it wins.
func TestKernelThere(t *testing.T) {
	m := newMaker(5)
	m.kernels(40, 20, 10)
	d := m.dataset()
	for i := range d.Records {
		r := &d.Records[i]
		if r.Shape.Kernel != "simd" || r.Capacity < 100_000 {
			continue
		}
		for j := range r.Time().Samples {
			r.Time().Samples[j].ElapsedNS *= 5
			r.Time().Samples[j].CPUNS *= 5
		}
	}
	list, err := measure.KernelVerdicts(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range list {
		if v.Kernel == "simd" && v.Keep != measure.KeptThere {
			t.Errorf("%+v", v)
		}
	}
}

func TestWithoutKernel(t *testing.T) {
	for name, want := range map[string]string{
		"cuckoo(b=4,f=8,kernel=simd)":         "cuckoo(b=4,f=8)",
		"cuckoo(b=4,f=8,kernel=simd,kicks=9)": "cuckoo(b=4,f=8,kicks=9)",
		"null":                                "null",
	} {
		if got := measure.WithoutKernel(name); got != want {
			t.Errorf("%s without its kernel is %s", name, got)
		}
	}
}
