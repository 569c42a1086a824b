package theory_test

import (
	"fmt"
	"math"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants/theory"
)

// The table was computed from the number of occupied bits of a word.
func TestSplitBlockLimitAgainstTable(t *testing.T) {
	for _, row := range table(t, "splitblock") {
		near(t, fmt.Sprintf("rate at c = %g", row[0]), theory.SplitBlockLimitFPR(row[0], 8, 32), row[1], 1e-9)
	}
}

// The specification of the Parquet format prints what its filter needs for a rate:
// 6.0, 10.5, 16.9, 26.4 and 41 bits per key for 10 % down to 0.001 %, and rates of
// 18 % at 5 bits, 1.26 % at 10 and 0.04 % at 20. All are this formula's, rounded
// to the digits given, but for 26.4, where it needs 26.34: rounded up.
func TestSplitBlockParquet(t *testing.T) {
	for rate, want := range map[float64]struct{ bits, digit float64 }{
		0.1: {6.0, 0.05}, 0.01: {10.5, 0.05}, 1e-3: {16.9, 0.05}, 1e-4: {26.4, 0.1}, 1e-5: {41, 0.5},
	} {
		below := theory.SplitBlockLimitFPR(want.bits+want.digit, 8, 32)
		above := theory.SplitBlockLimitFPR(want.bits-want.digit, 8, 32)
		if below > rate || above < rate {
			t.Errorf("a rate of %g is reached from %g to %g bits per key on, want %g", rate, above, below, want.bits)
		}
	}
	for bits, want := range map[float64]struct{ rate, digit float64 }{
		5: {0.18, 0.005}, 10: {0.0126, 5e-5}, 20: {4e-4, 5e-5},
	} {
		got := theory.SplitBlockLimitFPR(bits, 8, 32)
		near(t, fmt.Sprintf("rate at %g bits", bits), got, want.rate, want.digit/want.rate)
	}
}

// countSplitPositives goes through all placements of n keys and a query.
func countSplitPositives(blocks, n, words, wordBits int) float64 {
	positives, all := 0, 0
	size := blocks // a key is a block and a bit in each of its words
	for range words {
		size *= wordBits
	}
	outcomes(size, n+1, func(keys []int) {
		hit := true
		for word, left := 0, 1; word < words; word++ {
			found := false
			for _, key := range keys[1:] {
				found = found || key%blocks == keys[0]%blocks && key/blocks/left%wordBits == keys[0]/blocks/left%wordBits
			}
			hit = hit && found
			left *= wordBits
		}
		if hit {
			positives++
		}
		all++
	})
	return float64(positives) / float64(all)
}

func TestSplitBlockAgainstEnumeration(t *testing.T) {
	for _, c := range []struct{ blocks, n, words, wordBits int }{
		{1, 2, 2, 3}, {2, 2, 2, 3}, {3, 2, 3, 2}, {2, 3, 1, 4}, {4, 2, 2, 2}, {2, 1, 2, 5}, {1, 3, 2, 4},
	} {
		got := theory.SplitBlockFPR(uint64(c.blocks), uint64(c.n), c.words, c.wordBits)
		near(t, fmt.Sprintf("rate of %+v", c), got, countSplitPositives(c.blocks, c.n, c.words, c.wordBits), 1e-12)
	}
}

// A million draws of a block of eight words, at a load that leaves many answers
// true; a Poisson load is 3 % off there.
func TestSplitBlockAgainstSimulation(t *testing.T) {
	const blocks, n, draws = 4, 128, 1_000_000
	rng := newRand(3)
	positives := uint64(0)
	for range draws {
		load := 0
		for range n {
			if rng.Uint32()%blocks == 0 {
				load++
			}
		}
		var bits [8]uint32
		for range load {
			g := rng.Uint64()
			for word := range bits {
				bits[word] |= 1 << (g >> (5 * word) % 32)
			}
		}
		hit, g := uint32(1), rng.Uint64()
		for word := range bits {
			hit &= bits[word] >> (g >> (5 * word) % 32)
		}
		positives += uint64(hit & 1)
	}
	want := theory.SplitBlockFPR(blocks, n, 8, 32)
	stattest.Rate(t, positives, draws, want, alarm)
	if limit := theory.SplitBlockLimitFPR(8, 8, 32); math.Abs(limit/want-1) < 0.03 {
		t.Errorf("%g is too close to %g for this test to tell", limit, want)
	}
}

// One word is a blocked filter with one probe, words of one bit ask whether the
// block holds a key, and many blocks are the limit.
func TestSplitBlockAtItsEnds(t *testing.T) {
	for _, n := range []uint64{0, 1, 7, 100, 5000} {
		near(t, fmt.Sprintf("one word, n = %d", n), theory.SplitBlockFPR(12, n, 1, 32), theory.BlockedFPR(12, n, 1, 32), 1e-12)
		near(t, fmt.Sprintf("words of one bit, n = %d", n), theory.SplitBlockFPR(12, n, 8, 1), -math.Expm1(float64(n)*math.Log1p(-1./12)), 1e-12)
	}
	near(t, "many blocks", theory.SplitBlockFPR(1<<30, 1<<30*32, 8, 32), theory.SplitBlockLimitFPR(8, 8, 32), 1e-7)
	for _, full := range []float64{theory.SplitBlockFPR(2, 10_000_000, 8, 32), theory.SplitBlockLimitFPR(1e-4, 8, 32)} {
		near(t, "an overfull filter", full, 1, 1e-12)
	}
}

func TestSplitBlockDomain(t *testing.T) {
	expectPanic(t, "no blocks", func() { theory.SplitBlockFPR(0, 1, 8, 32) })
	expectPanic(t, "no words", func() { theory.SplitBlockFPR(1, 1, 0, 32) })
	expectPanic(t, "no bits", func() { theory.SplitBlockFPR(1, 1, 8, 0) })
	expectPanic(t, "no bits per key", func() { theory.SplitBlockLimitFPR(0, 8, 32) })
	expectPanic(t, "no words", func() { theory.SplitBlockLimitFPR(10, 0, 32) })
	expectPanic(t, "no bits", func() { theory.SplitBlockLimitFPR(10, 8, 0) })
}

func BenchmarkSplitBlockFPR(b *testing.B) {
	for b.Loop() {
		theory.SplitBlockFPR(39_063, 1_000_000, 8, 32)
	}
}
