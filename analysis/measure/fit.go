package measure

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/internal/stat"
)

// FitSize is the size at which the filters of one cell keep a stream of keys with copies.
type FitSize struct {
	Distinct float64     // different keys, on average over the repetitions
	Copies   float64     // copies of a key, on average
	Fits     int         // repetitions in which a size fits
	Bits     stat.Median // of everything, side tables included, for each different key; only where a size fits in every repetition
	Times    float64     // keys that the filter was made for over those that came, at the last size, on average
	Refused  float64     // share of the copies refused at the size for the keys that came
	Denied   float64     // share of the keys denied at that size
	Lost     float64     // share of the keys with a copy left that were lost at the last size
}

// Always reports whether a size fits in every repetition of the cell.
func (f FitSize) Always(c analysis.Cell) bool { return f.Fits == len(c.Records) }

// Fit summarises a cell of kind fit. The error names the cell if it is of another kind.
func Fit(c analysis.Cell) (f FitSize, err error) {
	var bits []float64
	var inserts, refused, denied, live, lost float64
	for _, r := range c.Records {
		fit := r.Fit()
		if fit == nil {
			return FitSize{}, fmt.Errorf("%s: no fit recorded", analysis.Describe(c.Trial))
		}
		f.Distinct += float64(fit.Distinct)
		f.Times += float64(fit.Sizes[len(fit.Sizes)-1].Keys) / float64(max(1, fit.Sizes[0].Keys))
		inserts += float64(fit.Inserts)
		refused += float64(fit.Refused)
		denied += float64(fit.Denied)
		live += float64(fit.Live)
		lost += float64(fit.Lost)
		if n, ok := fit.Bits(); ok {
			f.Fits++
			bits = append(bits, float64(n)/float64(fit.Distinct))
		}
	}
	f.Refused, f.Denied, f.Lost = refused/inserts, denied/f.Distinct, lost/math.Max(1, live)
	f.Copies = inserts / f.Distinct
	f.Distinct /= float64(len(c.Records))
	f.Times /= float64(len(c.Records))
	if f.Always(c) {
		f.Bits = stat.NewMedian(bits)
	}
	return f, nil
}
