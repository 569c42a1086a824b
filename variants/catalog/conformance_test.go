package catalog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/spec"
)

// derived are variants of each family of ours that obeys the contract, taken from what
// its parameters may be: all at their defaults, and each at each of its ends, within reason. A new family
// is held to the contract by that alone.
var derived = func() (names []string) {
	for _, f := range table {
		if !ours(f) {
			continue
		}
		for _, name := range variantsOf(f) {
			v, err := variants.ParseIn(table, name)
			if err != nil || slices.Contains(names, v.String()) {
				continue
			}
			if s, err := v.Shape(variants.Size{Keys: 1 << 20}); err == nil && s.Bits <= mostBits {
				names = append(names, v.String())
			}
		}
	}
	return names
}()

// ours reports whether a family was written here, to the contract: what is a library, or does
// as another program does, has tests of its own. Static filters have [TestStatic].
func ours(f variants.Family) bool {
	return f.Origin == families.Origin{} && !f.HasAny(families.Unsound|families.Static)
}

// TestStatic: every static family of ours keeps its contract, with each of its parameters but
// for builds that may not try twice. Ribbons leave a few rates above that of a fingerprint.
func TestStatic(t *testing.T) {
	for _, f := range table {
		if (f.Origin != families.Origin{} || !f.Has(families.Static)) {
			continue
		}
		names := slices.DeleteFunc(variantsOf(f), func(name string) bool { return strings.Contains(name, "attempts") })
		if testing.Short() {
			names = names[:2]
		}
		filtertest.Static(t, table, 0.02, names...)
	}
}

// variantsOf returns names of a family, not all of them legal.
func variantsOf(f variants.Family) (names []string) {
	base := spec.Spec{Name: f.Name}
	if _, sized := f.Field("bpk"); sized {
		if bpk, _ := f.Field("bpk"); bpk.Default == "" {
			base.Params = []spec.Param{{Key: "bpk", Value: "16"}}
		}
	}
	names = append(names, base.String())
	for _, field := range f.Fields {
		values := field.Choices
		if field.Kind != spec.Text {
			values = []string{fmt.Sprint(field.Min), fmt.Sprint(max(field.Min, min(field.Max, largest)))}
		}
		for _, value := range values {
			s := base
			if field.Key == "fpr" && len(s.Params) > 0 {
				s.Params = nil // it stands for bpk
			}
			s.Params = append(slices.DeleteFunc(slices.Clone(s.Params), func(p spec.Param) bool { return p.Key == field.Key }), spec.Param{Key: field.Key, Value: value})
			names = append(names, s.String())
		}
	}
	return names
}

// mostBits is the size that a table for a million keys may have: larger ones, of parameters
// that are legal and foolish, take all memory and time.
const mostBits = 1 << 30

// largest is the number above which no parameter goes: walks of 100,000 kicks take too long.
const largest = 64

// TestConformance: every family keeps the contract, with each of its parameters; in short
// mode two variants of each.
func TestConformance(t *testing.T) {
	list := derived
	if testing.Short() {
		seen := map[string]int{}
		list = slices.DeleteFunc(slices.Clone(list), func(name string) bool {
			seen[families.NameOf(name)]++
			return seen[families.NameOf(name)] > 2
		})
	}
	for _, f := range table {
		if ours(f) && !slices.ContainsFunc(list, func(name string) bool { return families.NameOf(name) == f.Name }) {
			t.Errorf("no variant of %s can be made from its parameters", f.Name)
		}
	}
	filtertest.Run(t, table, list...)
}
