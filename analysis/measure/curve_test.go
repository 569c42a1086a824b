package measure

import (
	"math"
	"testing"

	"filterbench/variants/theory"
)

// TestChordsAreStraight: between the measured points a curve is read on the straight line.
// By theory, which has no noise, that is off by less than a part in 700 of the bits from 7
// bits a key on, where curves cross, and by one in 250 below, where the number of probes of a
// Bloom filter jumps. Two curves cross at rates that are off by at most eight times as much,
// for their slopes differ by a quarter: 1 %, where intervals are of 10 % and more.
func TestChordsAreStraight(t *testing.T) {
	const keys = 1 << 16
	bloom := func(bits float64) point {
		k := theory.BloomOptimalProbes(bits)
		return point{-math.Log2(theory.BloomFPR(uint64(bits*keys), keys, k)), bits}
	}
	cuckoo := func(bits float64) point {
		const load = 0.95
		p := theory.CuckooFPR(keys/4, uint64(math.Round(load*keys)), int(bits))
		return point{-math.Log2(p), bits / load}
	}
	worst := func(measured, between []float64, at func(float64) point) (off float64) {
		var c curve
		for _, b := range measured {
			c = append(c, at(b))
		}
		for _, b := range between {
			if p := at(b); !math.IsNaN(c.at(p.information)) {
				off = max(off, math.Abs(c.at(p.information)/p.bits-1))
			}
		}
		return off
	}
	var low, high []float64
	for b := 4.0; b < 24; b += 0.1 {
		if b < 7 {
			low = append(low, b)
		} else {
			high = append(high, b)
		}
	}
	measured := []float64{2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24} // of experiment space
	for _, c := range []struct {
		what              string
		measured, between []float64
		at                func(float64) point
		most              float64
	}{
		{"small Bloom filters", measured, low, bloom, 1.0 / 250},
		{"Bloom filters", measured, high, bloom, 1.0 / 700},
		{"cuckoo filters", []float64{6, 8, 10, 12, 16, 20}, []float64{7, 9, 11, 14, 18}, cuckoo, 1.0 / 700},
	} {
		if off := worst(c.measured, c.between, c.at); off > c.most {
			t.Errorf("chords of %s are off by %.3f %% of the bits", c.what, 100*off)
		}
	}
	if off := worst([]float64{2, 24}, high, bloom); off < 0.005 {
		t.Errorf("a chord over all sizes is off by %.2f %% only: this test sees nothing", 100*off)
	}
}
