package exact_test

import (
	"fmt"

	"filterbench/variants"
	"filterbench/variants/exact"
)

func ExampleNew() {
	f, err := exact.New(exact.Config{Keys: 1000})
	if err != nil {
		panic(err)
	}
	h := variants.HashString("ann", 1)
	f.Insert(h)
	f.Insert(h)
	fmt.Println(f.Count(h), f.Contains(variants.HashString("eve", 1)))
	// Output: 2 false
}

// A set of strings keeps the keys themselves, so two keys are never one.
func ExampleNewStringSet() {
	s, err := exact.NewStringSet(exact.SetConfig{Keys: 1000})
	if err != nil {
		panic(err)
	}
	s.InsertKey([]byte("ann"))
	fmt.Println(s.ContainsKey([]byte("ann")), s.ContainsKey([]byte("eve")))
	// Output: true false
}

func ExampleNewChains() {
	c, err := exact.NewChains(exact.ChainsConfig{Keys: 1000, Choices: 2})
	if err != nil {
		panic(err)
	}
	for i := range uint64(1000) {
		c.Insert(variants.HashUint64(i, 1))
	}
	fmt.Println("the longest chain has", len(c.Lengths())-1, "keys")
	// Output: the longest chain has 3 keys
}
