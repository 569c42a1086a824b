package windowed_test

import (
	"fmt"

	"filterbench/variants"
	"filterbench/variants/windowed"
)

func ExampleNew() {
	f, err := windowed.New(windowed.Config{Keys: 1000})
	if err != nil {
		panic(err)
	}
	h := variants.HashString("ann", 1)
	f.Insert(h)
	fmt.Println(f.Contains(h), f.Delete(h), f.Contains(h))
	fmt.Println(f.Shape().Cells, "slots of", f.Shape().FingerprintBits, "bits")
	// Output:
	// true true false
	// 1065 slots of 12 bits
}
