package variants

import (
	"math"

	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// BlockedBest returns the fewest blocks of blockBits bits with which a blocked
// filter of that many keys has a false positive rate of at most fpr, 0 < fpr < 1,
// by [theory.BlockedFPR], and the number of probes per key with the lowest rate
// there. Only probes itself is considered if it is not 0. It takes some
// milliseconds.
func BlockedBest(keys uint64, fpr float64, probes, blockBits int) (blocks uint64, k int, err error) {
	blocks, err = fewestBlocks(keys, fpr, blockBits, func(blocks uint64) float64 {
		_, rate := bestInBlock(blocks, keys, probes, blockBits)
		return rate
	})
	if err != nil {
		return 0, 0, err
	}
	k, _ = bestInBlock(blocks, keys, probes, blockBits)
	return blocks, k, nil
}

// SplitBlocks returns the fewest blocks of eight 32-bit words with which a split
// block filter of that many keys has a false positive rate of at most fpr,
// 0 < fpr < 1, by [theory.SplitBlockFPR].
func SplitBlocks(keys uint64, fpr float64) (uint64, error) {
	return fewestBlocks(keys, fpr, splitBits, func(blocks uint64) float64 {
		return theory.SplitBlockFPR(blocks, keys, splitProbes, splitBits/splitProbes)
	})
}

// fewestBlocks returns the smallest number of blocks whose rate, which falls with
// that number, is at most fpr.
func fewestBlocks(keys uint64, fpr float64, blockBits int, rate func(blocks uint64) float64) (uint64, error) {
	cells, _, err := BloomBest(keys, fpr)
	if err != nil {
		return 0, err
	}
	// Too few blocks: with less space than a Bloom filter none can do it, as some
	// blocks are fuller than the mean and that costs more than others gain.
	low := (cells - 1) / uint64(blockBits)
	high := low + 1 // enough blocks, once the first loop is done
	for rate(high) > fpr {
		low, high = high, high+high/8+1
		if high > maxBits/uint64(blockBits) {
			return 0, errTooLarge(float64(high) * float64(blockBits))
		}
	}
	for low+1 < high {
		if middle := low + (high-low)/2; rate(middle) <= fpr {
			high = middle
		} else {
			low = middle
		}
	}
	return high, nil
}

// bestInBlock returns the number of probes with the lowest false positive rate
// in that many blocks, and that rate. The rate falls and then rises with the
// number of probes.
func bestInBlock(blocks, keys uint64, probes, blockBits int) (best int, lowest float64) {
	if probes != 0 {
		return probes, theory.BlockedFPR(blocks, keys, probes, blockBits)
	}
	lowest = math.Inf(1)
	for k := 1; k <= families.MaxInBlock; k++ {
		rate := theory.BlockedFPR(blocks, keys, k, blockBits)
		if rate >= lowest {
			break
		}
		best, lowest = k, rate
	}
	return best, lowest
}

// blockedSize computes blocks and probes of a filter with blocks of blockBits from
// its parameters.
func blockedSize(v spec.Values, keys uint64, blockBits int) (blocks uint64, probes int, err error) {
	if v.Has("fpr") {
		return BlockedBest(keys, v.Float("fpr"), v.Int("k"), blockBits)
	}
	probes = v.Int("k")
	if probes == 0 {
		probes = theory.BlockedOptimalProbes(v.Float("bpk"), blockBits)
	}
	blocks, err = blocksFor(v, keys, blockBits)
	return blocks, probes, err
}

// splitblockSize computes the blocks of a split block filter from its parameters.
func splitblockSize(v spec.Values, keys uint64) (uint64, error) {
	if v.Has("fpr") {
		return SplitBlocks(keys, v.Float("fpr"))
	}
	return blocksFor(v, keys, splitBits)
}

// blocksFor returns how many blocks bpk bits for each of keys are, 1 at least.
func blocksFor(v spec.Values, keys uint64, blockBits int) (uint64, error) {
	cells, err := Cells(keys, v.Float("bpk"))
	width := uint64(blockBits)
	return max(1, (cells+width-1)/width), err
}
