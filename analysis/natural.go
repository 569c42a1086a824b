package analysis

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"filterbench/variants/families"
)

// FamilyOf returns the family of a variant's name: "cuckoo" of "cuckoo(b=4,f=12)".
func FamilyOf(variant string) string { return families.NameOf(variant) }

// familyRank orders families as [families.All] does; unknown ones follow by name.
func familyRank(family string) int {
	if f := families.Named(family); f != nil {
		return f.Order
	}
	return math.MaxInt
}

// CompareFamilies orders families as a report lists them.
func CompareFamilies(a, b string) int {
	return cmp.Or(cmp.Compare(familyRank(a), familyRank(b)), cmp.Compare(a, b))
}

func compareVariants(a, b string) int {
	return cmp.Or(cmp.Compare(familyRank(FamilyOf(a)), familyRank(FamilyOf(b))), compareNatural(a, b))
}

// workloads is the order of the plain workloads; others follow by name.
var workloads = []string{"uniform", "sequential"}

func compareWorkloads(a, b string) int {
	rank := func(w string) int {
		if i := slices.Index(workloads, w); i >= 0 {
			return i
		}
		return len(workloads)
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), compareNatural(a, b))
}

// compareNatural compares texts with the numbers in them taken as numbers, so
// that bpk=4 comes before bpk=10.
func compareNatural(a, b string) int {
	for a != "" && b != "" {
		x, restA := chunk(a)
		y, restB := chunk(b)
		p, errP := strconv.ParseFloat(x, 64)
		q, errQ := strconv.ParseFloat(y, 64)
		c := strings.Compare(x, y)
		if errP == nil && errQ == nil {
			c = cmp.Compare(p, q)
		}
		if c != 0 {
			return c
		}
		a, b = restA, restB
	}
	return cmp.Compare(len(a), len(b))
}

// chunk cuts off a leading run of digits and points, or of anything else.
func chunk(s string) (head, rest string) {
	numeric := func(c byte) bool { return c >= '0' && c <= '9' || c == '.' }
	i := 1
	for i < len(s) && numeric(s[i]) == numeric(s[0]) {
		i++
	}
	return s[:i], s[i:]
}
