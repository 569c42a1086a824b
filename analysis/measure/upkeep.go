package measure

import (
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// Filters whose keys expire.
var (
	AgeingRate = Statistic{Name: "rate of false positives, mean over the checkpoints", Scale: ByCounts, Count: func(r *record.Record) (hits, trials uint64) {
		return agedCounts(r, 0, math.MaxInt)
	}}
	AgeingDenied = Statistic{Name: "share of the keys in the window that are denied", Scale: ByCounts, Count: func(r *record.Record) (hits, trials uint64) {
		asked, denied := r.Ageing().Held(r.Trial)
		return denied, asked
	}}
	AgeingRise = Statistic{Name: "rate at the last checkpoints over that at the first as many", Scale: ByLog, Of: func(w Row) float64 {
		n := len(w.Of[0].Ageing().Checkpoints)
		rate := func(from, to int) float64 {
			hits, asked := agedCounts(w.Of[0], from, to)
			return float64(hits) / float64(asked)
		}
		return rate(n/2, n) / rate(0, n/2)
	}}
	AgeingBits = Statistic{Name: "bits for each key of the window, the caller's list included", Scale: ByLog, Of: func(w Row) float64 { return AgeingBitsOf(w.Of[0]) }}
)

func agedCounts(r *record.Record, from, to int) (positives, queries uint64) {
	for i, p := range r.Ageing().Checkpoints {
		if i >= from && i < to {
			positives, queries = positives+p.Positives, queries+p.Queries
		}
	}
	return positives, queries
}

// AgeingBitsOf returns the bits of the table and of the list of what will expire, for each key
// of the window.
func AgeingBitsOf(r *record.Record) float64 {
	return float64(r.Shape.Bits+8*r.Ageing().Listed) / (r.Fill * float64(r.Capacity))
}

// AgeingLate is the share of the keys answered true of those that left the window between so
// many windows ago and so many.
func AgeingLate(name string, after, to float64) Statistic {
	return Statistic{Name: "share of the keys answered true that left the window " + name, Scale: ByCounts, Count: func(r *record.Record) (hits, trials uint64) {
		return LateCounts(r, after, to)
	}}
}

// LateCounts adds up what left the window more than `after` windows ago and at most `to`.
func LateCounts(r *record.Record, after, to float64) (yes, asked uint64) {
	for _, e := range r.Ageing().Late {
		if e.To > after && e.To <= to {
			yes, asked = yes+e.Yes, asked+e.Asked
		}
	}
	return yes, asked
}

// AgeingTheory returns the rate that formulas expect of a filter at a window by count, mean
// over its generations where they say so and the most otherwise; NaN where none fits.
func AgeingTheory(c analysis.Cell) float64 {
	s, window := c.Shape(), c.Fill*float64(c.Size())
	param := func(key string) float64 { return analysis.Param(c.Variant, key) }
	switch analysis.FamilyOf(c.Variant) {
	case "ring":
		g, sum := int(param("g")), 0.0
		const steps = 20
		for i := range steps {
			sum += theory.RingFPR(s.Cells/uint64(g+1), uint64(math.Ceil(window/float64(g))), s.Probes, g, (float64(i)+0.5)/steps)
		}
		return sum / steps
	case "apbf":
		return theory.AgePartitionedFPR(int(param("k")), int(param("l")))
	case "stable":
		return param("fpr")
	case "timing":
		every := math.Ceil(window / float64((uint64(1)<<s.CounterBits-1)/2))
		return theory.BloomExactFPR(s.Cells, uint64(window+every/2), s.Probes)
	}
	p, ok := families.Predict(s, uint64(window))
	if !ok {
		return math.NaN()
	}
	return p.FPR
}

// Filters that are made anew now and then.
var (
	RebuildRise = Statistic{Name: "rate just before a rebuild over that just after", Scale: ByLog, Of: func(w Row) float64 {
		b := w.Of[0].Rebuild()
		return float64(b.Before.Positives) / float64(b.Before.Queries) / (float64(b.Fresh.Positives) / float64(b.Fresh.Queries))
	}}
	RebuildInserts = Statistic{Name: "keys inserted anew for each that is deleted", Scale: ByMedian, Of: func(w Row) float64 {
		return float64(w.Of[0].Rebuild().Reinserted) / float64(w.Of[0].Rebuild().Replaced)
	}}
	RebuildStale = Statistic{Name: "share of the deleted keys answered true before a rebuild", Scale: ByCounts, Count: func(r *record.Record) (hits, trials uint64) {
		return r.Rebuild().StaleYes, r.Rebuild().Stale
	}}
)

// Keys divided among filters.
var (
	ShardsRate     = Statistic{Name: "rate of false positives", Scale: ByCounts, Count: func(r *record.Record) (hits, trials uint64) { return r.Sharding().Positives, r.Sharding().Queries }}
	ShardsRateOver = Statistic{Name: "rate of false positives over that of the other", Scale: ByLog, Of: func(w Row) float64 { return dividedRate(w.Of[0]) / dividedRate(w.Over[0]) }}
	ShardsLoadOver = Statistic{Name: "load at the first refusal over that of the other", Scale: ByLog, Of: func(w Row) float64 { return firstLoad(w.Of[0]) / firstLoad(w.Over[0]) }}
	ShardsRefused  = Statistic{Name: "share of the keys refused", Scale: ByCounts, Count: func(r *record.Record) (hits, trials uint64) { return r.Sharding().Refused, r.Sharding().Inserted }}
)

func dividedRate(r *record.Record) float64 {
	return float64(r.Sharding().Positives) / float64(r.Sharding().Queries)
}

func firstLoad(r *record.Record) float64 {
	if r.Sharding().First == 0 {
		return math.NaN()
	}
	return float64(r.Sharding().First) / float64(r.Shape.Cells)
}

// ShardsTimeOver is the time of an operation over that of the other, with what it takes to
// choose the filter.
func ShardsTimeOver(op string) Statistic {
	return Statistic{Name: "time of a " + op + " over that of the other, what it takes to choose the filter included", Scale: ByLog, Of: func(w Row) float64 {
		many, _, ok := w.Of[0].PerOp(op)
		one, _, both := w.Over[0].PerOp(op)
		if !ok || !both {
			return math.NaN()
		}
		return many / one
	}}
}
