package baseline

import (
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
)

// TestConformance runs the suite at the parameters people use, and at those at which an
// implementation would break first.
func TestConformance(t *testing.T) {
	filtertest.Run(t, Families(),
		"null",
		"floor(bpk=12)", "floor(bpk=12,lines=2)", "floor(bpk=12,lines=3)", "floor(bpk=12,lines=8)",
	)
}

func TestPins(t *testing.T) {
	filtertest.Pins(t, Families(), contents,
		filtertest.Pin{Name: "null", Digest: "e3b0c44298fc"},
		filtertest.Pin{Name: "floor(bpk=12,lines=1)", Digest: "aeb3a89e0fbc"},
		filtertest.Pin{Name: "floor(bpk=12,lines=2)", Digest: "42be7e2d7d01"},
	)
}

// contents returns what a filter holds, the same on every machine.
func contents(f variants.Filter) []byte {
	switch f := f.(type) {
	case Null:
		return nil
	case *Floor:
		return filtertest.Words(f.words)
	}
	panic("contents of what?")
}
