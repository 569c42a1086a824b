package catalog_test

import (
	"fmt"

	"filterbench/variants"
	"filterbench/variants/catalog"
)

// A filter by its name, as on the command line and in experiments.
func ExampleParse() {
	v, err := catalog.Parse("cuckoo(f=12)")
	if err != nil {
		panic(err)
	}
	f, err := v.New(variants.Size{Keys: 1000}, 1)
	if err != nil {
		panic(err)
	}
	h := variants.HashString("ann", 1)
	fmt.Println(v, f.Insert(h), f.Contains(h))
	// Output: cuckoo(b=4,f=12) <nil> true
}
