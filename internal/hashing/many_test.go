package hashing

import (
	"math/rand/v2"
	"testing"
)

// TestUint64sAreUint64: many keys get the hashes that each gets alone, in another slice
// or in place, in whole groups of eight and beside them, and nothing else is written.
func TestUint64sAreUint64(t *testing.T) {
	const guard = 0x5ca1ab1e
	r := rand.New(rand.NewPCG(1, 5))
	lengths := []int{512}
	for n := range 41 {
		lengths = append(lengths, n)
	}
	for _, seed := range append([]uint64{r.Uint64(), r.Uint64()}, edges...) {
		for _, n := range lengths {
			keys := make([]uint64, n, n+1)
			for i := range keys {
				if keys[i] = r.Uint64(); i%3 == 0 {
					keys[i] = edges[r.IntN(len(edges))]
				}
			}
			inPlace, apart := append(keys[:n:n], guard), make([]uint64, n+2)
			apart[0], apart[n+1] = guard, guard
			Uint64s(apart[1:n+1], append(keys, guard), seed) // more keys than asked for
			Uint64s(inPlace[:n], inPlace[:n], seed)
			for i, key := range keys {
				if want := Uint64(key, seed); apart[i+1] != want || inPlace[i] != want {
					t.Fatalf("key %d of %d, %#x, seed %#x: %#x, in place %#x; alone %#x", i, n, key, seed, apart[i+1], inPlace[i], want)
				}
			}
			if apart[0] != guard || apart[n+1] != guard || inPlace[n] != guard {
				t.Fatalf("%d keys: more is written than their hashes", n)
			}
		}
	}
}

// TestUint64sWantsKeys: too few keys are a mistake of the caller, whatever lies behind them.
func TestUint64sWantsKeys(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("8 hashes of 7 keys; want a panic")
		}
	}()
	Uint64s(make([]uint64, 8), make([]uint64, 7, 8), 1)
}
