package theory_test

import (
	"math"
	"testing"

	"filterbench/variants/theory"
)

func fuse3(fpr float64) float64 { return theory.FuseBitsPerKey(fpr, 3) }
func fuse4(fpr float64) float64 { return theory.FuseBitsPerKey(fpr, 4) }

// The table of testdata/static.csv, to its last digit.
func TestStaticSpace(t *testing.T) {
	columns := []func(float64) float64{
		theory.InformationBound, theory.BloomIdealBitsPerKey, theory.XorBitsPerKey, fuse3, fuse4,
		theory.QuotientBitsPerKey, theory.VectorQuotientBitsPerKey,
	}
	for _, row := range table(t, "static") {
		for i, formula := range columns {
			if got := formula(row[0]); math.Abs(got-row[i+1]) > 0.005 {
				t.Errorf("rate %g, column %d: %.4f bits per key, want %g", row[0], i+1, got, row[i+1])
			}
		}
	}
}

// FastFilter measures filters of 10^7 keys with whole fingerprints: 9.84 bits per key
// for Xor8 and 19.68 for Xor16, where the formula has just that.
func TestXorSpaceAsMeasured(t *testing.T) {
	for bits, want := range map[int]float64{8: 9.84, 16: 19.68} {
		near(t, "xor", theory.XorBitsPerKey(math.Ldexp(1, -bits)), want, 1e-12)
	}
	// Binary fuse, by its abstract: 9.0 and 8.6 bits.
	near(t, "fuse3", fuse3(0x1p-8), 9.0, 1e-12)
	near(t, "fuse4", fuse4(0x1p-8), 8.6, 1e-12)
}

// A quotient filter needs less space than an ideal Bloom filter below 1.9 %, where its
// paper says 1/64, a vector quotient filter below 0.27 %.
func TestQuotientCrossesBloom(t *testing.T) {
	for _, c := range []struct {
		name    string
		formula func(float64) float64
		rate    float64
	}{{"quotient", theory.QuotientBitsPerKey, 0.019}, {"vector quotient", theory.VectorQuotientBitsPerKey, 0.0027}} {
		for _, side := range []float64{0.97, 1.03} {
			smaller := c.formula(c.rate*side) < theory.BloomIdealBitsPerKey(c.rate*side)
			if smaller != (side < 1) {
				t.Errorf("%s: smaller than Bloom at %g: %v", c.name, c.rate*side, smaller)
			}
		}
	}
}

func TestStaticDomains(t *testing.T) {
	for name, call := range map[string]func(){
		"rate 0":   func() { theory.XorBitsPerKey(0) },
		"rate 1":   func() { theory.QuotientBitsPerKey(1) },
		"rate NaN": func() { theory.VectorQuotientBitsPerKey(math.NaN()) },
		"2 probes": func() { theory.FuseBitsPerKey(0.01, 2) },
	} {
		expectPanic(t, name, call)
	}
}
