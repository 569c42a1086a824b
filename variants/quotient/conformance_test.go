package quotient

import (
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
)

// TestConformance runs the suite at the parameters people use, and at those at which an
// implementation would break first.
func TestConformance(t *testing.T) {
	filtertest.Run(t, Families(),
		"quotient(r=9)", "quotient(r=2)", "quotient(r=3,load=0.98)", "quotient(r=32)", "quotient(r=13,load=0.5)", // slots begin at any bit of a word
	)
}

func TestPins(t *testing.T) {
	filtertest.Pins(t, Families(), contents,
		filtertest.Pin{Name: "quotient(r=9)", Copies: true, Digest: "b9da13fd47c1"},
		filtertest.Pin{Name: "quotient(r=2,load=0.5)", Copies: true, Digest: "95994871e019"},
	)
}

// contents returns what a filter holds, the same on every machine.
func contents(f variants.Filter) []byte {
	if f, ok := f.(*Filter); ok {
		return filtertest.Words(f.runs.Words())
	}
	panic("contents of what?")
}
