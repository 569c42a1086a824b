package theory_test

import (
	"fmt"
	"testing"

	"filterbench/variants/theory"
)

// sumRate enumerates a filter in which the second bucket is sum(tag) - i.
func sumRate(t *testing.T, buckets, bits, n int, sum func(tag int) int) float64 {
	t.Helper()
	filter := newToy(buckets, n, newRand(3))
	filter.other = func(bucket, tag int) int { return (sum(tag) + buckets - bucket) % buckets }
	return enumerate(t, filter, 1<<bits-1, n, plain)
}

// With an even number of buckets and odd sums the rate is that of the exclusive or,
// whatever the sums: no bucket is its own partner.
func TestCuckooOddSumsAgainstEnumeration(t *testing.T) {
	for _, c := range []struct{ buckets, bits, n int }{{2, 2, 2}, {6, 2, 2}, {10, 2, 1}, {6, 1, 3}, {12, 1, 2}, {14, 3, 1}} {
		want := theory.CuckooFPR(uint64(c.buckets), uint64(c.n), c.bits)
		for _, step := range []int{0, 2, 4} {
			got := sumRate(t, c.buckets, c.bits, c.n, func(tag int) int { return (1 + tag*step) % c.buckets })
			near(t, fmt.Sprintf("%+v, sums 1 + %d tag", c, step), got, want, 1e-13)
		}
	}
}

// With any number of buckets and any sums some buckets are their own partners.
// Of an odd number one is, for every sum; of an even number two or none, so there
// the formula holds in the mean over sums and not for each.
func TestCuckooSumAgainstEnumeration(t *testing.T) {
	for _, c := range []struct{ buckets, bits, n int }{{1, 2, 2}, {3, 2, 2}, {5, 2, 2}, {7, 1, 3}, {9, 2, 1}} {
		want := theory.CuckooSumFPR(uint64(c.buckets), uint64(c.n), c.bits)
		for sum := range c.buckets {
			got := sumRate(t, c.buckets, c.bits, c.n, func(tag int) int { return (sum + tag) % c.buckets })
			near(t, fmt.Sprintf("%+v, sums %d + tag", c, sum), got, want, 1e-13)
		}
	}
	for _, c := range []struct{ buckets, bits, n int }{{2, 1, 3}, {4, 1, 2}, {6, 2, 2}, {8, 1, 3}} {
		mean := 0.0
		for sum := range c.buckets {
			mean += sumRate(t, c.buckets, c.bits, c.n, func(int) int { return sum }) / float64(c.buckets)
		}
		near(t, fmt.Sprintf("%+v, mean over sums", c), mean, theory.CuckooSumFPR(uint64(c.buckets), uint64(c.n), c.bits), 1e-13)
	}
}

// The share of keys with one bucket matters in tiny tables only.
func TestCuckooSumOfLargeTables(t *testing.T) {
	near(t, "a million buckets", theory.CuckooSumFPR(1<<20, 1<<21, 12), theory.CuckooFPR(1<<20, 1<<21, 12), 1e-6)
	expectPanic(t, "no buckets", func() { theory.CuckooSumFPR(0, 1, 8) })
	expectPanic(t, "no fingerprint", func() { theory.CuckooSumFPR(3, 1, 0) })
}
