package analysis

import (
	"math"
	"slices"
	"testing"

	"filterbench/variants/families"
	"filterbench/variants/spec"
)

func TestParam(t *testing.T) {
	for _, c := range []struct {
		name, key string
		want      float64
	}{
		{"cuckoo(b=4,f=12,kicks=7)", "kicks", 7},
		{"quotient(r=9)", "r", 9},
		{"repeat(r=3)", "r", 3},
		{"uniform", "r", 1}, // keys come once
		{"cuckoo(b=4,f=12)", "r", math.NaN()},
		{"cuckoo(b=4,f=12)", "load", math.NaN()}, // without a default of its own
		{"bloom(fpr=0.01)", "bpk", math.NaN()},
		{"zipf(s=1.1)", "s", 1.1},
		{"nobody(x=2)", "x", 2},
		{"cuckoo(", "b", math.NaN()},
	} {
		if got := Param(c.name, c.key); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s of %s is %g, want %g", c.key, c.name, got, c.want)
		}
	}
}

// change replaces the default of a parameter for the rest of a test.
func change(t *testing.T, family, key, value string) {
	t.Helper()
	f := families.Named(family)
	i := slices.IndexFunc(f.Fields, func(f spec.Field) bool { return f.Key == key })
	old := f.Fields
	f.Fields = slices.Clone(old)
	f.Fields[i].Default = value
	t.Cleanup(func() { f.Fields = old })
}

// TestFamiliesAreNotCopied: what package families says of a family is what the analysis
// goes by, defaults, order and lines included.
func TestFamiliesAreNotCopied(t *testing.T) {
	if got := Param("cuckoo(b=4,f=12)", "kicks"); got != 500 {
		t.Fatalf("the default of kicks is %g", got)
	}
	change(t, "cuckoo", "kicks", "7")
	if got := Param("cuckoo(b=4,f=12)", "kicks"); got != 7 {
		t.Errorf("with another default, kicks of a name that leaves it out is %g", got)
	}
	change(t, "cuckoo", "alt", families.AltPlain)
	if got := ParamText("cuckoo(b=4,f=12)", "alt"); got != families.AltPlain {
		t.Errorf("with another default, alt of a name that leaves it out is %q", got)
	}
	f := families.Named("cuckoo")
	order, lines := f.Order, f.Lines
	t.Cleanup(func() { f.Order, f.Lines = order, lines })
	before := compareVariants("bloom(bpk=10)", "cuckoo(b=4,f=12)")
	f.Order, f.Lines = 0, 5
	after := compareVariants("bloom(bpk=10)", "cuckoo(b=4,f=12)")
	if lines, ok := LinesOf("cuckoo(b=4,f=12)"); before >= 0 || after <= 0 || !ok || lines != 5 {
		t.Errorf("order and lines are not those of the family: %d before, %d after, %d lines", before, after, lines)
	}
}
