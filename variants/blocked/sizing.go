package blocked

import (
	"math"
	"sync/atomic"

	"filterbench/variants/bloom"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
	"filterbench/variants/theory"
)

// Best returns the fewest blocks of blockBits bits with which a blocked
// filter of that many keys has a false positive rate of at most fpr, 0 < fpr < 1,
// by [theory.BlockedFPR], and the number of probes per key with the lowest rate
// there. Only probes itself is considered if it is not 0. It takes some
// milliseconds.
func Best(keys uint64, fpr float64, probes, blockBits int) (blocks uint64, k int, err error) {
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
	cells, _, err := bloom.Best(keys, fpr)
	if err != nil {
		return 0, err
	}
	// Too few blocks: with less space than a Bloom filter none can do it, as some
	// blocks are fuller than the mean and that costs more than others gain.
	low := (cells - 1) / uint64(blockBits)
	high := low + 1 // enough blocks, once the first loop is done
	for rate(high) > fpr {
		low, high = high, high+high/8+1
		if high > sizing.MaxBits/uint64(blockBits) {
			return 0, sizing.TooLarge(float64(high) * float64(blockBits))
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

// shape returns the geometry with blocks of so many bits.
func (c Config) shape(family string, width int) (shape.Shape, error) {
	if err := bloom.CheckSpace(c.BitsPerKey, c.FPR, c.Probes, families.MaxInBlock); err != nil {
		return shape.Shape{}, err
	}
	blocks, probes, err := c.size(width)
	if err != nil {
		return shape.Shape{}, err
	}
	cells := blocks * uint64(width)
	return sizing.Check(shape.Shape{Family: family, Bits: cells, Cells: cells, Probes: probes, BlockBits: width})
}

// size computes blocks of so many bits, and probes. Both are found by search over exact rates,
// which takes milliseconds, and are asked for by whoever makes many filters of one size: the
// last answer is kept.
func (c Config) size(width int) (blocks uint64, probes int, err error) {
	c.Kernel = ""
	if last := lastSize.Load(); last != nil && last.config == c && last.width == width {
		return last.blocks, last.probes, nil
	}
	blocks, probes, err = c.search(width)
	if err == nil {
		lastSize.Store(&sized{c, width, blocks, probes})
	}
	return blocks, probes, err
}

type sized struct {
	config Config
	width  int
	blocks uint64
	probes int
}

var lastSize atomic.Pointer[sized]

func (c Config) search(width int) (blocks uint64, probes int, err error) {
	if c.FPR != 0 {
		return Best(c.Keys, c.FPR, c.Probes, width)
	}
	probes = c.Probes
	if probes == 0 {
		probes = theory.BlockedOptimalProbes(c.BitsPerKey, width)
	}
	blocks, err = blocksFor(c.Keys, c.BitsPerKey, width)
	return blocks, probes, err
}

// blocksFor returns how many blocks bpk bits for each of keys are, 1 at least.
func blocksFor(keys uint64, bpk float64, blockBits int) (uint64, error) {
	cells, err := sizing.Cells(keys, bpk)
	width := uint64(blockBits)
	return max(1, (cells+width-1)/width), err
}
