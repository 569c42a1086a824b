package measure

import (
	"cmp"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
)

// Merge adds up histograms, exactly.
func Merge(list ...record.Histogram) record.Histogram {
	counts := map[uint64]uint64{}
	for _, h := range list {
		for _, bin := range h {
			counts[bin[0]] += bin[1]
		}
	}
	merged := make(record.Histogram, 0, len(counts))
	for size, count := range counts {
		merged = append(merged, [2]uint64{size, count})
	}
	slices.SortFunc(merged, func(a, b [2]uint64) int { return cmp.Compare(a[0], b[0]) })
	return merged
}

// Events returns how many events a histogram counts.
func Events(h record.Histogram) uint64 {
	n := uint64(0)
	for _, bin := range h {
		n += bin[1]
	}
	return n
}

// Mean returns the mean size, NaN for an empty histogram.
func Mean(h record.Histogram) float64 {
	sum := 0.0
	for _, bin := range h {
		sum += float64(bin[0]) * float64(bin[1])
	}
	return sum / float64(Events(h))
}

// Percentile returns the smallest size that a share q of the events does not
// exceed, NaN for an empty histogram.
func Percentile(h record.Histogram, q float64) float64 {
	need := q * float64(Events(h))
	seen := 0.0
	for _, bin := range h {
		seen += float64(bin[1])
		if seen >= need-1e-9 {
			return float64(bin[0])
		}
	}
	return math.NaN()
}

// Largest returns the largest size, NaN for an empty histogram.
func Largest(h record.Histogram) float64 {
	if len(h) == 0 {
		return math.NaN()
	}
	return float64(h[len(h)-1][0])
}

// Survival returns, for each size s in the histogram, the share of events of at
// least that size.
func Survival(h record.Histogram) []analysis.Point {
	total, left := float64(Events(h)), Events(h)
	points := make([]analysis.Point, 0, len(h))
	for _, bin := range h {
		p := analysis.At(float64(bin[0]))
		p.Y = float64(left) / total
		p.N, p.Hits = Events(h), left
		points = append(points, p)
		left -= bin[1]
	}
	return points
}
