package cuckoo

import (
	"bytes"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// newCuckooSlots builds a cuckoo filter with that many slots.
func newCuckooSlots(t testing.TB, name string, slots, seed uint64) *Filter {
	t.Helper()
	return mustNew(t, name, variants.Size{Slots: slots}, seed).(*Filter)
}

// buckets returns how many buckets a filter has.
func (f *Filter) buckets() uint64 { return f.shape.Cells / uint64(f.slots) }

// hashOf returns a hash with that bucket and that fingerprint.
func (f *Filter) hashOf(bucket, tag uint64) uint64 {
	if f.any != 0 { // the first hash whose product with the buckets has both
		high, m := bucket, f.buckets()
		low, rest := bits.Div64(tag-1, 0, f.tags)
		if rest != 0 {
			low++
		}
		low, rest = bits.Div64(high, low, m)
		if rest != 0 {
			low++
		}
		return low
	}
	low := ((tag-1)<<32 + f.tags - 1) / f.tags // the first that the reduction maps to tag-1
	return bucket<<f.shift | low
}

// positiveShare returns the share of all pairs of bucket and fingerprint that are
// answered true: the false positive rate of the built filter, exactly.
func positiveShare(t *testing.T, f *Filter) float64 {
	t.Helper()
	positives := uint64(0)
	for bucket := range f.buckets() {
		for tag := uint64(1); tag <= f.tags; tag++ {
			h := f.hashOf(bucket, tag)
			if i, got := f.locate(h); i != bucket || got != tag {
				t.Fatalf("hash %#x has bucket %d and fingerprint %d, want %d and %d", h, i, got, bucket, tag)
			}
			if f.Contains(h) {
				positives++
			}
		}
	}
	return float64(positives) / float64(f.buckets()*f.tags)
}

var cuckooRates = []struct {
	name  string
	slots uint64
	load  float64
}{
	{"cuckoo(b=4,f=6)", 64, 0.9},
	{"cuckoo(b=4,f=8)", 128, 0.25},
	{"cuckoo(b=2,f=8)", 64, 0.7},
	{"cuckoo(b=8,f=7)", 128, 0.95},
	{"cuckoo(b=8,f=9)", 64, 0.5},
	{"cuckoo(b=1,f=8)", 64, 0.3},
	{"semisort(f=7)", 64, 0.9},
	{"semisort(f=6)", 128, 0.5},
	{"cuckoo(b=4,f=6,buckets=any)", 56, 0.9}, // 14 buckets
	{"cuckoo(b=2,f=8,buckets=any)", 84, 0.7}, // 42 buckets
	{"cuckoo(b=1,f=3,buckets=any)", 6, 0.4},
	{"semisort(f=8,buckets=any)", 88, 0.9}, // 22 buckets
}

// TestCuckooRateGivenTable: random absent keys are answered true as often as the
// pairs of bucket and fingerprint are, of which each must be as likely.
func TestCuckooRateGivenTable(t *testing.T) {
	const queries = 500000
	for i, c := range cuckooRates {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(11, uint64(i)))
			f := newCuckooSlots(t, c.name, c.slots, r.Uint64())
			insertRandom(t, f, int(c.load*float64(c.slots)), r)
			stattest.Rate(t, hits(f, queries, r), queries, positiveShare(t, f), alarm)
		})
	}
}

// TestCuckooRate: over many tables that share is the one of the exact formula.
func TestCuckooRate(t *testing.T) {
	for i, c := range cuckooRates {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(12, uint64(i)))
			keys := int(c.load * float64(c.slots))
			var shares []float64
			var s theory.Shape
			for range 60 {
				f := newCuckooSlots(t, c.name, c.slots, r.Uint64())
				insertRandom(t, f, keys, r)
				s = f.Shape()
				shares = append(shares, positiveShare(t, f))
			}
			want := theory.CuckooFPR(s.Cells/uint64(s.BucketSlots), uint64(keys), s.FingerprintBits)
			stattest.Mean(t, shares, want, alarm)
		})
	}
}

// TestCuckooPairs: for every fingerprint the two buckets differ, and each yields
// the other.
func TestCuckooPairs(t *testing.T) {
	for width := 2; width <= 16; width++ {
		for i, slots := range []uint64{1, 3, 4, 64, 1 << 16, 1, 3, 5, 6, 70, 99_998} { // from two buckets on
			f := newCuckooSlots(t, fmt.Sprintf("cuckoo(b=1,f=%d,buckets=%s)", width, []string{"pow2", "any"}[min(i/5, 1)]), slots, 0)
			for tag := uint64(1); tag <= f.tags; tag++ {
				i := tag * 0x9e3779b1 % f.buckets()
				j := f.other(i, tag)
				if i == j || j >= f.buckets() || f.other(j, tag) != i {
					t.Fatalf("%d buckets, fingerprint %d of %d bits: bucket %d leads to %d and that to %d",
						f.buckets(), tag, width, i, j, f.other(j, tag))
				}
			}
		}
	}
}

// uniform fails the test if counts are spread too unevenly for equal chances, or
// too evenly: a two-sided chi-square test.
func uniform(t *testing.T, counts []uint64, what string) {
	t.Helper()
	sum := uint64(0)
	for _, n := range counts {
		sum += n
	}
	want, square := float64(sum)/float64(len(counts)), 0.0
	for _, n := range counts {
		square += (float64(n) - want) * (float64(n) - want) / want
	}
	chi := distuv.ChiSquared{K: float64(len(counts) - 1)}
	if p := 2 * min(chi.CDF(square), chi.Survival(square)); p < alarm {
		t.Errorf("%s: chi-square %.1f with %g degrees of freedom, p-value %.2g", what, square, chi.K, p)
	}
}

// TestCuckooSpread: buckets and fingerprints are uniform and independent, and the
// fingerprints' steps from one bucket to the other are uniform.
func TestCuckooSpread(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 1))
	f := newCuckooSlots(t, "cuckoo(b=4,f=5)", 256, 0) // 64 buckets, 31 fingerprints
	joint := make([]uint64, f.buckets()*f.tags)
	for range 1000000 {
		i, tag := f.locate(r.Uint64())
		joint[i*f.tags+tag-1]++
	}
	uniform(t, joint, "bucket and fingerprint")

	f = newCuckooSlots(t, "cuckoo(b=4,f=16)", 4*257, 0) // 512 buckets
	steps := make([]uint64, f.buckets())
	for tag := uint64(1); tag <= f.tags; tag++ {
		steps[f.other(0, tag)]++
	}
	if steps[0] != 0 {
		t.Errorf("%d fingerprints lead nowhere", steps[0])
	}
	uniform(t, steps[1:], "step between buckets")
}

// TestCuckooRefusalChangesNothing: after a refused insert the table is bit for bit
// what it was, slack included.
func TestCuckooRefusalChangesNothing(t *testing.T) {
	var names []string
	for f := 2; f <= 17; f++ {
		for _, buckets := range []string{"pow2", "any"} {
			for _, b := range []int{1, 2, 4, 8} {
				names = append(names, fmt.Sprintf("cuckoo(b=%d,f=%d,kicks=50,buckets=%s)", b, min(f, 16), buckets))
			}
			names = append(names, fmt.Sprintf("semisort(f=%d,kicks=50,buckets=%s)", max(f, 6), buckets))
		}
	}
	for i, name := range names {
		r := rand.New(rand.NewPCG(16, uint64(i)))
		filter := newCuckooSlots(t, name, 56+r.Uint64N(8), r.Uint64())
		refused := 0
		for range 200 {
			before := bytes.Clone(filter.table.Bytes())
			if filter.Insert(r.Uint64()) == nil {
				continue
			}
			refused++
			if !bytes.Equal(before, filter.table.Bytes()) {
				t.Fatalf("%s: a refused insert changed the table", name)
			}
		}
		if refused == 0 {
			t.Errorf("%s: nothing was refused", name)
		}
	}
}

// TestCuckooKicksOnlyWhenFull: an insert moves entries exactly when both buckets
// of the key are full, and takes one slot.
func TestCuckooKicksOnlyWhenFull(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 1))
	f := newCuckooSlots(t, "cuckoo(b=2,f=9)", 256, 1)
	for range 400 {
		h := r.Uint64()
		i, tag := f.locate(h)
		full := f.table.Tally(i, 0)+f.table.Tally(f.other(i, tag), 0) == 0
		f.Insert(h)
		if full != (f.LastKicks() > 0) {
			t.Fatalf("the buckets' being full was %v, and the insert made %d kicks", full, f.LastKicks())
		}
		used := uint64(0)
		for bucket := range f.buckets() {
			used += uint64(f.slots - f.table.Tally(bucket, 0))
		}
		if used != f.Used() {
			t.Fatalf("%d slots are occupied, Used says %d", used, f.Used())
		}
	}
}

// TestCuckooTakesTwoBucketsOfCopies: 2b copies of a key fit into an empty table of
// any size, and one more does not.
func TestCuckooTakesTwoBucketsOfCopies(t *testing.T) {
	for name, b := range map[string]int{
		"cuckoo(b=1,f=12)": 1, "cuckoo(b=2,f=12)": 2, "cuckoo(b=4,f=12)": 4, "cuckoo(b=8,f=12)": 8, "semisort(f=13)": 4,
		"cuckoo(b=1,f=12,buckets=any)": 1, "cuckoo(b=8,f=7,buckets=any)": 8, "semisort(f=9,buckets=any)": 4,
	} {
		for _, slots := range []uint64{1, 64, 1000, 4096} {
			f := newCuckooSlots(t, name, slots, 1)
			for h := range uint64(50) {
				clear(f.table.Bytes())
				copies := 0
				for f.Insert(h*0x9e3779b97f4a7c15) == nil {
					copies++
				}
				if copies != 2*b {
					t.Fatalf("%s, %d slots: %d copies were accepted", name, slots, copies)
				}
				if got := f.Count(h * 0x9e3779b97f4a7c15); got != uint64(2*b) {
					t.Fatalf("%s: Count of %d copies is %d", name, copies, got)
				}
			}
		}
	}
}
