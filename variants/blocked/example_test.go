package blocked_test

import (
	"fmt"

	"filterbench/variants"
	"filterbench/variants/blocked"
)

func ExampleNew() {
	f, err := blocked.New(blocked.Config{Keys: 1000, BitsPerKey: 12})
	if err != nil {
		panic(err)
	}
	f.Insert(variants.HashString("ann", 1))
	fmt.Println(f.Contains(variants.HashString("ann", 1)), f.Contains(variants.HashString("eve", 1)))
	// Output: true false
}

// Many keys at a time take less time each: their cache lines are on the way together.
func ExampleFilter_ContainsBatch() {
	f, err := blocked.New(blocked.Config{Keys: 1000, BitsPerKey: 12})
	if err != nil {
		panic(err)
	}
	hashes := make([]uint64, 1000)
	for i := range hashes {
		hashes[i] = variants.HashUint64(uint64(i), 1)
	}
	f.InsertBatch(hashes[:500])
	found := make([]bool, len(hashes))
	f.ContainsBatch(hashes, found)
	fmt.Println(found[0], found[499], found[999])
	// Output: true true false
}

func ExampleNewSplit() {
	f, err := blocked.NewSplit(blocked.SplitConfig{Keys: 1000, FPR: 0.01})
	if err != nil {
		panic(err)
	}
	fmt.Println(f.Shape().Probes, "probes in a block of", f.Shape().BlockBits, "bits")
	// Output: 8 probes in a block of 256 bits
}

func ExampleNewRegister() {
	f, err := blocked.NewRegister(blocked.RegisterConfig{Keys: 1000, BitsPerKey: 16})
	if err != nil {
		panic(err)
	}
	fmt.Println(f.Shape().Probes, "probes in a word of", f.Shape().BlockBits, "bits")
	// Output: 6 probes in a word of 64 bits
}

func ExampleNewHalf() {
	f, err := blocked.NewHalf(blocked.HalfConfig{Keys: 1000, BitsPerKey: 10})
	if err != nil {
		panic(err)
	}
	fmt.Println(f.Shape().BlockBits, "bits a block")
	// Output: 256 bits a block
}
