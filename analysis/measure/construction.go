package measure

import (
	"fmt"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// Builds of static filters.
var (
	FailedBuilds = Statistic{Name: "share of builds that fail", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) {
		return uint64(len(r.Construction().Failed)), uint64(len(r.Construction().Attempts))
	}}
	FailedAttempts = Statistic{Name: "share of attempts to build that fail", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) {
		all := total(r.Construction().Attempts)
		return all - uint64(len(r.Construction().Attempts)-len(r.Construction().Failed)), all
	}}
	DeniedAfterFailure = Statistic{Name: "share of keys denied after their build failed", Scale: ByShare, Count: func(r *record.Record) (uint64, uint64) {
		return r.Construction().Denied, r.Construction().Left
	}}
	MostAttempts = Statistic{Name: "most attempts that a build takes", Scale: ByMedian, Of: func(w Row) float64 {
		most := uint64(0)
		for _, r := range w.Of {
			most = max(most, slices.Max(r.Construction().Attempts))
		}
		return float64(most)
	}}
)

// Built is a cell of kind construction over its repetitions.
type Built struct {
	From, To uint64          // the fewest and the most keys of a build
	Failed   stat.Proportion // of builds
	Attempts float64         // of a build, on average
	Most     uint64          // attempts of a build
	At       uint64          // keys of the first build that took so many
	PerKey   float64         // nanoseconds for each key, median over the builds
	Longest  float64         // nanoseconds of the build that took longest
	Bytes    float64         // allocated for each key
	Bits     float64         // of the tables, for each key
}

// Builds summarises a cell of kind construction.
func Builds(c analysis.Cell) (b Built, err error) {
	b.From, b.To = c.Capacity, c.Capacity
	var failed, builds []uint64
	var perKey []float64
	var attempts, keys, bits, bytes, all uint64
	for _, r := range c.Records {
		x := r.Construction()
		if x == nil {
			return b, fmt.Errorf("%s: no construction recorded", analysis.Describe(c.Trial))
		}
		b.To = c.Capacity + uint64(len(x.Attempts)) - 1
		failed, builds = append(failed, uint64(len(x.Failed))), append(builds, uint64(len(x.Attempts)))
		for i, n := range x.Attempts {
			if n > b.Most {
				b.Most, b.At = n, c.Capacity+uint64(i)
			}
			perKey = append(perKey, float64(x.NS[i])/float64(c.Capacity+uint64(i)))
			b.Longest = max(b.Longest, float64(x.NS[i]))
		}
		attempts, keys, bits, bytes, all = attempts+total(x.Attempts), keys+x.Keys, bits+x.Bits, bytes+x.Bytes, all+x.Keys+x.Left
	}
	b.Failed = stat.NewProportion(failed, builds)
	b.Attempts, b.PerKey = float64(attempts)/float64(total(builds)), stat.NewMedian(perKey).Value
	b.Bytes, b.Bits = float64(bytes)/float64(all), float64(bits)/float64(keys)
	return b, nil
}
