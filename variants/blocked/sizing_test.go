package blocked

import (
	"fmt"
	"math"
	"testing"

	"filterbench/variants"
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
			blocks, k, err := Best(keys, fpr, 0, width)
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

// TestBlockedProbes: the same inside blocks.
func TestBlockedProbes(t *testing.T) {
	for _, perKey := range []float64{1, 2, 3.3, 5, 8, 10, 12, 16, 20, 24, 32, 45, 64} {
		s, err := mustParse(t, fmt.Sprintf("blocked(bpk=%g)", perKey)).Shape(variants.Size{Keys: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		best := theory.BlockedLimitFPR(perKey, s.Probes, blockBits)
		for k := 1; k <= families.MaxInBlock; k++ {
			if rate := theory.BlockedLimitFPR(perKey, k, blockBits); rate < best {
				t.Errorf("%g bits per key: k=%d has rate %g, k=%d has %g", perKey, s.Probes, best, k, rate)
			}
		}
	}
}

// TestBlockedBest: no fewer blocks reach the rate with any number of probes, and
// in these no other number of probes has a lower rate. All blocks and all probes
// are tried.
func TestBlockedBest(t *testing.T) {
	for _, keys := range []uint64{0, 1, 30, 100, 700} {
		for _, fpr := range []float64{0.5, 0.03, 1e-3, 1e-6} {
			blocks, probes, err := Best(keys, fpr, 0, blockBits)
			if err != nil {
				t.Fatal(err)
			}
			want := uint64(1)
			k, rate := bruteBlock(want, keys)
			for rate > fpr {
				want++
				k, rate = bruteBlock(want, keys)
			}
			if blocks != want || probes != k {
				t.Errorf("%d keys, %g: %d blocks with %d probes, want %d with %d", keys, fpr, blocks, probes, want, k)
			}
		}
	}
	for _, k := range []int{1, 6, 32} {
		blocks, probes, err := Best(5000, 0.02, k, blockBits)
		if err != nil || probes != k {
			t.Fatalf("asked for %d probes, got %d, %v", k, probes, err)
		}
		if theory.BlockedFPR(blocks, 5000, k, blockBits) > 0.02 || theory.BlockedFPR(blocks-1, 5000, k, blockBits) <= 0.02 {
			t.Errorf("with %d probes %d blocks are not the fewest", k, blocks)
		}
	}
}

// bruteBlock finds the best number of probes by trying all.
func bruteBlock(blocks, keys uint64) (best int, lowest float64) {
	lowest = math.Inf(1)
	for k := 1; k <= families.MaxInBlock; k++ {
		if rate := theory.BlockedFPR(blocks, keys, k, blockBits); rate < lowest {
			best, lowest = k, rate
		}
	}
	return best, lowest
}
