package measure

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/theory"
)

// DriftPoint is the state of a window of copies at one checkpoint, over all seeds.
type DriftPoint struct {
	Turnover float64
	Denied   stat.Proportion // live keys that the filter denies
	Sum      record.Drifted  // counts, added up over the repetitions
}

// Drift summarises a cell of kind drift, one point per checkpoint. The error
// names the cell whose repetitions do not match.
func Drift(c analysis.Cell) ([]DriftPoint, error) {
	var points []DriftPoint
	for i, turnover := range c.Turnovers {
		p := DriftPoint{Turnover: turnover}
		var hits, trials []uint64
		for _, r := range c.Records {
			if r.Drift() == nil || i >= len(r.Drift().Checkpoints) || r.Drift().Checkpoints[i].Live == 0 {
				return nil, fmt.Errorf("%s: repetition %d has no live keys at turnover %g", analysis.Describe(c.Trial), r.Rep, turnover)
			}
			k := r.Drift().Checkpoints[i]
			hits, trials = append(hits, k.Missing), append(trials, k.Live)
			AddCounts(&p.Sum, k)
		}
		p.Denied = stat.NewProportion(hits, trials)
		points = append(points, p)
	}
	return points, nil
}

// Erasure adds up the counts of a cell of kind erasure.
func Erasure(c analysis.Cell) (sum record.Erasure, err error) {
	for _, r := range c.Records {
		e := r.Erasure()
		if e == nil {
			return sum, fmt.Errorf("%s: no deletes recorded", analysis.Describe(c.Trial))
		}
		AddCounts(&sum, *e)
	}
	return sum, nil
}

// MeanCopies returns how often a key comes on average in n inserts of a workload, n at
// least 1: inserts over the distinct keys expected among them. It knows repeat, bursts,
// hot and zipf; all other workloads have distinct keys.
func MeanCopies(workload string, n uint64) float64 {
	of := func(key string) float64 { return analysis.Param(workload, key) }
	inserts := float64(n)
	switch analysis.FamilyOf(workload) {
	case "repeat":
		return of("r")
	case "bursts":
		return (of("every") - 1 + of("r")) / of("every")
	case "hot":
		return inserts / (inserts*(1-of("share")) + 1)
	case "zipf":
		return inserts / zipfDistinct(of("s"), of("keys"), inserts)
	}
	return 1
}

// zipfDistinct returns the number of different keys expected in n draws among keys of
// which the one of rank x has a chance in proportion to x^-s.
func zipfDistinct(s, keys, n float64) float64 {
	if math.IsNaN(keys) {
		keys = 1e6 // what canonical names leave out
	}
	total := 0.0
	for x := 1.0; x <= keys; x++ {
		total += math.Pow(x, -s)
	}
	distinct := 0.0
	for x := 1.0; x <= keys; x++ {
		distinct -= math.Expm1(n * math.Log1p(-math.Pow(x, -s)/total))
	}
	return distinct
}

// Buckets returns the number of buckets of a filter with slots, 0 for others.
func Buckets(s theory.Shape) uint64 {
	if s.BucketSlots == 0 {
		return 0
	}
	return s.Cells / uint64(s.BucketSlots)
}

// CopiesExpected returns the mean number of copies of one key that theory expects of
// a filter beside so many other keys; ok is false where no formula fits.
func CopiesExpected(s theory.Shape, others uint64) (mean float64, ok bool) {
	if s.Family != "cuckoo" && s.Family != "semisort" || Buckets(s) < 2 || s.FingerprintBits < 1 {
		return 0, false
	}
	return theory.MeanOf(theory.CopiesOdds(Buckets(s), others, s.BucketSlots, s.FingerprintBits)), true
}
