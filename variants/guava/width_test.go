package guava

import (
	"math"
	"math/rand/v2"
	"testing"

	"filterbench/internal/bitpack"
	"filterbench/internal/prob"
	"filterbench/internal/stattest"
	"filterbench/variants/theory"
)

// alarm is the probability with which a statistical test here would fail although
// nothing is wrong, were its seed drawn anew.
const alarm = 1e-6

// onePercent is a filter of m bits with as many keys as make it 1 %.
func onePercent(bits uint64) (keys uint64, probes int) {
	return uint64(float64(bits) / 9.585059), 7
}

// departure is how many times the classic rate the 32-bit strategy has at 1 %.
func departure(bits uint64) float64 {
	keys, probes := onePercent(bits)
	return Mitz32FPR(bits, keys, probes) / theory.BloomFPR(bits, keys, probes)
}

// Where the 32-bit strategy leaves theory: the numbers that Mitz32FPR's comment gives.
func TestMitz32Departs(t *testing.T) {
	for _, c := range []struct {
		log  int
		most float64 // below 2^log bits
	}{{26, 1.0008}, {27, 1.003}, {28, 1.011}, {29, 1.04}, {30, 1.13}, {31, 1.42}} {
		worst := 1.0
		for i := range 2000 {
			worst = max(worst, departure(uint64(math.Exp2(float64(c.log)-float64(i+1)/2000))))
		}
		if half := 1 + (c.most-1)/2; worst > c.most || worst < half {
			t.Errorf("below 2^%d bits: at most %.5f times the classic rate, want %g", c.log, worst, c.most)
		}
	}
	for _, c := range []struct {
		bits        uint64
		ratio, near float64
	}{
		{1 << 20, 1, 1e-6}, {1 << 30, 1, 1e-6}, {1 << 31, 1, 1e-6}, // no remainder, no departure
		{3 << 29, 1.3985, 1e-4}, {3 << 30, 5.766, 1e-3}, {1 << 32, 15.68, 1e-2}, {1 << 33, 67.6, 1e-1},
	} {
		if got := departure(c.bits); math.Abs(got-c.ratio) > c.near {
			t.Errorf("%d bits: %.6g times the classic rate, want %g", c.bits, got, c.ratio)
		}
	}
}

// The probes themselves, at full width: the first third of 1.5 * 2^30 bits gets half
// of them, and of 2^33 bits all but the first 2^31 none.
func TestMitz32Positions(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 32))
	const keys, bits = 100_000, 3 << 29
	third, highest := uint64(0), uint64(0)
	for range keys {
		h := Hash{r.Uint64(), r.Uint64()}
		w := Mitz32.walk(h).next().next()
		if w.position(bits) < bits/3 {
			third++
		}
		highest = max(highest, w.position(1<<33))
		if wide := Mitz64.walk(h).position(1 << 33); wide != h.Low%(1<<33) {
			t.Fatalf("Mitz64 probes at %d, want %d", wide, h.Low%(1<<33))
		}
	}
	stattest.Rate(t, third, keys, 0.5, alarm)
	if highest >= 1<<31 || highest < 1<<31-1<<18 { // all below 2^31 - 2^18 in 5e-6 of cases
		t.Errorf("the highest position is %d, want one just below 2^31", highest)
	}
}

// foldedRate fills a filter of the 32-bit strategy as it would be with a narrower
// hash, and returns the share of absent keys that it answers true to.
func foldedRate(width int, bits, keys uint64, probes int, r *rand.Rand) float64 {
	const queries = 20_000
	words := bitpack.Words(bitpack.WordsFor(bits))
	visit := func(see func(at uint64) bool) bool {
		w := Mitz32.walk(Hash{Low: r.Uint64()})
		for range probes {
			if !see(fold(w.sum, width) % bits) {
				return false
			}
			w = w.next()
		}
		return true
	}
	for range keys {
		visit(func(at uint64) bool { bitpack.SetBit(words, at); return true })
	}
	found := 0
	for range queries {
		if visit(func(at uint64) bool { return bitpack.Bit(words, at) }) {
			found++
		}
	}
	return float64(found) / queries
}

// The formula holds for filters with hashes of 17 bits, which are to 2^16 what those
// of the real strategy are to 2^31.
func TestFoldedRateIsMeasured(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 17))
	for _, bits := range []uint64{1 << 14, 3 << 13, 3 << 14, 1 << 16, 3 << 15, 1 << 17} {
		keys, probes := onePercent(bits)
		var rates []float64
		for range 40 {
			rates = append(rates, foldedRate(17, bits, keys, probes, r))
		}
		stattest.Mean(t, rates, theory.FoldedFPR(1<<16, bits, keys, probes), alarm)
	}
}

// A published count of 318 false positives among 10 000, and ours of 309 with a newer
// version, agree with the 3 % for which the filter was sized: with probability 0.31
// and 0.61 chance alone is as far off. The longer counts agree too, with 3 % and with
// the 3.0004 % of the filter's geometry.
func TestPublishedCountAgreesWithThreePercent(t *testing.T) {
	f, err := New(Mitz64, 1_000_000, 0.03)
	if err != nil {
		t.Fatal(err)
	}
	geometry := theory.BloomFPR(f.Bits(), 1_000_000, f.Probes())
	for _, c := range []struct {
		hits, trials uint64
		rate, value  float64
	}{
		{318, 10_000, 0.03, 0.3051}, {309, 10_000, 0.03, 0.6134},
		{318, 10_000, geometry, 0.3061}, {309, 10_000, geometry, 0.6149},
		{301_204, 10_000_000, 0.03, 0.0258}, {301_204, 10_000_000, geometry, 0.0306},
		{29_824, 1_000_000, geometry, 0.2937}, {30_104, 1_000_000, geometry, 0.5579},
	} {
		if value := prob.BinomialPValue(c.hits, c.trials, c.rate); math.Abs(value-c.value) > 5e-5 {
			t.Errorf("%d of %d at %.6f: p-value %.4f, want %.4f", c.hits, c.trials, c.rate, value, c.value)
		}
	}
}
