package catalog

import (
	"slices"
	"testing"
)

// TestNamesDiffer: a family that stood behind another of its name could not be named.
func TestNamesDiffer(t *testing.T) {
	names := slices.Sorted(slices.Values(Names()))
	if distinct := slices.Compact(slices.Clone(names)); len(distinct) != len(names) {
		t.Errorf("two families have one name: %v", names)
	}
}
