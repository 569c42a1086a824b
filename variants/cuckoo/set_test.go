package cuckoo

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// cuckoosetCases are tables in which many keys share their trace and none is
// refused.
var cuckoosetCases = []struct {
	name  string
	slots uint64
	keys  int
}{
	{"cuckooset(b=4,f=3)", 128, 90},
	{"cuckooset(b=4,f=6)", 256, 200},
	{"cuckooset(b=2,f=5,buckets=any)", 140, 80},
	{"sidecuckoo(b=4,f=4)", 128, 90},
}

// accept inserts a key that must be accepted.
func accept(t *testing.T, f variants.Filter, hash uint64) {
	t.Helper()
	if f.Insert(hash) != nil {
		t.Fatal("a key was refused: the case is too crowded")
	}
}

// TestCuckoosetSlots: over many tables, distinct keys take as many slots as the
// formula says.
func TestCuckoosetSlots(t *testing.T) {
	for i, c := range cuckoosetCases {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(21, uint64(i)))
			var used []float64
			var s theory.Shape
			for range 300 {
				f := mustNew(t, c.name, variants.Size{Slots: c.slots}, r.Uint64())
				s = f.Shape()
				for range c.keys {
					accept(t, f, r.Uint64())
				}
				used = append(used, float64(f.(variants.Kicker).Used()))
			}
			buckets := s.Cells / uint64(s.BucketSlots)
			stattest.Mean(t, used, theory.CuckooSetSlots(buckets, uint64(c.keys), s.FingerprintBits), alarm)
			absorbed := make([]float64, len(used))
			for i := range used {
				absorbed[i] = float64(c.keys) - used[i]
			}
			stattest.Mean(t, absorbed, theory.CuckooSetAbsorbed(buckets, uint64(c.keys), s.FingerprintBits), alarm)
		})
	}
}

// TestSideEntries: of a filter whose every third key is inserted twice the
// dictionary has as many entries as the formula says.
func TestSideEntries(t *testing.T) {
	for i, name := range []string{"sidecuckoo(b=4,f=4)", "sidecuckoo(b=2,f=6,buckets=any)"} {
		const keys = 90
		r := rand.New(rand.NewPCG(24, uint64(i)))
		var entries []float64
		var s theory.Shape
		for range 300 {
			f := mustNew(t, name, variants.Size{Slots: 132}, r.Uint64())
			s = f.Shape()
			for i := range keys {
				h := r.Uint64()
				accept(t, f, h)
				if i%3 == 0 {
					accept(t, f, h)
				}
			}
			n, _ := f.(variants.Sider).Side()
			entries = append(entries, float64(n))
		}
		stattest.Mean(t, entries, theory.SideEntries(s.Cells/uint64(s.BucketSlots), keys, keys/3, s.FingerprintBits), alarm)
	}
}

// TestCuckoosetLost: after a third of the keys are deleted, as many others are lost
// as the formula says, and of a filter that knows whose copies it holds, none.
func TestCuckoosetLost(t *testing.T) {
	for i, c := range cuckoosetCases {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(22, uint64(i)))
			var shares []float64
			var s theory.Shape
			for range 300 {
				f := mustNew(t, c.name, variants.Size{Slots: c.slots}, r.Uint64())
				s = f.Shape()
				keys := make([]uint64, c.keys)
				for i := range keys {
					keys[i] = r.Uint64()
					accept(t, f, keys[i])
				}
				for _, h := range keys[:c.keys/3] {
					f.(variants.Deleter).Delete(h)
				}
				shares = append(shares, missing(f, keys[c.keys/3:]))
			}
			want := theory.CuckooSetLost(s.Cells/uint64(s.BucketSlots), uint64(c.keys/3), s.FingerprintBits)
			checkShares(t, s.Family, shares, want)
		})
	}
}

// TestCuckoosetWindow: of a sliding window as many live keys are not found as the
// formula says, after one turnover as after ten.
func TestCuckoosetWindow(t *testing.T) {
	for i, c := range cuckoosetCases {
		for _, turnovers := range []int{1, 10} {
			t.Run(fmt.Sprintf("%s-%d", c.name, turnovers), func(t *testing.T) {
				r := rand.New(rand.NewPCG(23, uint64(10*i+turnovers)))
				var shares, rates []float64
				var s theory.Shape
				for range 200 {
					f := mustNew(t, c.name, variants.Size{Slots: c.slots}, r.Uint64())
					s = f.Shape()
					keys := make([]uint64, (turnovers+1)*c.keys)
					for i := range keys {
						keys[i] = r.Uint64()
						if i >= c.keys {
							f.(variants.Deleter).Delete(keys[i-c.keys])
						}
						accept(t, f, keys[i])
					}
					shares = append(shares, missing(f, keys[turnovers*c.keys:]))
					rates = append(rates, positiveShare(t, inner(t, f)))
				}
				buckets := s.Cells / uint64(s.BucketSlots)
				checkShares(t, s.Family, shares, theory.CuckooSetWindowLost(buckets, uint64(c.keys), s.FingerprintBits))
				rate := theory.CuckooSetWindowFPR
				if s.Family != "cuckooset" {
					rate = theory.CuckooFPR
				}
				stattest.Mean(t, rates, rate(buckets, uint64(c.keys), s.FingerprintBits), alarm)
			})
		}
	}
}

// missing returns the share of keys that are not found.
func missing(f variants.Filter, keys []uint64) float64 {
	n := 0
	for _, h := range keys {
		if !f.Contains(h) {
			n++
		}
	}
	return float64(n) / float64(len(keys))
}

// checkShares holds shares of lost keys against the formula, or against 0.
func checkShares(t *testing.T, family string, shares []float64, want float64) {
	t.Helper()
	if family == "cuckooset" {
		stattest.Mean(t, shares, want, alarm)
		return
	}
	for _, share := range shares {
		if share != 0 {
			t.Fatalf("%g of the keys are lost, want none", share)
		}
	}
}
