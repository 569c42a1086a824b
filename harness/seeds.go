package harness

import (
	"strconv"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
)

// A trial's one seed is split so that which keys are drawn, how they are hashed
// and how a filter walks are independent. All depend on the trial's seed alone,
// never on the variant, so contenders differ in nothing but themselves.

func drawSeed(t record.Trial, draw int) uint64 {
	return hashing.Derive(uint64(t.Seed), "draw "+strconv.Itoa(draw))
}

func keySeed(draw uint64) uint64    { return hashing.Derive(draw, "keys") }
func hashSeed(draw uint64) uint64   { return hashing.Derive(draw, "hash") }
func filterSeed(draw uint64) uint64 { return hashing.Derive(draw, "filter") }
