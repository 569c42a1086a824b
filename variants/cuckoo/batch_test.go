package cuckoo

import (
	"errors"
	"filterbench/internal/batch"
	"filterbench/internal/simd"
	"filterbench/variants"
	"math/rand/v2"
	"testing"
)

// TestBatchRefusesAlike: where a batch ends with a refusal, as many keys are in as one
// by one, and the table is the same, whatever copies and kicks came before.
func TestBatchRefusesAlike(t *testing.T) {
	t.Cleanup(batch.AlwaysFar())
	refused := map[string]int{}
	for i, v := range grouped {
		refused[mustParse(t, v.name).Name] += 0
		t.Run(v.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(i), 7))
			together, single := mustNew(t, v.name, variants.Size{Slots: 32 * v.slots}, 1), mustNew(t, v.name, variants.Size{Slots: 32 * v.slots}, 1)
			pool := make([]uint64, 100*v.slots)
			for i := range pool {
				pool[i] = r.Uint64()
			}
			for range 80 {
				keys := make([]uint64, r.IntN(150))
				for i := range keys {
					keys[i] = pool[min(r.IntN(len(pool)), r.IntN(len(pool)))]
				}
				done, err := together.(variants.Batcher).InsertBatch(keys)
				want := 0
				for want < len(keys) && single.Insert(keys[want]) == nil {
					want++
				}
				if done != want || errors.Is(err, variants.ErrFull) != (want < len(keys)) {
					t.Fatalf("%d of %d keys together, %v; one by one %d", done, len(keys), err, want)
				}
				if want < len(keys) {
					refused[mustParse(t, v.name).Name]++
				}
				if string(contents(together)) != string(contents(single)) {
					t.Fatal("the tables differ")
				}
				found := make([]bool, len(pool))
				together.(variants.Batcher).ContainsBatch(pool, found)
				for i, h := range pool {
					if found[i] != single.Contains(h) {
						t.Fatalf("together a key is found: %v", found[i])
					}
				}
			}
		})
	}
	for family, n := range refused {
		if n == 0 {
			t.Errorf("no %s refused a key", family)
		}
	}
}

// TestPlainRefusesAlike is the test of refusals for the plain loops.
func TestPlainRefusesAlike(t *testing.T) {
	needSIMD(t) // else the test by itself is of the plain loops
	t.Cleanup(simd.Limit(simd.Plain))
	TestBatchRefusesAlike(t)
}

// needSIMD skips a test that would compare plain code with itself.
func needSIMD(t testing.TB) {
	t.Helper()
	if simd.Now() == simd.Plain {
		t.Skip("nothing to compare: no SIMD kernel runs on this processor or in this build")
	}
}
