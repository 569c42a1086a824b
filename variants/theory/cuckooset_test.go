package theory_test

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"filterbench/variants/theory"
)

// tinyGroups are tables with a few groups: G = m T/2.
var tinyGroups = []struct {
	buckets uint64
	bits    int
	groups  int
}{{2, 1, 1}, {1, 1, 1}, {4, 1, 2}, {2, 2, 3}, {8, 1, 4}, {10, 1, 5}, {4, 2, 6}}

// meanOver enumerates all ways in which keys fall into groups and returns the mean
// of a number that depends on them.
func meanOver(groups, keys int, number func(of []int) float64) float64 {
	sum, n := 0.0, 0.0
	outcomes(groups, keys, func(of []int) {
		sum += number(of)
		n++
	})
	return sum / n
}

// The formulas of one filling are those of all ways in which keys can fall.
func TestCuckooSetAgainstEnumeration(t *testing.T) {
	for _, c := range tinyGroups {
		for n := 1; n <= 5; n++ {
			what := fmt.Sprintf("%+v, %d keys", c, n)
			slots := meanOver(c.groups, n, func(of []int) float64 {
				held := map[int]bool{}
				for _, g := range of {
					held[g] = true
				}
				return float64(len(held))
			})
			near(t, what+": slots", theory.CuckooSetSlots(c.buckets, uint64(n), c.bits), slots, 1e-13)
			if got := theory.CuckooSetAbsorbed(c.buckets, uint64(n), c.bits); math.Abs(got-float64(n)+slots) > 1e-14 { // few digits are left of a small one
				t.Errorf("%s: %g absorbed, want %g", what, got, float64(n)-slots)
			}
			sum := 0.0
			for i := range n {
				sum += theory.CuckooFPR(c.buckets, uint64(i), c.bits)
			}
			if math.Abs(sum-float64(n)+slots) > 1e-14 {
				t.Errorf("%s: the rates add up to %g, want %g", what, sum, float64(n)-slots)
			}
			lost := meanOver(c.groups, n+1, func(of []int) float64 { // the last key stays
				for _, g := range of[:n] {
					if g == of[n] {
						return 1
					}
				}
				return 0
			})
			near(t, what+": lost", theory.CuckooSetLost(c.buckets, uint64(n), c.bits), lost, 1e-13)
		}
	}
}

// slideWindow slides a window over keys of which the groups are given and returns
// which groups hold a fingerprint in the end.
func slideWindow(of []int, window int) map[int]bool {
	held := map[int]bool{}
	for i, g := range of {
		if i >= window {
			held[of[i-window]] = false
		}
		held[g] = true
	}
	return held
}

// windowLost returns the share of live keys whose group is empty after that.
func windowLost(of []int, window int) float64 {
	held := slideWindow(of, window)
	lost := 0
	for _, g := range of[len(of)-window:] {
		if !held[g] {
			lost++
		}
	}
	return float64(lost) / float64(window)
}

// A sliding window loses what the formula says after one turnover, and no more
// later.
func TestCuckooSetWindowAgainstEnumeration(t *testing.T) {
	for _, c := range tinyGroups {
		for window := 1; window <= 3; window++ {
			want := theory.CuckooSetWindowLost(c.buckets, uint64(window), c.bits)
			for keys := 2 * window; keys <= 3*window && math.Pow(float64(c.groups), float64(keys)) < 1e5; keys++ {
				got := meanOver(c.groups, keys, func(of []int) float64 { return windowLost(of, window) })
				if math.Abs(got-want) > 1e-12 { // a sum of up to 1e5 numbers
					t.Errorf("%+v, window %d, %d keys: %g lost, formula %g", c, window, keys, got, want)
				}
				held := meanOver(c.groups, keys, func(of []int) float64 {
					n := 0
					for _, is := range slideWindow(of, window) {
						if is {
							n++
						}
					}
					return float64(n) / float64(c.groups)
				})
				if rate := theory.CuckooSetWindowFPR(c.buckets, uint64(window), c.bits); math.Abs(rate-held) > 1e-12 {
					t.Errorf("%+v, window %d, %d keys: %g of the groups are held, formula %g", c, window, keys, held, rate)
				}
			}
		}
	}
}

// The first keys of a sequence are the repeated ones in one of its orders, and all
// orders are as likely: of the others, those are counted whose group came before.
func TestSideEntriesAgainstEnumeration(t *testing.T) {
	for _, c := range tinyGroups {
		for n := 0; n <= 4; n++ {
			for r := 0; r <= n; r++ {
				want := meanOver(c.groups, n, func(of []int) float64 { return meanEntries(of, r) })
				if got := theory.SideEntries(c.buckets, uint64(n), uint64(r), c.bits); math.Abs(got-want) > 1e-12 {
					t.Errorf("%+v, %d keys, %d repeated: %g entries, want %g", c, n, r, got, want)
				}
			}
		}
	}
	expectPanic(t, "more repeated than there are", func() { theory.SideEntries(4, 3, 4, 8) })
}

// meanEntries returns how many keys are in the dictionary, in the mean over the
// choices of r that are repeated.
func meanEntries(of []int, r int) float64 {
	sum, choices := 0, 0
	for chosen := range 1 << len(of) {
		if bits.OnesCount(uint(chosen)) != r {
			continue
		}
		choices++
		seen := map[int]bool{}
		for i, g := range of {
			if chosen>>i&1 == 1 || seen[g] {
				sum++
			}
			seen[g] = true
		}
	}
	return float64(sum) / float64(choices)
}

func TestSideBytes(t *testing.T) {
	for entries, want := range map[uint64]uint64{0: 0, 1: 96, 6: 96, 7: 192, 12: 192, 13: 288, 30: 480, 31: 600, 46: 744, 47: 924} {
		if got := theory.SideBytes(entries); got != want {
			t.Errorf("%d entries take %d bytes, want %d", entries, got, want)
		}
	}
}

// For windows far below the number of groups, half the rate of false positives.
func TestCuckooSetWindowOfLargeTables(t *testing.T) {
	near(t, "a tenth of a percent", theory.CuckooSetWindowLost(1<<18, 900_000, 12), theory.CuckooFPR(1<<18, 900_000, 12)/2, 1e-3)
	if got := theory.CuckooSetWindowLost(4, 1<<40, 1); math.Abs(got-1./3) > 1e-9 { // two groups, all keys old: (1-p)/(2-p)
		t.Errorf("with two groups and old keys %g are lost, want a third", got)
	}
	expectPanic(t, "no window to ask of", func() { theory.CuckooSetWindowFPR(4, 0, 8) })
	expectPanic(t, "no window", func() { theory.CuckooSetWindowLost(4, 0, 8) })
	expectPanic(t, "no buckets", func() { theory.CuckooSetSlots(0, 1, 8) })
	expectPanic(t, "no fingerprint", func() { theory.CuckooSetAbsorbed(4, 1, 0) })
}

// Copies come out of the shape as they should, and only where it has what they
// need.
func TestHighestMultiplicity(t *testing.T) {
	for _, c := range []struct {
		shape theory.Shape
		want  theory.Copies
	}{
		{theory.Shape{Family: "exact"}, theory.Copies{Held: math.MaxUint64}},
		{theory.Shape{Family: "sidecuckoo", BucketSlots: 4}, theory.Copies{Held: math.MaxUint64}},
		{theory.Shape{Family: "cuckoo", BucketSlots: 4}, theory.Copies{Held: 8, Refuses: true}},
		{theory.Shape{Family: "semisort", BucketSlots: 4}, theory.Copies{Held: 8, Refuses: true}},
		{theory.Shape{Family: "stash", BucketSlots: 2, Stash: 5}, theory.Copies{Held: 9, Refuses: true}},
		{theory.Shape{Family: "countingcuckoo", BucketSlots: 4, CounterBits: 2}, theory.Copies{Held: 32, Refuses: true}},
		{theory.Shape{Family: "countingcuckoo", BucketSlots: 8, CounterBits: 8}, theory.Copies{Held: 4096, Refuses: true}},
		{theory.Shape{Family: "chained", BucketSlots: 4, PairCopies: 3, Links: 8}, theory.Copies{Held: 24, Refuses: true}},
		{theory.Shape{Family: "quotient", FingerprintBits: 9}, theory.Copies{Held: math.MaxUint64}},
		{theory.Shape{Family: "layered", BucketSlots: 2, Layers: 1, LayersMost: 32}, theory.Copies{Held: 128, Refuses: true}},
		{theory.Shape{Family: "cuckooset", BucketSlots: 4}, theory.Copies{Held: 1}},
		{theory.Shape{Family: "counting", CounterBits: 4}, theory.Copies{Held: 14}},
	} {
		if got, ok := theory.HighestMultiplicity(c.shape); !ok || got != c.want {
			t.Errorf("%+v: %+v, %v; want %+v", c.shape, got, ok, c.want)
		}
	}
	for _, s := range []theory.Shape{
		{}, {Family: "bloom"}, {Family: "null"}, {Family: "hashtable", BucketSlots: 4, Probes: 2},
		{Family: "cuckoo"}, {Family: "stash", Stash: 4}, {Family: "countingcuckoo", BucketSlots: 4}, {Family: "counting"},
		{Family: "chained", BucketSlots: 4, Links: 8}, {Family: "layered", BucketSlots: 4, Layers: 3}, {Family: "layered", LayersMost: 4},
	} {
		if got, ok := theory.HighestMultiplicity(s); ok {
			t.Errorf("%+v: %+v, though there is no number", s, got)
		}
	}
}
