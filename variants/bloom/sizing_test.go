package bloom

import (
	"fmt"
	"testing"

	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/sizing"
	"filterbench/variants/theory"
)

var (
	someKeys = []uint64{0, 1, 2, 3, 7, 10, 33, 100, 999, 1000, 65536, 1000003, 100000000}
	someFPRs = []float64{0.9, 0.5, 0.2, 0.1, 0.05, 0.03, 0.01, 0.004, 1e-3, 1e-4, 3e-6, 1e-9, 1e-12}
)

// TestBloomCells: the cells suffice, and one fewer does not.
func TestCells(t *testing.T) {
	for _, keys := range someKeys {
		for _, fpr := range someFPRs {
			for probes := 1; probes <= 64; probes++ {
				m, err := Cells(keys, fpr, probes)
				if err != nil {
					if low := theory.BloomFPR(sizing.MaxBits, keys, probes); low <= fpr {
						t.Errorf("%d keys, %g, k=%d: %v, but the largest table has %g", keys, fpr, probes, err, low)
					}
					continue
				}
				if theory.BloomFPR(m, keys, probes) > fpr {
					t.Errorf("%d keys, %g, k=%d: %d cells have %g", keys, fpr, probes, m, theory.BloomFPR(m, keys, probes))
				}
				if m > 1 && theory.BloomFPR(m-1, keys, probes) <= fpr {
					t.Errorf("%d keys, %g, k=%d: %d cells, but one fewer has %g", keys, fpr, probes, m, theory.BloomFPR(m-1, keys, probes))
				}
			}
		}
	}
}

// TestBloomBest: no number of probes from 1 to 64 makes do with fewer cells.
func TestBest(t *testing.T) {
	for _, keys := range someKeys {
		for _, fpr := range someFPRs {
			cells, probes, err := Best(keys, fpr)
			if err != nil {
				t.Fatal(err)
			}
			if m, err := Cells(keys, fpr, probes); m != cells || err != nil {
				t.Errorf("%d keys, %g: %d cells with %d probes, which take %d, %v", keys, fpr, cells, probes, m, err)
			}
			for k := 1; k <= families.MaxProbes; k++ {
				if m, err := Cells(keys, fpr, k); err == nil && m < cells {
					t.Errorf("%d keys, %g: %d cells with %d probes, but %d cells do with %d", keys, fpr, cells, probes, m, k)
				}
			}
		}
	}
}

// TestBloomProbes: when k is absent, no k from 1 to 64 has a lower rate.
func TestBloomProbes(t *testing.T) {
	for _, c := range []struct {
		format string
		width  float64
	}{{"bloom(bpk=%g)", 1}, {"counting(bpk=%g)", 4}, {"counting(bpk=%g,w=2)", 2}} {
		for perKey := 1.0; perKey <= 64; perKey += 0.37 {
			s, err := mustParse(t, fmt.Sprintf(c.format, perKey)).Shape(variants.Size{Keys: 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			best := theory.BloomAsymptoticFPR(perKey/c.width, s.Probes)
			for k := 1; k <= families.MaxProbes; k++ {
				if rate := theory.BloomAsymptoticFPR(perKey/c.width, k); rate < best {
					t.Errorf(c.format+": k=%d has rate %g, k=%d has %g", perKey, s.Probes, best, k, rate)
				}
			}
		}
	}
}
