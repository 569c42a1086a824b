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
