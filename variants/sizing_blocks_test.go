package variants

import (
	"testing"

	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// TestSplitBlocks: no fewer blocks reach the rate. All are tried.
func TestSplitBlocks(t *testing.T) {
	for _, keys := range []uint64{0, 1, 2, 5, 10, 30, 100, 700} {
		for _, fpr := range []float64{0.9, 0.5, 0.03, 1e-3, 1e-6, 1e-12} {
			if keys == 700 && fpr < 1e-6 {
				continue // too many to try
			}
			got, err := SplitBlocks(keys, fpr)
			if err != nil {
				t.Fatal(err)
			}
			want := uint64(1)
			for theory.SplitBlockFPR(want, keys, 8, 32) > fpr {
				want++
			}
			if got != want {
				t.Errorf("%d keys, %g: %d blocks, want %d", keys, fpr, got, want)
			}
		}
	}
}

// TestRegisterFPR: a filter that is sized for a rate keeps it, with the number of
// probes that is best there, and a word less does not.
func TestRegisterFPR(t *testing.T) {
	for _, width := range []int{32, 64} {
		for _, fpr := range []float64{0.3, 0.03, 0.004} {
			const keys = 5000
			blocks, k, err := BlockedBest(keys, fpr, 0, width)
			if err != nil {
				t.Fatal(err)
			}
			lowest := func(blocks uint64) (best int, rate float64) {
				rate = 1
				for k := 1; k <= families.MaxInBlock; k++ {
					if r := theory.BlockedFPR(blocks, keys, k, width); r < rate {
						best, rate = k, r
					}
				}
				return best, rate
			}
			best, rate := lowest(blocks)
			if _, less := lowest(blocks - 1); k != best || rate > fpr || less <= fpr {
				t.Errorf("words of %d bits, %g: %d with %d probes have a rate of %g, best are %d probes; one word less has %g",
					width, fpr, blocks, k, rate, best, less)
			}
		}
	}
}
