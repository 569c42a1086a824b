package measure

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/internal/prob"
	"filterbench/internal/record"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// Model is a formula for the false positive rate of a filled filter.
type Model struct {
	Name string
	Rate func(*record.Record) float64
}

func bitsPerHeld(r *record.Record) float64 { return float64(r.Shape.Cells) / float64(r.FPR().Distinct) }

// The formulas that measured rates are held against.
var (
	Limit   = Model{"the limit formula", func(r *record.Record) float64 { return theory.BloomAsymptoticFPR(bitsPerHeld(r), r.Shape.Probes) }}
	Classic = Model{"the classic formula", func(r *record.Record) float64 {
		return theory.BloomFPR(r.Shape.Cells, r.FPR().Distinct, r.Shape.Probes)
	}}
	Power = Model{"0.6185^(m/n)", func(r *record.Record) float64 { return math.Pow(0.6185, bitsPerHeld(r)) }}
	Union = Model{"the bound 1-(1-2^-f)^(2b)", func(r *record.Record) float64 {
		return theory.CuckooUnionBoundFPR(r.Shape.BucketSlots, r.Shape.FingerprintBits)
	}}
	Common = Model{"1-(1-2^-f)^(2ba)", func(r *record.Record) float64 {
		return theory.CuckooLoadFPR(r.Shape.BucketSlots, r.Shape.FingerprintBits, float64(r.FPR().Distinct)/float64(r.Shape.Cells))
	}}
	Mixture = Model{"the Poisson mixture", func(r *record.Record) float64 {
		return theory.BlockedPoissonFPR(bitsPerHeld(r), r.Shape.Probes, r.Shape.BlockBits)
	}}
	SplitMixture = Model{"the Poisson mixture of split blocks", func(r *record.Record) float64 {
		return theory.SplitBlockLimitFPR(bitsPerHeld(r), r.Shape.Probes, r.Shape.BlockBits/r.Shape.Probes)
	}}
	// Exact is theory's rate of the very filter, independent probes taken for granted.
	Exact = Model{"theory's rate", func(r *record.Record) float64 {
		if p, ok := families.Predict(r.Shape, r.FPR().Distinct); ok {
			return p.FPR
		}
		return math.NaN()
	}}
	Table = Model{"the rate of a cuckoo table", func(r *record.Record) float64 {
		return theory.CuckooFPR(r.Shape.Cells/uint64(r.Shape.BucketSlots), r.FPR().Distinct, r.Shape.FingerprintBits)
	}}
)

// Over is the false positives of all cells together over those that a model expects.
func Over(m Model) Statistic {
	return Statistic{Name: "measured rate over " + m.Name, Of: func(w Row) float64 { return OverExpected(w.Of, m.Rate) }}
}

// OverExpected is false positives over those expected. A record that stopped at a target
// counts for that, not for what was expected of as many lookups as it took: these favour
// records that erred upwards.
func OverExpected(row []*record.Record, expected func(*record.Record) float64) float64 {
	hits, want := 0.0, 0.0
	for _, r := range row {
		if r.FPR().Stop == record.StopTarget {
			hits += float64(r.Target) * RateOf(r.FPR()) / expected(r)
			want += float64(r.Target)
			continue
		}
		hits += float64(r.FPR().Positives)
		want += float64(r.FPR().Queries) * expected(r)
	}
	return hits / want
}

func rate(r *record.Record) float64 { return RateOf(r.FPR()) }

// Rates of single cells, and of one over another.
var (
	Rate       = Statistic{Name: "false positive rate", Of: func(w Row) float64 { return rate(w.Of[0]) }}
	RateRatio  = Statistic{Name: "rate over that of the other", Scale: ByLog, Of: func(w Row) float64 { return rate(w.Of[0]) / rate(w.Over[0]) }}
	RatePower  = Statistic{Name: "power of the number of keys with which the rate rises", Of: func(w Row) float64 { return math.Log2(rate(w.Of[0]) / rate(w.Over[0])) }}
	LowestRate = Statistic{Name: "rate over the lowest of any number of probes at as many bits", Scale: ByLog, Of: overLowest}
	Positives  = Statistic{Name: "false positive rate of all lookups", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) { return r.FPR().Positives, r.FPR().Queries }}
	Accepted   = Statistic{Name: "share of keys accepted", Of: func(w Row) float64 { return float64(w.Of[0].FPR().Accepted) / float64(w.Of[0].FPR().Inserted) }}
	// Saturated is how many counters are at the largest number that they can hold.
	Saturated = Statistic{Name: "share of counters that are full", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) { return r.FPR().Overflow, r.Shape.Cells }}
	Denied    = Statistic{Name: "share of accepted keys denied", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) {
		asked, denied := r.Outcome.Held(r.Trial)
		return denied, asked
	}}
)

// overLowest looks for the lowest rate among the cells of With that have as many bits a
// key, by the means over all repetitions.
func overLowest(w Row) float64 {
	bits := analysis.Param(w.Of[0].Variant, "bpk")
	best, lowest := -1, math.Inf(1)
	for i, c := range w.WithCells() {
		if analysis.Param(c.Variant, "bpk") != bits {
			continue
		}
		if x := Rate.Estimate([]analysis.Cell{c}, nil, nil); x.Value < lowest {
			best, lowest = i, x.Value
		}
	}
	return rate(w.Of[0]) / rate(w.With[best])
}

// OneHashBits is the bits per key that a set of bits with one hash needs for a rate, by
// the formula for one probe and what was measured over it.
func OneHashBits(target float64) Statistic {
	ideal := -1 / math.Log1p(-target)
	return Statistic{
		Name: fmt.Sprintf("bits per key for a rate of %g with one hash, by the formula times what was measured over it", target),
		Of:   func(w Row) float64 { return ideal * OverExpected(w.Of, Limit.Rate) },
	}
}

// PositivesOver is the number of false positives over a number of them.
func PositivesOver(hits float64) Statistic {
	return Statistic{Name: fmt.Sprintf("false positives over %g", hits), Scale: ByShare, Count: func(r *record.Record) (uint64, uint64) {
		return r.FPR().Positives, uint64(hits)
	}}
}

// Chance is the two-sided probability of a count at least as far from a rate.
func Chance(hits, lookups uint64, rate float64) float64 {
	return prob.BinomialPValue(hits, lookups, rate)
}

// Overload is (1-0.5^t)^k for a filter designed for a rate and given t times its keys,
// with the best k of that rate, which is no whole number: log2(1/rate).
func Overload(r *record.Record) float64 {
	k := -math.Log2(analysis.Param(r.Variant, "fpr"))
	return math.Pow(1-math.Pow(0.5, r.Fill), k)
}
