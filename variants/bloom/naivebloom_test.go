package bloom

import (
	"math/rand/v2"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// TestClearingBitsLosesKeys: after deletes that clear bits as many of the other keys
// are denied as the formula says, two-sided with an alarm rate of 1e-6. A deleted key
// is gone for good.
func TestClearingBitsLosesKeys(t *testing.T) {
	const n, deleted, rounds = 1000, 20, 40
	lost := uint64(0)
	r := rand.New(rand.NewPCG(1, 2))
	var shape theory.Shape
	for range rounds {
		f := mustNew(t, "naivebloom(bpk=10)", variants.Size{Keys: n}, 0)
		shape = f.Shape()
		keys := make([]uint64, n)
		for i := range keys {
			keys[i] = r.Uint64()
			f.Insert(keys[i])
		}
		for _, h := range keys[:deleted] {
			f.(variants.Deleter).Delete(h)
			if f.Contains(h) {
				t.Fatal("a deleted key is still there")
			}
		}
		// Few keys of each filter, which share the bits that were cleared.
		for _, h := range keys[deleted : deleted+40] {
			if !f.Contains(h) {
				lost++
			}
		}
	}
	stattest.Rate(t, lost, rounds*40, theory.ClearedLoss(shape.Cells, deleted, shape.Probes), 1e-6)
}
