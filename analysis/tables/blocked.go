package tables

import (
	"fmt"
	"math"

	"filterbench/internal/digits"
	"filterbench/variants/theory"
)

func blockedTables() []Table { return []Table{blocks(), putze()} }

// splitWords and splitWidth are the block of a split block filter.
const splitWords, splitWidth = 8, 32

// blocks is what blocking costs.
func blocks() Table {
	t := Table{
		Name: "blocked", Title: "Blocked Bloom filters: rate by bits per key",
		Note: "c bits per key, with the best number of probes k for each block. Exact occupancy of a block, averaged over how many keys blocks get; large filters. Split: eight words of 32 bits, a probe in each.",
		Head: []string{"c", "no blocks", "512 bits (k)", "256 bits (k)", "64 bits (k)", "32 bits (k)", "split 8 x 32"},
	}
	for _, c := range []float64{4, 6, 8, 10, 12, 14, 16, 20, 24, 32} {
		row := []string{whole(int(c)), share(theory.BloomAsymptoticFPR(c, theory.BloomOptimalProbes(c)))}
		for _, bits := range []int{512, 256, 64, 32} {
			k := theory.BlockedOptimalProbes(c, bits)
			row = append(row, fmt.Sprintf("%s (%d)", share(theory.BlockedLimitFPR(c, k, bits)), k))
		}
		t.Rows = append(t.Rows, append(row, share(theory.SplitBlockLimitFPR(c, splitWords, splitWidth))))
	}
	return t
}

// putze is how far the usual formula for blocks falls short.
func putze() Table {
	t := Table{
		Name: "mixture", Title: "Blocked Bloom filters: the mixture that is usually quoted",
		Note: "Putze, Sanders and Singler (2007) average the limit of a large filter over the loads of blocks; the exact occupancy of a block is higher. Bits that a block filter needs for the rate of a standard one with c, by exact occupancy with the best number of probes.",
		Head: []string{"c", "k", "mixture, 512 bits", "exact", "exact over mixture", "exact over mixture, 64 bits", "bits for the standard rate, 512 bits"},
	}
	for _, c := range []float64{8, 10, 12, 16, 20, 24} {
		k, narrow := theory.BlockedOptimalProbes(c, 512), theory.BlockedOptimalProbes(c, 64)
		mixture, exact := theory.BlockedPoissonFPR(c, k, 512), theory.BlockedLimitFPR(c, k, 512)
		t.Rows = append(t.Rows, []string{
			whole(int(c)), whole(k), share(mixture), share(exact), digits.Significant(exact/mixture, 4),
			digits.Significant(theory.BlockedLimitFPR(c, narrow, 64)/theory.BlockedPoissonFPR(c, narrow, 64), 4),
			digits.Significant(bitsToMatch(c, 512), 4),
		})
	}
	return t
}

// bitsToMatch returns the bits per key at which a blocked filter has the rate that a
// standard one has at c, each at its best number of probes.
func bitsToMatch(c float64, blockBits int) float64 {
	want := theory.BloomAsymptoticFPR(c, theory.BloomOptimalProbes(c))
	low, high := c, 4*c
	for high-low > 1e-4 {
		middle := (low + high) / 2
		if theory.BlockedLimitFPR(middle, theory.BlockedOptimalProbes(middle, blockBits), blockBits) > want {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Round(high*1e3) / 1e3
}
