package ageing_test

import (
	"fmt"

	"filterbench/variants"
	"filterbench/variants/ageing"
)

func ExampleNewRing() {
	// A window of 1,000 keys, one a unit of time.
	f, err := ageing.NewRing(ageing.RingConfig{Window: 1000, Generations: 10, FPR: 0.01})
	if err != nil {
		panic(err)
	}
	h := variants.HashString("ann", 1)
	f.Insert(h)
	for _, now := range []uint64{1000, 1100} {
		f.Advance(now)
		fmt.Println(f.Contains(h))
	}
	// Output:
	// true
	// false
}
