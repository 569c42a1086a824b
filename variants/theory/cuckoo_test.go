package theory_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants/theory"
)

// toy is a cuckoo filter without packing: buckets of tags, an involution between
// the two buckets of a tag, kicks at random.
type toy struct {
	buckets [][]int
	slots   int
	other   func(bucket, tag int) int
	rng     *rand.Rand
}

func newToy(buckets, slots int, rng *rand.Rand) *toy {
	offset := make([]int, 1<<10) // by tag, never 0
	for tag := range offset {
		offset[tag] = 1 + rng.IntN(max(1, buckets-1))
	}
	return &toy{
		buckets: make([][]int, buckets), slots: slots, rng: rng,
		other: func(bucket, tag int) int { return (bucket ^ offset[tag]) % buckets },
	}
}

func (f *toy) insert(bucket, tag int) {
	for {
		for _, i := range []int{bucket, f.other(bucket, tag)} {
			if len(f.buckets[i]) < f.slots {
				f.buckets[i] = append(f.buckets[i], tag)
				return
			}
		}
		if f.rng.IntN(2) == 0 {
			bucket = f.other(bucket, tag)
		}
		slot := f.rng.IntN(f.slots)
		f.buckets[bucket][slot], tag = tag, f.buckets[bucket][slot]
		bucket = f.other(bucket, tag)
	}
}

func (f *toy) contains(bucket, tag int) bool {
	for _, i := range []int{bucket, f.other(bucket, tag)} {
		for _, have := range f.buckets[i] {
			if have == tag {
				return true
			}
		}
	}
	return false
}

// plain numbers raw fingerprints 0..2^f-2 as tags 1..2^f-1; remapped turns 0 to 1.
func plain(raw int) int    { return raw + 1 }
func remapped(raw int) int { return max(raw, 1) }

// Every set of n keys, each put into either of its buckets, and every query. The
// answer does not depend on where the keys are put, and its rate is the formula's.
func TestCuckooAgainstEnumeration(t *testing.T) {
	for _, c := range []struct {
		buckets, bits, n int
		tag              func(raw int) int
	}{
		{2, 2, 2, plain}, {4, 2, 2, plain}, {8, 2, 1, plain}, {2, 1, 3, plain}, {4, 1, 3, plain}, {1, 2, 2, plain},
		{2, 2, 2, remapped}, {4, 2, 2, remapped}, {8, 2, 1, remapped},
	} {
		raws, want := 1<<c.bits-1, theory.CuckooFPR(uint64(c.buckets), uint64(c.n), c.bits)
		if c.tag(0) == c.tag(1) {
			raws, want = 1<<c.bits, theory.CuckooRemappedFPR(uint64(c.buckets), uint64(c.n), c.bits)
		}
		got := enumerate(t, newToy(c.buckets, c.n, newRand(2)), raws, c.n, c.tag)
		near(t, fmt.Sprintf("rate of %d buckets, f = %d, n = %d", c.buckets, c.bits, c.n), want, got, 1e-13)
	}
}

// enumerate returns the share of false positives over all sets of n keys and all
// queries, each a bucket and a raw fingerprint.
func enumerate(t *testing.T, filter *toy, raws, n int, tag func(raw int) int) float64 {
	t.Helper()
	buckets, positives, all := len(filter.buckets), 0, 0
	outcomes(buckets*raws, n+1, func(keys []int) {
		query, hits := keys[0], 0
		for placement := range 1 << n {
			clear(filter.buckets)
			for i, key := range keys[1:] {
				bucket, tag := key%buckets, tag(key/buckets)
				if placement>>i&1 == 1 {
					bucket = filter.other(bucket, tag)
				}
				filter.buckets[bucket] = append(filter.buckets[bucket], tag)
			}
			if filter.contains(query%buckets, tag(query/buckets)) {
				hits++
			}
		}
		if hits != 0 && hits != 1<<n {
			t.Fatalf("keys %v: the answer depends on the placement", keys)
		}
		positives += hits >> n
		all++
	})
	return float64(positives) / float64(all)
}

// rates fills filters of 256 buckets of 4 to a load and asks each every possible
// question, so that a filter's rate is known exactly.
func rates(filters, raws int, load float64, tag func(raw int) int) (keys int, rates []float64) {
	const buckets, slots = 256, 4
	keys = int(load * buckets * slots)
	rng := newRand(uint64(raws))
	for range filters {
		f := newToy(buckets, slots, rng)
		for range keys {
			f.insert(rng.IntN(buckets), tag(rng.IntN(raws)))
		}
		positives := 0
		for bucket := range buckets {
			for raw := range raws {
				if f.contains(bucket, tag(raw)) {
					positives++
				}
			}
		}
		rates = append(rates, float64(positives)/float64(buckets*raws))
	}
	return keys, rates
}

// Real filters with kicks, six-bit fingerprints, 94 % full: the mean rate of each
// kind is its formula's, and is not that of the other kind or the common form,
// which a false-alarm rate of 1e-6 still tells apart.
func TestCuckooAgainstSimulation(t *testing.T) {
	const buckets, bits, load = 256, 6, 0.94
	keys, uniform := rates(100, 1<<bits-1, load, plain)
	n := uint64(keys)
	stattest.Mean(t, uniform, theory.CuckooFPR(buckets, n, bits), alarm)
	_, twice := rates(50, 1<<bits, load, remapped)
	stattest.Mean(t, twice, theory.CuckooRemappedFPR(buckets, n, bits), alarm)

	common := theory.CuckooLoadFPR(4, bits, float64(keys)/(4*buckets))
	for _, wrong := range []struct {
		name  string
		rates []float64
		want  float64
	}{
		{"uniform against remapped", uniform, theory.CuckooRemappedFPR(buckets, n, bits)},
		{"remapped against uniform", twice, theory.CuckooFPR(buckets, n, bits)},
		{"uniform against the common form", uniform, common},
	} {
		quiet := &silent{TB: t}
		stattest.Mean(quiet, wrong.rates, wrong.want, alarm)
		if !quiet.failed {
			t.Errorf("%s: too few filters to tell", wrong.name)
		}
	}
}

// silent is a testing.TB that keeps a failure to itself.
type silent struct {
	testing.TB
	failed bool
}

func (s *silent) Errorf(string, ...any) { s.failed = true }

// f = 8, b = 4, load 0.94, in large tables: the common form has 2.9004 %, uniform
// fingerprints other than 0 make it 2.9060 %, and turning 0 into 1, as the authors'
// code does, 2.9167 %.
func TestCuckooFormsDiffer(t *testing.T) {
	const buckets = 1 << 30
	n := uint64(math.Round(0.94 * 4 * buckets))
	near(t, "common form, %", 100*theory.CuckooLoadFPR(4, 8, 0.94), 2.9004, 2e-5)
	near(t, "uniform, %", 100*theory.CuckooFPR(buckets, n, 8), 2.9060, 2e-5)
	near(t, "remapped, %", 100*theory.CuckooRemappedFPR(buckets, n, 8), 2.9167, 2e-5)
	near(t, "uniform over common", theory.CuckooFPR(buckets, n, 8)/theory.CuckooLoadFPR(4, 8, 0.94), 1+1./512, 1e-4)
	near(t, "f = 12, remapped, %", 100*theory.CuckooRemappedFPR(buckets, n, 12), 0.1835, 3e-4)
	near(t, "f = 16, remapped, %", 100*theory.CuckooRemappedFPR(buckets, n, 16), 0.01147, 4e-4)
}

// The published bound holds while the load is below 1 - 2^-f/2, as in practice;
// in a table that is fuller it does not, since 2^f - 1 fingerprints are in use.
func TestCuckooUnionBound(t *testing.T) {
	near(t, "bound, f = 8, b = 4", theory.CuckooUnionBoundFPR(4, 8), 0.030826, 2e-5)
	near(t, "bound, f = 12, b = 4", theory.CuckooUnionBoundFPR(4, 12), 8./4096, 1e-3)
	const buckets = 1 << 40
	for bits := 2; bits <= 16; bits++ {
		for _, slots := range []int{1, 2, 4, 8} {
			bound, full := theory.CuckooUnionBoundFPR(slots, bits), 1-math.Ldexp(0.5, -bits)
			at := func(load float64) float64 {
				return theory.CuckooFPR(buckets, uint64(load*float64(slots)*buckets), bits)
			}
			// The second-order term moves the point by less than 4^-f.
			if margin := math.Ldexp(1, -2*bits); at(full-margin) > bound || at(math.Min(1, full+margin)) < bound {
				t.Errorf("f = %d, b = %d: bound %g, rates %g and %g on both sides of load %g",
					bits, slots, bound, at(full-margin), at(full+margin), full)
			}
			if at(1) <= bound {
				t.Errorf("f = %d, b = %d: the bound holds in a full table", bits, slots)
			}
		}
	}
}

func TestCuckooAtItsEnds(t *testing.T) {
	if got := theory.CuckooFPR(1<<20, 0, 8); got != 0 {
		t.Errorf("an empty filter has rate %g", got)
	}
	if got := theory.CuckooFPR(1, 1, 1); got != 1 {
		t.Errorf("one bucket and one tag: rate %g", got)
	}
	if got := theory.CuckooFPR(1, 0, 1); got != 0 {
		t.Errorf("one bucket, one tag, no key: rate %g", got)
	}
	near(t, "long fingerprints", theory.CuckooFPR(1<<20, 1<<20, 60), math.Ldexp(2, -60), 1e-12)
	expectPanic(t, "no buckets", func() { theory.CuckooFPR(0, 1, 8) })
	expectPanic(t, "no fingerprint", func() { theory.CuckooRemappedFPR(1, 1, 0) })
	expectPanic(t, "fingerprint of 64 bits", func() { theory.CuckooUnionBoundFPR(4, 64) })
	expectPanic(t, "no slots", func() { theory.CuckooUnionBoundFPR(0, 8) })
	expectPanic(t, "load above 1", func() { theory.CuckooLoadFPR(4, 8, 1.01) })
	expectPanic(t, "load 0", func() { theory.CuckooBitsPerKey(0.01, 4, 0) })
}
