package measure

import (
	"math"

	"filterbench/internal/record"
)

// What copies of keys cost, from trials that look for the size that keeps them.
var (
	Fits = Statistic{Name: "share of trials in which a size keeps all copies", Scale: ByCounts, Count: func(r *record.Record) (hits, trials uint64) {
		if r.Fit().Fits {
			hits = 1
		}
		return hits, 1
	}}
	FitBits     = Statistic{Name: "bits for each different key, everything counted", Scale: ByLog, Of: func(w Row) float64 { return fitBits(w.Of[0]) }}
	FitBitsOver = Statistic{Name: "bits for each different key over those of the other", Scale: ByLog, Of: func(w Row) float64 { return fitBits(w.Of[0]) / fitBits(w.Over[0]) }}
)

// fitBits is NaN where no size fits.
func fitBits(r *record.Record) float64 {
	bits, ok := r.Fit().Bits()
	if !ok {
		return math.NaN()
	}
	return float64(bits) / float64(r.Fit().Distinct)
}
