package quotient_test

import (
	"fmt"

	"filterbench/variants"
	"filterbench/variants/quotient"
)

// Any number of copies of a key fits: they are counted.
func ExampleNew() {
	f, err := quotient.New(quotient.Config{Keys: 1000})
	if err != nil {
		panic(err)
	}
	h := variants.HashString("ann", 1)
	for range 1_000_000 {
		if err := f.Insert(h); err != nil {
			panic(err)
		}
	}
	f.Delete(h)
	fmt.Println(f.Count(h), "copies in", f.Used(), "slots")
	// Output: 999999 copies in 4 slots
}
