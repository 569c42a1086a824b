package stat

import (
	"math/rand/v2"
	"testing"

	"filterbench/internal/stattest"
)

// Intervals over 6 and 8 repetitions cover the mean in 95 of 100 cases, no more and no
// less. Normal quantiles in the place of Student's cover in 90.
func TestEstimateCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{6, 8} {
		const trials = 40_000
		hits := uint64(0)
		for range trials {
			values := make([]float64, n)
			for i := range values {
				values[i] = 3 + 0.7*r.NormFloat64()
			}
			if x := NewEstimate(values); x.Lo <= 3 && 3 <= x.Hi {
				hits++
			}
		}
		stattest.Rate(t, hits, trials, Confidence, alarm)
	}
}
