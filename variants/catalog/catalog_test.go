package catalog

import (
	"filterbench/variants/families"
	"slices"
	"testing"
)

// TestCatalogIsComplete: each family of package families has its code, once, and is listed
// in its place.
func TestCatalogIsComplete(t *testing.T) {
	if got, want := Names(), families.Names(); !slices.Equal(got, want) {
		t.Errorf("there are filters for %v; package families has %v", got, want)
	}
}
