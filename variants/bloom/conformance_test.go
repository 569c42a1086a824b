package bloom

import (
	"slices"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
)

// TestConformance runs the suite at the parameters people use, and at those at which an
// implementation would break first.
func TestConformance(t *testing.T) {
	filtertest.Run(t, Families(),
		"bloom(bpk=10)",
		"bloom(bpk=10,k=1)",
		"bloom(bpk=1.3,k=64)",
		"bloom(bpk=64)",
		"bloom(fpr=0.001)",
		"bloom(fpr=0.001,k=3)",
		"scalable(fpr=0.01)",
		"scalable(fpr=0.9,first=1,growth=16)",
		"scalable(fpr=0.001,first=7,growth=3,tighten=0.1)", // a layer full after every few keys
		"scalable(fpr=0.05,first=10000,tighten=0.9)",
		"counting(bpk=40,w=4)",
		"counting(bpk=16,w=2)", // counters stick
		"counting(bpk=80,w=8)",
		"counting(bpk=4,w=4,k=8)", // crowded
		"counting(fpr=0.02,w=2)",
		"bloom(bpk=10,probing=independent)", "bloom(bpk=3,k=17,probing=double)", "bloom(fpr=0.01,probing=enhanced)",
		"bloom(bpk=10,probing=triple)", "bloom(bpk=10,probing=same)", "bloom(bpk=10,probing=odd)",
	)
}

func TestPins(t *testing.T) {
	filtertest.Pins(t, Families(), contents,
		filtertest.Pin{Name: "bloom(bpk=10)", Digest: "e80aec331ed0"},
		filtertest.Pin{Name: "bloom(fpr=0.001)", Digest: "64ad708ca107"},
		filtertest.Pin{Name: "bloom(bpk=10,probing=independent)", Digest: "22de53f53f26"},
		filtertest.Pin{Name: "bloom(bpk=10,probing=double)", Digest: "615f6a75572c"},
		filtertest.Pin{Name: "bloom(bpk=10,probing=odd)", Digest: "121a2fb147f6"},
		filtertest.Pin{Name: "bloom(bpk=10,probing=enhanced)", Digest: "c292b270f72c"},
		filtertest.Pin{Name: "bloom(bpk=10,probing=triple)", Digest: "5bac10e4200f"},
		filtertest.Pin{Name: "bloom(bpk=10,probing=same)", Digest: "9a10123d5499"},
		filtertest.Pin{Name: "bloom(bpk=10,probing=even)", Digest: "4762af635375"},
		filtertest.Pin{Name: "scalable(fpr=0.01)", Digest: "1776cb3195a1"},
		filtertest.Pin{Name: "scalable(fpr=0.001,first=7,growth=3,tighten=0.1)", Digest: "b7e5726b7aea"},
		filtertest.Pin{Name: "counting(bpk=40,w=4)", Digest: "7844903e3411"},
		filtertest.Pin{Name: "counting(bpk=16,w=2)", Digest: "1056917e488f"},
		filtertest.Pin{Name: "counting(bpk=80,w=8)", Digest: "112c8cee84e1"},
		filtertest.Pin{Name: "naivebloom(bpk=10)", Digest: "c3a48ff9ff0e"},
	)
}

// contents returns what a filter holds, the same on every machine.
func contents(f variants.Filter) []byte {
	switch f := f.(type) {
	case *Filter:
		return filtertest.Words(f.words)
	case *Naive:
		return filtertest.Words(f.words)
	case *Counting:
		return filtertest.Words(f.counters.Words())
	case *Scalable:
		var out []byte
		for _, layer := range f.layers {
			out = append(out, filtertest.Words(layer.words)...)
		}
		return out
	case variants.Tabler: // of package probing
		return slices.Concat(f.Tables()...)
	}
	panic("contents of what?")
}
