// Package cuckoo holds cuckoo filters, which keep fingerprints in buckets of two choices and
// can delete, and the cuckoo hash table that is their ancestor.
package cuckoo

import (
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/spec"
)

// Families returns the families of this package.
func Families() []variants.Family {
	return []variants.Family{
		row("hashtable", hashtableShape, newHashtable),
		row("cuckoo", cuckooShape, newCuckoo),
		row("semisort", semisortShape, newSemisort),
		row("cuckooset", cuckooShape, newCuckooset),
		row("countingcuckoo", countingcuckooShape, newCountingcuckoo),
		row("stash", stashShape, newStash),
		row("sidecuckoo", cuckooShape, newSidecuckoo),
		row("chained", chainedShape, newChained),
		row("layered", layeredShape, newLayered),
	}
}

func row(name string, size variants.Sizer, build func(v spec.Values, s shape.Shape, seed uint64) variants.Filter) variants.Family {
	return variants.FromShape(*families.Named(name), size, build)
}
