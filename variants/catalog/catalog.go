// Package catalog joins the tables of families: the filters of this project, the ports
// of others that must agree with them bit for bit, and libraries under audit. Whoever
// measures or lists filters goes by this table; whoever writes one does not know it.
package catalog

import (
	"cmp"
	"slices"

	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/guava"
	"filterbench/variants/peers"
	"filterbench/variants/redis"
)

// table is the table of all families whose filters are made here, in the order of reports.
var table = slices.SortedFunc(slices.Values(slices.Concat(variants.Families, guava.Families, redis.Families, peers.Families)),
	func(a, b variants.Family) int { return cmp.Compare(a.Order, b.Order) })

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
