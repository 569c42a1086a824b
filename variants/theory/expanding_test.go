package theory_test

import (
	"math/rand/v2"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants/theory"
)

// TestExpandingFPR: against keys that are compared bit by bit, without a table: a key that
// came at 2^g slots is met by those that have its first g+f bits. Two-sided, with a false
// alarm in a million.
func TestExpandingFPR(t *testing.T) {
	const firstLog, load = 3, 0.75
	for _, c := range []struct{ keys, f int }{{6, 3}, {7, 3}, {40, 4}, {200, 6}} {
		var rates []float64
		for seed := range uint64(400) {
			r := rand.New(rand.NewPCG(seed, uint64(c.keys)))
			type prefix struct {
				bits uint64
				log  int
			}
			var held []prefix
			log := firstLog
			for range c.keys {
				if float64(len(held)) >= load*float64(uint64(1)<<log) {
					log++
				}
				held = append(held, prefix{r.Uint64() >> (64 - log - c.f), log + c.f})
			}
			hits, asked := 0, 500
			for range asked {
				h := r.Uint64()
				for _, p := range held {
					if h>>(64-p.log) == p.bits {
						hits++
						break
					}
				}
			}
			rates = append(rates, float64(hits)/float64(asked))
		}
		stattest.Mean(t, rates, theory.ExpandingFPR(1<<firstLog, uint64(c.keys), c.f, load), 1e-6)
	}
	expectPanic(t, "no slots", func() { theory.ExpandingFPR(0, 1, 8, 0.9) })
	expectPanic(t, "no bits", func() { theory.ExpandingFPR(8, 1, 0, 0.9) })
}
