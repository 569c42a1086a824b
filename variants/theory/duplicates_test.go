package theory_test

import (
	"fmt"
	"math"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants/theory"
)

// Every hash of fingerprints to distances, every other key: the chance that both of
// its buckets are those of the hot key, and so the odds of copies beside n such keys.
func TestCopiesAgainstEnumeration(t *testing.T) {
	for _, c := range []struct{ buckets, bits int }{{4, 1}, {4, 2}, {8, 2}} {
		values := 1<<c.bits - 1
		stuck, all := 0, 0
		outcomes(c.buckets-1, values, func(distance []int) { // less one, by fingerprint
			for hot := range values {
				for key := range c.buckets * values {
					bucket, tag := key%c.buckets, key/c.buckets
					partner := bucket ^ (distance[tag] + 1)
					first, second := 0, distance[hot]+1
					if bucket == first && partner == second || bucket == second && partner == first {
						stuck++
					}
					all++
				}
			}
		})
		q := float64(stuck) / float64(all)
		const n, slots = 3, 4
		odds := theory.CopiesOdds(uint64(c.buckets), n, slots/2, c.bits)
		for i := 1; i <= slots; i++ {
			k := float64(slots - i)
			want := math.Pow(q, k) * math.Pow(1-q, n-k)
			switch k {
			case 1, 2:
				want *= 3
			}
			near(t, fmt.Sprintf("odds of %d copies, m = %d, f = %d", i, c.buckets, c.bits), odds[i], want, 1e-12)
		}
		sum := 0.0
		for _, p := range odds {
			sum += p
		}
		near(t, "sum of the odds", sum, 1, 1e-12)
	}
	if got := theory.CopiesOdds(4096, 0, 4, 8)[8]; got != 1 {
		t.Errorf("an empty table takes 2b copies with probability %g, want 1", got)
	}
	near(t, "mean of an empty table", theory.MeanOf(theory.CopiesOdds(4096, 0, 4, 8)), 8, 1e-15)
}

// Every throw of n keys into the classes of tiny tables.
func TestAbsorbedKeysAgainstEnumeration(t *testing.T) {
	for _, c := range []struct{ buckets, bits, n int }{{2, 1, 4}, {4, 1, 5}, {2, 2, 4}, {4, 2, 3}, {8, 1, 4}} {
		classes := c.buckets * (1<<c.bits - 1) / 2
		absorbed, all := 0, 0
		outcomes(classes, c.n, func(keys []int) {
			seen := map[int]bool{}
			for _, class := range keys {
				if seen[class] {
					absorbed++
				}
				seen[class] = true
			}
			all++
		})
		near(t, fmt.Sprintf("absorbed of %d keys in %d classes", c.n, classes),
			theory.AbsorbedKeys(uint64(c.buckets), uint64(c.n), c.bits), float64(absorbed)/float64(all), 1e-12)
	}
	// The sum of the rates met, and one formula on both sides of where it changes.
	sum := 0.0
	for n := range uint64(50) {
		sum += theory.CuckooFPR(4096, n, 12)
	}
	near(t, "sum of the rates", theory.AbsorbedKeys(4096, 50, 12), sum, 1e-9)
	near(t, "many classes", theory.AbsorbedKeys(1<<24, 800, 12), theory.AbsorbedKeys(1<<24, 801, 12)*800*799/(801*800), 1e-6)
}

// Seeded throws of keys into classes: of the classes that hold a key, those that hold
// one alone, and the keys in them.
func TestLostPerWrongDelete(t *testing.T) {
	const buckets, bits, runs = 64, 6, 300
	for _, n := range []int{200, 1500, 4000} {
		r := newRand(uint64(n))
		var alone, held uint64
		for range runs {
			class := make([]int, buckets*(1<<bits-1)/2)
			for range n {
				class[r.IntN(len(class))]++
			}
			for _, keys := range class {
				if keys > 0 {
					held++
				}
				if keys == 1 {
					alone++
				}
			}
		}
		// The counts scatter less than independent ones would: classes share n keys.
		stattest.Rate(t, alone, held, theory.LostPerWrongDelete(buckets, uint64(n), bits), alarm)
	}
	near(t, "in an empty table", theory.LostPerWrongDelete(64, 0, 6), 1, 0)
}

// A window of keys that slides through classes, each stored after an arrival and not
// after a departure.
func TestSlidingLoss(t *testing.T) {
	const buckets, bits, runs = 64, 5, 400 // 992 classes
	for _, n := range []int{100, 800} {
		r := newRand(uint64(n) + 1)
		var denied uint64
		for range runs {
			stored := make([]bool, buckets*(1<<bits-1)/2)
			window := make([]int, n)
			for at := range 3 * n {
				if at >= n {
					stored[window[at%n]] = false
				}
				window[at%n] = r.IntN(len(stored))
				stored[window[at%n]] = true
			}
			for _, class := range window {
				if !stored[class] {
					denied++
				}
			}
		}
		stattest.Rate(t, denied, uint64(runs*n), theory.SlidingLoss(buckets, uint64(n), bits), alarm)
	}
	near(t, "small windows", theory.SlidingLoss(1<<20, 5, 12), 5/(float64(1<<20)*4095), 1e-6)
	near(t, "both forms", theory.SlidingLoss(1<<20, 21484, 12), theory.SlidingLoss(1<<20, 21464, 12)*21484/21464, 1e-5)
}

// Every choice of bits of one key that stays and of those deleted.
func TestClearedLossAgainstEnumeration(t *testing.T) {
	for _, c := range []struct{ cells, probes, deleted int }{{3, 2, 1}, {4, 2, 2}, {5, 1, 3}, {2, 3, 1}} {
		lost, all := 0, 0
		outcomes(c.cells, c.probes*(1+c.deleted), func(at []int) {
			for _, own := range at[:c.probes] {
				hit := false
				for _, cleared := range at[c.probes:] {
					hit = hit || own == cleared
				}
				if hit {
					lost++
					break
				}
			}
			all++
		})
		near(t, fmt.Sprintf("loss with %+v", c), theory.ClearedLoss(uint64(c.cells), uint64(c.deleted), c.probes), float64(lost)/float64(all), 1e-12)
	}
	if got := theory.ClearedLoss(100, 0, 7); got != 0 {
		t.Errorf("without deletes %g is lost", got)
	}
}

func TestDuplicatesDomains(t *testing.T) {
	expectPanic(t, "one bucket", func() { theory.CopiesOdds(1, 0, 4, 8) })
	expectPanic(t, "no slots", func() { theory.CopiesOdds(4, 0, 0, 8) })
	expectPanic(t, "no buckets", func() { theory.SameBucketShare(0) })
	expectPanic(t, "no fingerprint", func() { theory.AbsorbedKeys(4, 1, 0) })
	near(t, "share of keys with one bucket", theory.SameBucketShare(1024), 1.0/1024, 0)
}
