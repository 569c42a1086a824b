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
		"expanding(f=10)", "expanding(f=2)", "expanding(f=31)", "expanding(f=5,load=0.95)", "expanding(f=7,load=0.3)",
		"prefix", "prefix(load=0.5)", "prefix(load=1)",
	)
}

func TestPins(t *testing.T) {
	filtertest.Pins(t, Families(), contents,
		filtertest.Pin{Name: "quotient(r=9)", Copies: true, Digest: "b9da13fd47c1"},
		filtertest.Pin{Name: "quotient(r=2,load=0.5)", Copies: true, Digest: "95994871e019"},
		filtertest.Pin{Name: "expanding(f=3)", Copies: true, Digest: "83b2f5d256eb"},
		filtertest.Pin{Name: "prefix", Copies: true, Digest: "c5895a1cff00"},
	)
}

// contents returns what a filter holds, the same on every machine.
func contents(f variants.Filter) []byte {
	switch f := f.(type) {
	case *Filter:
		return filtertest.Words(f.runs.Words())
	case *Expanding:
		return filtertest.Words(f.runs.Words())
	case *Prefix:
		return filtertest.Words(f.words, f.spare.runs.Words())
	}
	panic("contents of what?")
}
