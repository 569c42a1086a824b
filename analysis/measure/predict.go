package measure

import (
	"math"

	"filterbench/internal/record"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// prediction is what theory says of one cell.
type prediction struct {
	rate  float64 // expected false positive rate; NaN if no formula covers the cell
	bound float64 // an upper bound on it; NaN if there is none
	model string  // what the formula is called
}

// predict averages the predictions for the repetitions, each at the geometry and
// the number of distinct keys that were really held, weighted as the pooled
// estimate weighs them: by queries.
func predict(records []*record.Record, keys, queries func(*record.Record) uint64) prediction {
	var sum, bound, weight float64
	var p theory.Prediction
	model := ""
	for i, r := range records {
		// Repetitions mostly hold the same number of keys; some formulas take long.
		if i == 0 || r.Shape != records[i-1].Shape || keys(r) != keys(records[i-1]) {
			var ok bool
			if p, ok = families.Predict(r.Shape, keys(r)); !ok {
				return prediction{rate: math.NaN(), bound: math.NaN()}
			}
		}
		w := float64(queries(r))
		sum += w * p.FPR
		bound += w * p.Bound
		weight += w
		model = p.Model
	}
	out := prediction{rate: sum / weight, bound: math.NaN(), model: model}
	if bound > 0 {
		out.bound = bound / weight
	}
	return out
}
