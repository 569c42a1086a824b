package theory_test

import (
	"testing"

	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// Each family is sent to its formula, with the geometry taken apart as it should.
func TestPredict(t *testing.T) {
	const n = 1000
	collision := theory.HashCollisionFPR(n, 64)
	both := func(p float64) float64 { return p + (1-p)*collision }
	for _, c := range []struct {
		shape theory.Shape
		want  theory.Prediction
	}{
		{theory.Shape{Family: "null"}, theory.Prediction{FPR: 1, Model: "always true"}},
		{theory.Shape{Family: "exact", Bits: 12_345}, theory.Prediction{Model: "no error"}},
		{theory.Shape{Family: "set", Bits: 12_345}, theory.Prediction{Model: "no error"}},
		{
			theory.Shape{Family: "bloom", Bits: 10_000, Cells: 10_000, Probes: 7},
			theory.Prediction{FPR: both(theory.BloomExactFPR(10_000, n, 7)), Model: "exact occupancy"},
		},
		{
			theory.Shape{Family: "counting", Bits: 40_000, Cells: 10_000, Probes: 7, CounterBits: 4},
			theory.Prediction{FPR: both(theory.BloomExactFPR(10_000, n, 7)), Model: "exact occupancy"},
		},
		{
			theory.Shape{Family: "blocked", Bits: 10_240, Cells: 10_240, Probes: 6, BlockBits: 512},
			theory.Prediction{FPR: both(theory.BlockedFPR(20, n, 6, 512)), Model: "exact block occupancy"},
		},
		{
			theory.Shape{Family: "register", Bits: 10_240, Cells: 10_240, Probes: 5, BlockBits: 64},
			theory.Prediction{FPR: both(theory.BlockedFPR(160, n, 5, 64)), Model: "exact block occupancy"},
		},
		{
			theory.Shape{Family: "splitblock", Bits: 10_240, Cells: 10_240, Probes: 8, BlockBits: 256},
			theory.Prediction{FPR: both(theory.SplitBlockFPR(40, n, 8, 32)), Model: "exact word occupancy"},
		},
		{
			theory.Shape{Family: "scalable", Layers: 4, Growth: theory.Growth{First: 100, Factor: 2, FPR: 0.01, Tighten: 0.5}},
			theory.Prediction{FPR: both(theory.ScalableFPR(theory.Growth{First: 100, Factor: 2, FPR: 0.01, Tighten: 0.5}, n)), Model: "compounded layers"},
		},
		{
			theory.Shape{Family: "cuckoo", Bits: 12_288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12},
			theory.Prediction{FPR: theory.CuckooFPR(256, n, 12), Model: "exact pair match", Bound: theory.CuckooUnionBoundFPR(4, 12)},
		},
		{ // the number of a link is beside the fingerprint
			theory.Shape{Family: "chained", Bits: 15_360, Cells: 1024, BucketSlots: 4, FingerprintBits: 12, PairCopies: 4, Links: 8},
			theory.Prediction{FPR: theory.CuckooFPR(256, n, 12), Model: "exact pair match", Bound: theory.CuckooUnionBoundFPR(4, 12)},
		},
		{
			theory.Shape{Family: "layered", Bits: 36_864, Cells: 3072, BucketSlots: 4, FingerprintBits: 12, Layers: 3, LayersMost: 32},
			theory.Prediction{FPR: theory.CuckooFPR(256, n, 12), Model: "exact pair match", Bound: theory.CuckooLayersBoundFPR(4, 12, 3)},
		},
		{
			theory.Shape{Family: "quotient", Bits: 13_824, Cells: 1152, FingerprintBits: 9},
			theory.Prediction{FPR: theory.QuotientFPR(1152, n, 9), Model: "exact remainder match", Bound: 1. / 512},
		},
		{ // any number of buckets, and a slot that is a bit shorter than its fingerprint
			theory.Shape{Family: "semisort", Bits: 12_000, Cells: 1000, BucketSlots: 4, FingerprintBits: 13},
			theory.Prediction{FPR: theory.CuckooFPR(250, n, 13), Model: "exact pair match", Bound: theory.CuckooUnionBoundFPR(4, 13)},
		},
		{
			theory.Shape{Family: "cuckooset", Bits: 12_288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12},
			theory.Prediction{FPR: theory.CuckooFPR(256, n, 12), Model: "exact pair match", Bound: theory.CuckooUnionBoundFPR(4, 12)},
		},
		{ // slots that are wider than their fingerprints
			theory.Shape{Family: "countingcuckoo", Bits: 16_384, Cells: 1024, BucketSlots: 4, FingerprintBits: 12, CounterBits: 4},
			theory.Prediction{FPR: theory.CuckooFPR(256, n, 12), Model: "exact pair match", Bound: theory.CuckooUnionBoundFPR(4, 12)},
		},
		{
			theory.Shape{Family: "sidecuckoo", Bits: 12_288, Cells: 1024, BucketSlots: 2, FingerprintBits: 12},
			theory.Prediction{FPR: theory.CuckooFPR(512, n, 12), Model: "exact pair match", Bound: theory.CuckooUnionBoundFPR(2, 12)},
		},
		{
			theory.Shape{Family: "stash", Bits: 12_800, Cells: 1024, BucketSlots: 4, FingerprintBits: 12, Stash: 8},
			theory.Prediction{FPR: theory.CuckooFPR(256, n, 12), Model: "exact pair match"},
		},
	} {
		got, ok := families.Predict(c.shape, n)
		if !ok || got != c.want {
			t.Errorf("%+v: %+v, %v, want %+v", c.shape, got, ok, c.want)
		}
	}
}

// Collisions take over where a filter hardly errs.
func TestPredictIncludesCollisions(t *testing.T) {
	const n = 1000
	got, _ := families.Predict(theory.Shape{Family: "bloom", Bits: 1 << 30, Cells: 1 << 30, Probes: 30}, n)
	near(t, "rate of a huge filter", got.FPR, theory.HashCollisionFPR(n, 64), 1e-9)
}

func TestPredictAtItsEnds(t *testing.T) {
	for _, s := range []theory.Shape{
		{}, {Family: "nobody's", Cells: 100}, {Family: "quotient", Cells: 100}, {Family: "quotient", FingerprintBits: 8},
		{Family: "layered", Cells: 64, BucketSlots: 4, FingerprintBits: 8}, {Family: "layered", Cells: 8, BucketSlots: 4, Layers: 1}, {Family: "bloom"}, {Family: "bloom", Cells: 10},
		{Family: "counting", Probes: 3}, {Family: "blocked", Cells: 1024, Probes: 3},
		{Family: "blocked", Cells: 100, Probes: 3, BlockBits: 512}, {Family: "blocked", Cells: 1024, BlockBits: 512},
		{Family: "register", Cells: 1024, Probes: 3}, {Family: "register", Cells: 63, Probes: 3, BlockBits: 64},
		{Family: "splitblock", Cells: 1024, Probes: 8}, {Family: "splitblock", Cells: 1024, BlockBits: 256},
		{Family: "splitblock", Cells: 255, Probes: 8, BlockBits: 256}, {Family: "splitblock", Cells: 1024, Probes: 8, BlockBits: 7},
		{Family: "scalable", Cells: 1000, Layers: 1}, {Family: "scalable", Growth: theory.Growth{First: 100, Factor: 1, FPR: 0.01, Tighten: 0.5}},
		{Family: "scalable", Growth: theory.Growth{Factor: 2, FPR: 0.01, Tighten: 0.5}}, {Family: "scalable", Growth: theory.Growth{First: 100, Factor: 2, FPR: 0.01, Tighten: 1}},
		{Family: "scalable", Growth: theory.Growth{First: 100, Factor: 2, Tighten: 0.5}},
		{Family: "cuckoo", Cells: 64, FingerprintBits: 8}, {Family: "cuckoo", Cells: 64, BucketSlots: 4},
		{Family: "cuckoo", Cells: 2, BucketSlots: 4, FingerprintBits: 8},
		{Family: "cuckoo", Cells: 64, BucketSlots: 4, FingerprintBits: 64},
	} {
		if got, ok := families.Predict(s, 10); ok {
			t.Errorf("%+v: predicted %+v, though no formula fits", s, got)
		}
	}
	for _, s := range []theory.Shape{
		{Family: "bloom", Cells: 64, Probes: 7}, {Family: "blocked", Cells: 512, Probes: 6, BlockBits: 512},
		{Family: "scalable", Growth: theory.Growth{First: 3, Factor: 2, FPR: 0.01, Tighten: 0.5}},
		{Family: "splitblock", Cells: 256, Probes: 8, BlockBits: 256}, {Family: "register", Cells: 64, Probes: 5, BlockBits: 64},
		{Family: "cuckoo", Cells: 8, BucketSlots: 4, FingerprintBits: 8},
		{Family: "layered", Cells: 16, BucketSlots: 4, FingerprintBits: 8, Layers: 2}, {Family: "quotient", Cells: 64, FingerprintBits: 3},
	} {
		empty, _ := families.Predict(s, 0)
		last := 0.0
		for n := uint64(1); n <= 8; n++ {
			p, ok := families.Predict(s, n)
			if !ok || p.FPR <= last || p.FPR > 1 {
				t.Errorf("%s: rate %g with %d keys after %g", s.Family, p.FPR, n, last)
			}
			last = p.FPR
		}
		if empty.FPR != 0 {
			t.Errorf("%s: an empty filter has rate %g", s.Family, empty.FPR)
		}
	}
}

func BenchmarkPredictBlocked(b *testing.B) {
	s := theory.Shape{Family: "blocked", Bits: 10_000_384, Cells: 10_000_384, Probes: 6, BlockBits: 512}
	for b.Loop() {
		families.Predict(s, 1_000_000)
	}
}
