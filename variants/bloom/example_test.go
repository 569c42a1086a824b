package bloom_test

import (
	"fmt"

	"filterbench/variants"
	"filterbench/variants/bloom"
)

func ExampleNew() {
	f, err := bloom.New(bloom.Config{Keys: 1000, FPR: 0.01})
	if err != nil {
		panic(err)
	}
	f.Insert(variants.HashString("ann", 1))
	f.Insert(variants.HashString("bob", 1))
	fmt.Println(f.Contains(variants.HashString("ann", 1)), f.Contains(variants.HashString("eve", 1)))
	fmt.Printf("%d bits, %d probes\n", f.Shape().Bits, f.Shape().Probes)
	// Output:
	// true false
	// 9594 bits, 7 probes
}

// A counting filter forgets what it is told to forget, copy by copy.
func ExampleNewCounting() {
	f, err := bloom.NewCounting(bloom.CountingConfig{Config: bloom.Config{Keys: 1000, FPR: 0.01}})
	if err != nil {
		panic(err)
	}
	h := variants.HashString("ann", 1)
	f.Insert(h)
	f.Insert(h)
	f.Delete(h)
	fmt.Println(f.Count(h), f.Contains(h))
	f.Delete(h)
	fmt.Println(f.Count(h), f.Contains(h))
	// Output:
	// 1 true
	// 0 false
}

// A scalable filter need not know how many keys will come: it adds layers.
func ExampleNewScalable() {
	f, err := bloom.NewScalable(bloom.ScalableConfig{FPR: 0.01, First: 100})
	if err != nil {
		panic(err)
	}
	for i := range uint64(1000) {
		f.Insert(variants.HashUint64(i, 1))
	}
	fmt.Println(f.Shape().Layers, "layers")
	// Output: 4 layers
}

// The error of a constructor names the field and says what would be right.
func ExampleConfig() {
	_, err := bloom.New(bloom.Config{Keys: 1000, FPR: 1.5})
	fmt.Println(err)
	// Output: FPR is 1.5: must be from 1e-12 to 0.9
}
