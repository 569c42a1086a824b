// Package catalog joins the families of all packages: the filters of this project, the
// ports of others that must agree with them bit for bit, and libraries under audit. Whoever
// measures or lists filters goes by this table; whoever writes one does not know it.
//
// The list of packages is generated from the folders beside this one.
package catalog

import (
	"cmp"
	"slices"

	"filterbench/variants"
	"filterbench/variants/families"
)

//go:generate go test -run TestPackages -update

// table is the table of all families whose filters are made here, in the order of reports.
var table = func() (all []variants.Family) {
	for _, of := range packages {
		all = append(all, of()...)
	}
	slices.SortFunc(all, func(a, b variants.Family) int { return cmp.Compare(a.Order, b.Order) })
	return all
}()

// Families returns the table of all families whose filters are made here, in the order of
// reports. Programs are apart: [ProgramOf].
func Families() []variants.Family { return table }

// Parse reads the name of a variant of any family, or of a program. Its error names the
// parameter and says what would be right.
func Parse(text string) (variants.Variant, error) {
	if family, ok := programFamilies[families.NameOf(text)]; ok {
		return variants.ParseIn([]variants.Family{family}, text)
	}
	return variants.ParseIn(table, text)
}

// Names lists all families in report order.
func Names() []string { return variants.NamesOf(table) }
