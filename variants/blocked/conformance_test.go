package blocked

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
		"blocked(bpk=10)",
		"blocked(bpk=10,k=1)",
		"blocked(bpk=10,k=7)", // the last position of the first mixed word
		"blocked(bpk=10,k=8)", // the first of the second
		"blocked(bpk=2,k=32)",
		"blocked(fpr=0.01)",
		"blocked(bpk=10,block=256)", "blocked(bpk=10,block=256,k=8)", "blocked(bpk=10,block=256,k=9)", // the first of the second mixed word
		"blocked(fpr=0.01,block=256)",
		"splitblock(bpk=10)",
		"splitblock(bpk=1)",
		"splitblock(fpr=0.01)",
		"register(bpk=10,w=64)", "register(bpk=10,w=32)",
		"register(bpk=10,w=64,k=1)", "register(bpk=10,w=32,k=1)",
		"register(bpk=20,w=64,k=10)", "register(bpk=20,w=32,k=12)", // the last position of the first mixed word
		"register(bpk=20,w=64,k=11)", "register(bpk=20,w=32,k=13)", // the first of the second
		"register(bpk=2,w=64,k=32)",
		"register(fpr=0.05,w=32)",
		"blocked(bpk=10,kernel=scalar)", "blocked(bpk=10,kernel=simd)",
		"blocked(bpk=10,probing=double)", "blocked(bpk=10,probing=triple)", "blocked(fpr=0.01,k=9,probing=even)",
		"register(bpk=10,w=64,probing=enhanced)", "register(bpk=10,w=32,probing=odd)",
	)
}

func TestPins(t *testing.T) {
	filtertest.Pins(t, Families(), contents,
		filtertest.Pin{Name: "blocked(bpk=10)", Digest: "19ff936c2869"},
		filtertest.Pin{Name: "blocked(bpk=16,k=9)", Digest: "61281402db77"},
		filtertest.Pin{Name: "blocked(bpk=10,probing=double)", Digest: "12b8abf801a2"},
		filtertest.Pin{Name: "register(bpk=10,w=32,probing=enhanced)", Digest: "d3c4954daaa4"},
		filtertest.Pin{Name: "blocked(bpk=10,block=256)", Digest: "b5983d2e7793"},
		filtertest.Pin{Name: "splitblock(bpk=10)", Digest: "876a3dc4b80c"},
		filtertest.Pin{Name: "register(bpk=10,w=64)", Digest: "d00dc199cc12"},
		filtertest.Pin{Name: "register(bpk=16,w=64,k=11)", Digest: "68f90dce235e"},
		filtertest.Pin{Name: "register(bpk=10,w=32)", Digest: "52453485936b"},
	)
}

// contents returns what a filter holds, the same on every machine.
func contents(f variants.Filter) []byte {
	switch f := f.(type) {
	case *Filter:
		return filtertest.Words(f.words)
	case *Half:
		return filtertest.Words(f.words)
	case *Split:
		return filtertest.Words(f.words)
	case *Register:
		return filtertest.Words(f.words)
	case variants.Tabler: // of package probing
		return slices.Concat(f.Tables()...)
	}
	panic("contents of what?")
}
