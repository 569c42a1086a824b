package harness

import (
	"testing"

	"filterbench/internal/record"
	"filterbench/internal/stattest"
	"filterbench/variants/theory"
)

// TestCopiesFollowTheOdds: of hot keys beside many others, as many get all slots of two
// buckets as theory says, and as many one less, two-sided with an alarm rate of 1e-6.
func TestCopiesFollowTheOdds(t *testing.T) {
	for _, c := range []record.Trial{
		{Variant: "cuckoo(b=4,f=5)", Slots: 4096, Fill: 0.8},
		{Variant: "cuckoo(b=2,f=4)", Slots: 2048, Fill: 0.6},
		{Variant: "cuckoo(b=8,f=6)", Slots: 4096, Fill: 0.9},
	} {
		c.Kind, c.Draws, c.Copies = record.KindDuplicates, 3000, 20
		r := measure(t, c)
		b := r.Shape.BucketSlots
		odds := theory.CopiesOdds(r.Shape.Cells/uint64(b), r.Duplicates().Background, b, r.Shape.FingerprintBits)
		for _, copies := range []int{2 * b, 2*b - 1} {
			got := uint64(0)
			for _, bin := range r.Duplicates().Accepted {
				if bin[0] == uint64(copies) {
					got = bin[1]
				}
			}
			stattest.Rate(t, got, 3000, odds[copies], 1e-6)
		}
	}
}
