package blocked

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// TestHalfBlockedRate: over many filters with blocks of 256 bits the rate that
// their bits give is the one of exact occupancy, and of each the rate that is
// counted is the one that its bits give. The chance of a false alarm is that of
// the other rates.
func TestHalfBlockedRate(t *testing.T) {
	const keys, queries = 20000, 200000
	for i, k := range []int{1, 6, 8, 9, 16, 17} { // the last positions of mixed words, and the first
		r := rand.New(rand.NewPCG(7, uint64(i)))
		name := fmt.Sprintf("blocked(bpk=10,block=256,k=%d)", k)
		var rates []float64
		for draw := range 40 {
			f := mustNew(t, name, variants.Size{Keys: keys}, 0).(*Half)
			insertRandom(t, f, keys, r)
			rates = append(rates, halfRate(f))
			if draw == 0 {
				stattest.Rate(t, hits(f, queries, r), queries, rates[0], alarm)
			}
		}
		s := mustNew(t, name, variants.Size{Keys: keys}, 0).Shape()
		stattest.Mean(t, rates, theory.BlockedFPR(s.Cells/halfBits, keys, k, halfBits), alarm)
	}
}

// halfRate is blockRate for blocks of 256 bits.
func halfRate(f *Half) float64 {
	sum := 0.0
	for at := 0; at < len(f.words); at += halfWords {
		ones := 0
		for _, word := range f.words[at : at+halfWords] {
			ones += bits.OnesCount64(word)
		}
		sum += math.Pow(float64(ones)/halfBits, float64(f.probes))
	}
	return sum / float64(f.blocks)
}
