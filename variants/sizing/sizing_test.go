package sizing

import (
	"math"
	"testing"
)

func TestCells(t *testing.T) {
	for _, keys := range []uint64{0, 1, 2, 3, 7, 10, 33, 100, 999, 1000, 65536, 1000003, 100000000} {
		for _, perKey := range []float64{0.125, 0.9, 1, 1.5, 9.585, 10, 64} {
			got, err := Cells(keys, perKey)
			if err != nil {
				t.Fatal(err)
			}
			if need := perKey * float64(keys); float64(got) < need || float64(got) >= need+1 {
				t.Errorf("Cells(%d, %g) = %d, want %g rounded up", keys, perKey, got, need)
			}
		}
	}
	for _, perKey := range []float64{0, -1, math.NaN(), math.Inf(1), math.Inf(-1), 1e300} {
		if got, err := Cells(1000, perKey); err == nil {
			t.Errorf("Cells(1000, %g) = %d", perKey, got)
		}
	}
}
