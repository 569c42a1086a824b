// Package catalog joins the tables of families: the filters of this project, the ports
// of others that must agree with them bit for bit, and libraries under audit. Whoever
// measures or lists filters goes by this table; whoever writes one does not know it.
package catalog

import (
	"slices"

	"filterbench/variants"
	"filterbench/variants/guava"
	"filterbench/variants/peers"
)

// families is the table of all families, in the order of reports.
var families = slices.Concat(variants.Families, guava.Families, peers.Families)

// Families returns the table of all families, in the order of reports.
func Families() []variants.Family { return families }

// Parse reads the name of a variant of any family. Its error names the parameter and
// says what would be right.
func Parse(text string) (variants.Variant, error) { return variants.ParseIn(families, text) }

// Names lists all families in report order.
func Names() []string { return variants.NamesOf(families) }
