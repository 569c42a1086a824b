package theory_test

import (
	"testing"

	"filterbench/variants/theory"
)

// TestCoincidingShares enumerates all fingerprints of a few bits.
func TestCoincidingShares(t *testing.T) {
	for f := 1; f <= 9; f++ {
		for log := 0; log <= 12; log++ {
			buckets, same, all := uint64(1)<<log, 0, 0
			for tag := uint64(1); tag < 1<<f; tag++ {
				all++
				if 5&(buckets-1)^tag&(buckets-1) == 5&(buckets-1) {
					same++
				}
			}
			if got, want := theory.CuckooPlainShare(buckets, f), float64(same)/float64(all); got != want {
				t.Errorf("%d bits, %d buckets: %v; want %v", f, buckets, got, want)
			}
		}
	}
	// Every hash that reduces to below m is as likely as any other: over all functions
	// from one fingerprint to m values, one in m gives 0.
	for m := uint64(1); m < 9; m++ {
		zero := 0
		for value := range m {
			if value == 0 {
				zero++
			}
		}
		if got, want := theory.CuckooHashedShare(m), float64(zero)/float64(m); got != want {
			t.Errorf("%d buckets: %v; want %v", m, got, want)
		}
	}
	expectPanic(t, "no buckets", func() { theory.CuckooHashedShare(0) })
	expectPanic(t, "no bits", func() { theory.CuckooPlainShare(4, 0) })
}
