package cuckoo_test

import (
	"fmt"

	"filterbench/variants/cuckoo"
)

// A cuckoo filter for a thousand keys, with fingerprints of twelve bits.
func ExampleNew() {
	f, err := cuckoo.New(cuckoo.Config{Keys: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	const key = 0x9e3779b97f4a7c15 // a 64-bit hash of the key
	fmt.Println(f.Insert(key), f.Contains(key), f.Delete(key), f.Contains(key))
	// Output: <nil> true true false
}

// Eight copies of a key fill both its buckets; a stash takes more.
func ExampleNewStash() {
	f, err := cuckoo.NewStash(cuckoo.StashConfig{Config: cuckoo.Config{Keys: 1000}, Stash: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	const key = 0x9e3779b97f4a7c15
	for copies := 1; ; copies++ {
		if err := f.Insert(key); err != nil {
			fmt.Println("copy", copies, "is refused:", err)
			return
		}
	}
	// Output: copy 11 is refused: filter is full
}
