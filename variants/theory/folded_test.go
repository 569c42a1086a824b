package theory

import (
	"math"
	"testing"
)

// Where the positions are a multiple of the bits, nothing is folded; with one position
// for every two bits, half of the bits are the filter.
func TestFoldedFPR(t *testing.T) {
	for _, c := range []struct {
		positions, cells uint64
		want             float64
	}{
		{1 << 20, 1 << 10, BloomFPR(1<<10, 100, 7)},
		{1 << 10, 1 << 10, BloomFPR(1<<10, 100, 7)},
		{1 << 10, 1 << 11, BloomFPR(1<<10, 100, 7)},
		{3, 2, math.Pow(2.0/3*(1-math.Pow(1.0/3, 700))+1.0/3*(1-math.Pow(2.0/3, 700)), 7)},
	} {
		if got := FoldedFPR(c.positions, c.cells, 100, 7); math.Abs(got/c.want-1) > 1e-12 {
			t.Errorf("%d positions in %d bits: %.15g, want %.15g", c.positions, c.cells, got, c.want)
		}
	}
	if got := FoldedFPR(1000, 700, 0, 3); got != 0 {
		t.Errorf("no keys: %g, want 0", got)
	}
}
