package exact_test

import (
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants/exact"
)

// TestConformance runs the suite at the parameters people use, and at those at which an
// implementation would break first.
func TestConformance(t *testing.T) {
	filtertest.Run(t, exact.Families(),
		"exact",
		"set(of=hash)", "set(of=string)", "set(of=digest)", "set(of=hash,start=empty)",
		"chains(d=1)", "chains(d=2)", "chains(d=3)", "chains(d=5)",
	)
}

func TestPins(t *testing.T) {
	filtertest.Pins(t, exact.Families(), exact.Contents,
		filtertest.Pin{Name: "exact", Digest: "6e208978473b"},
		filtertest.Pin{Name: "set(of=hash)", Digest: "958105fdcea8"},
		filtertest.Pin{Name: "set(of=string,start=empty)", Digest: "62f767417573"},
		filtertest.Pin{Name: "chains(d=1)", Digest: "749ef10cebd1"},
		filtertest.Pin{Name: "chains(d=3)", Digest: "64946a4daa2f"},
	)
}
