package measure

import (
	"math"
	"slices"
	"testing"

	"filterbench/internal/record"
)

func TestMerge(t *testing.T) {
	got := Merge(record.Histogram{{0, 5}, {3, 1}}, nil, record.Histogram{{1, 2}, {3, 4}})
	if want := (record.Histogram{{0, 5}, {1, 2}, {3, 5}}); !slices.Equal(got, want) {
		t.Errorf("merged to %v, want %v", got, want)
	}
}

// A hundred events: 90 of size 0, 9 of size 2 and one of size 40.
func TestHistogramNumbers(t *testing.T) {
	h := record.Histogram{{0, 90}, {2, 9}, {40, 1}}
	if Events(h) != 100 || Mean(h) != 0.58 || Largest(h) != 40 {
		t.Errorf("events %d, mean %g, largest %g; want 100, 0.58, 40", Events(h), Mean(h), Largest(h))
	}
	for _, c := range []struct{ q, want float64 }{{0.5, 0}, {0.9, 0}, {0.901, 2}, {0.99, 2}, {0.991, 40}, {1, 40}} {
		if got := Percentile(h, c.q); got != c.want {
			t.Errorf("percentile %g is %g, want %g", c.q, got, c.want)
		}
	}
	var got []float64
	for _, p := range Survival(h) {
		got = append(got, p.X, p.Y)
	}
	if want := []float64{0, 1, 2, 0.1, 40, 0.01}; !slices.Equal(got, want) {
		t.Errorf("survival is %v, want %v", got, want)
	}
}

func TestEmptyHistogram(t *testing.T) {
	if !math.IsNaN(Mean(nil)) || !math.IsNaN(Percentile(nil, 0.5)) || !math.IsNaN(Largest(nil)) || len(Survival(nil)) != 0 {
		t.Error("an empty histogram has numbers")
	}
}
