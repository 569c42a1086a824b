package variants

import (
	"math"
	"math/rand/v2"
	"testing"

	"filterbench/internal/bitpack"
	"filterbench/internal/stattest"
	"filterbench/variants/theory"
)

// alarm is the probability with which a statistical test here would fail although
// nothing is wrong, were its seed drawn anew.
const alarm = 1e-6

// mustNew builds a filter for keys.
func mustNew(t testing.TB, name string, size Size, seed uint64) Filter {
	t.Helper()
	f, err := mustParse(t, name).New(size, seed)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// insertRandom inserts n random keys and fails the test if one is refused.
func insertRandom(t testing.TB, f Filter, n int, r *rand.Rand) {
	t.Helper()
	for range n {
		if err := f.Insert(r.Uint64()); err != nil {
			t.Fatal(err)
		}
	}
}

// hits asks for n random keys and returns how many are answered true. That one of
// them is a member has a probability below 1e-10 here.
func hits(f Filter, n int, r *rand.Rand) (found uint64) {
	for range n {
		if f.Contains(r.Uint64()) {
			found++
		}
	}
	return found
}

// occupied returns how many cells of a Bloom filter are not 0.
func occupied(f Filter) uint64 {
	switch f := f.(type) {
	case *bloom:
		return bitpack.Ones(f.words)
	case *counting:
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
			f := mustNew(t, c.name, Size{Keys: c.keys}, 0)
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
				f := mustNew(t, c.name, Size{Keys: c.keys}, 0)
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
		f := mustNew(t, "bloom(bpk=15)", Size{Keys: keys}, 0)
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
		f := mustNew(t, "bloom(bpk=1,k=1)", Size{Keys: keys}, 0)
		for i := range 64 * keys {
			f.Insert(i * (math.MaxUint64 / (64 * keys)))
		}
		if got := occupied(f); got != keys {
			t.Errorf("of %d bits %d can be reached", keys, got)
		}
	}
}
