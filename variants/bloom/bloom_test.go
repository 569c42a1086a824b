package bloom

import (
	"math"
	"math/rand/v2"
	"testing"

	"filterbench/internal/bitpack"
	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// occupied returns how many cells of a Bloom filter are not 0.
func occupied(f variants.Filter) uint64 {
	switch f := f.(type) {
	case *Filter:
		return bitpack.Ones(f.words)
	case *Counting:
		n := uint64(0)
		for i := range f.cells {
			if f.counters.Get(i) > 0 {
				n++
			}
		}
		return n
	}
	panic("occupied cells of what?")
}

var bloomCases = []struct {
	name string
	keys uint64
}{
	{"bloom(bpk=10)", 2000},
	{"bloom(bpk=6.173,k=1)", 2000}, // 12346 cells
	{"bloom(bpk=8,k=2)", 1000},
	{"bloom(bpk=4,k=3)", 5000},
	{"bloom(bpk=12,k=16)", 3000},
	{"counting(bpk=40)", 2000},
	{"counting(bpk=16,w=2,k=5)", 2000},
	{"counting(bpk=64,w=8)", 2000},
}

// TestBloomRateGivenFill: of a built filter, with a share of its cells occupied,
// absent keys are answered true with that share to the power k.
func TestBloomRateGivenFill(t *testing.T) {
	const queries = 500000
	for i, c := range bloomCases {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(i)))
			f := mustNew(t, c.name, variants.Size{Keys: c.keys}, 0)
			insertRandom(t, f, int(c.keys), r)
			s := f.Shape()
			fill := float64(occupied(f)) / float64(s.Cells)
			stattest.Rate(t, hits(f, queries, r), queries, math.Pow(fill, float64(s.Probes)), alarm)
		})
	}
}

// TestBloomFill: over many filters the occupied cells number m(1-(1-1/m)^(kn)).
func TestBloomFill(t *testing.T) {
	for i, c := range bloomCases {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(2, uint64(i)))
			var counts []float64
			var s theory.Shape
			for range 40 {
				f := mustNew(t, c.name, variants.Size{Keys: c.keys}, 0)
				insertRandom(t, f, int(c.keys), r)
				s = f.Shape()
				counts = append(counts, float64(occupied(f)))
			}
			throws := float64(c.keys) * float64(s.Probes)
			want := -float64(s.Cells) * math.Expm1(throws*math.Log1p(-1/float64(s.Cells)))
			stattest.Mean(t, counts, want, alarm)
		})
	}
}

// TestBloomRateInSmallFilters: many filters, so small and at so low a rate that
// it would show if the probes of one key met those of another more often than
// chance has it. Double hashing is 29 % above theory here. The rates of the
// filters differ a little; that makes the hits spread less than the test allows
// for, never more.
func TestBloomRateInSmallFilters(t *testing.T) {
	if testing.Short() {
		t.Skip("many lookups of one goroutine")
	}
	const filters, keys, queries = 1000, 100, 20000
	r := rand.New(rand.NewPCG(3, 1))
	var found uint64
	var rates float64
	for range filters {
		f := mustNew(t, "bloom(bpk=15)", variants.Size{Keys: keys}, 0)
		insertRandom(t, f, keys, r)
		fill := float64(occupied(f)) / float64(f.Shape().Cells)
		rates += math.Pow(fill, float64(f.Shape().Probes))
		found += hits(f, queries, r)
	}
	stattest.Rate(t, found, filters*queries, rates/filters, alarm)
}

// TestBloomUsesTheWholeTable: with one probe, a key for each sixty-fourth part of
// a bit finds them all, the last one too.
func TestBloomUsesTheWholeTable(t *testing.T) {
	for _, keys := range []uint64{64, 65, 100, 127, 129} {
		f := mustNew(t, "bloom(bpk=1,k=1)", variants.Size{Keys: keys}, 0)
		for i := range 64 * keys {
			f.Insert(i * (math.MaxUint64 / (64 * keys)))
		}
		if got := occupied(f); got != keys {
			t.Errorf("of %d bits %d can be reached", keys, got)
		}
	}
}
