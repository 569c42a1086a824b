package measure

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/families"
)

// What reaches a database behind a cache and a filter.
var (
	Penetrating = Statistic{Name: "share of the requests for absent keys that read the database", Scale: ByCounts, Count: func(r *record.Record) (hits, trials uint64) {
		return r.Penetration().Attack.Reads, r.Penetration().Attack.Sent
	}}
	CacheHits = Statistic{Name: "share of the requests for rows that the cache answers", Scale: ByCounts, Count: func(r *record.Record) (hits, trials uint64) {
		return r.Penetration().Legit.Cached, r.Penetration().Legit.Sent
	}}
	CacheHitsOver = Statistic{Name: "share of the requests for rows that the cache answers, over that of the other", Scale: ByLog, Of: func(w Row) float64 {
		return cacheHits(w.Of[0]) / cacheHits(w.Over[0])
	}}
	CacheNulls = Statistic{Name: "share of the cache's entries that say that a key has no row", Scale: ByCounts, Count: func(r *record.Record) (hits, trials uint64) {
		return r.Penetration().Nulls, r.Penetration().Kept
	}}
)

func cacheHits(r *record.Record) float64 {
	return float64(r.Penetration().Legit.Cached) / float64(r.Penetration().Legit.Sent)
}

// GuardRate is the rate of false positives that theory expects of the filter in front of the
// rows of a service; 1 where there is none, NaN where no formula fits.
func GuardRate(c analysis.Cell) float64 {
	if !record.Guarded(c.Strategy) {
		return 1
	}
	p, ok := families.Predict(c.Shape(), uint64(math.Round(c.Fill*float64(c.Size()))))
	if !ok {
		return math.NaN()
	}
	return p.FPR
}

// meanEnd is the mean time of requests for absent keys that end in one of some ways, in
// nanoseconds; NaN if there are none.
func meanEnd(r *record.Record, ends ...string) float64 {
	n, ns := uint64(0), int64(0)
	for _, e := range r.Service().Ends {
		for _, end := range ends {
			if e.Attack && e.End == end {
				n, ns = n+e.N, ns+e.NS
			}
		}
	}
	return float64(ns) / float64(n)
}

// AbsentCost returns the mean time of a request for an absent key, in nanoseconds.
func AbsentCost(r *record.Record) float64 { return meanEnd(r, record.EndNames...) }

// The cost of false positives: the mean time of a request for an absent key behind the filters
// of Of less that behind the exact set of Over, and what the formula P2 (C2 - C1) says, with
// theory's rate for P2, with C1 the time of a request that the exact set stops, and with C2
// that of one which reads the database where nothing stops it, in With.
var (
	PenaltyMeasured = Statistic{Name: "ns that a request for an absent key takes longer than behind the exact set", Of: penalty}
	PenaltySaid     = Statistic{Name: "ns that the formula says", Of: penaltySaid}
	PenaltyOver     = Statistic{Name: "what a request for an absent key takes longer than behind the exact set, over what the formula says", Of: func(w Row) float64 { return penalty(w) / penaltySaid(w) }}
	ReadCost        = Statistic{Name: "ns of a request for an absent key that reads the database", Scale: ByLog, Of: func(w Row) float64 { return meanEnd(w.Of[0], record.EndRead) }}
	StopCost        = Statistic{Name: "ns of a request that the filter stops", Scale: ByLog, Of: func(w Row) float64 { return meanEnd(w.Of[0], record.EndStopped) }}
	AbsentTime      = Statistic{Name: "ns of a request for an absent key", Scale: ByLog, Of: func(w Row) float64 { return AbsentCost(w.Of[0]) }}
)

func penalty(w Row) float64 { return AbsentCost(w.Of[0]) - AbsentCost(w.Over[0]) }

func penaltySaid(w Row) float64 {
	return GuardRate(w.ofCells[0]) * (meanEnd(w.With[0], record.EndRead) - meanEnd(w.Over[0], record.EndStopped))
}

// The same of services that took turns, of which each turn has its mean times: a request
// behind the filter less one behind the exact set, and what the formula says, each by the
// median over turns, so that an interruption spoils a turn and not a trial.
var (
	TurnPenalty = Statistic{Name: "ns that a request for an absent key takes longer than behind the exact set", Of: turnPenalty}
	TurnSaid    = Statistic{Name: "ns that the formula says", Of: turnSaid}
	TurnOver    = Statistic{Name: "what a request for an absent key takes longer than behind the exact set, over what the formula says", Of: func(w Row) float64 { return turnPenalty(w) / turnSaid(w) }}
	TurnRead    = Statistic{Name: "ns of a request for an absent key that nothing stops", Scale: ByLog, Of: func(w Row) float64 {
		return overTurns(w, func(t record.Turn) float64 { return t.Nothing.Mean() })
	}}
	TurnStop = Statistic{Name: "ns of a request that the exact set stops", Scale: ByLog, Of: func(w Row) float64 {
		return overTurns(w, func(t record.Turn) float64 { return t.Exact.Mean() })
	}}
)

func overTurns(w Row, of func(record.Turn) float64) float64 {
	var values []float64
	for _, t := range w.Of[0].Penalty().Turns {
		values = append(values, of(t))
	}
	return stat.NewMedian(values).Value
}

func turnPenalty(w Row) float64 {
	return overTurns(w, func(t record.Turn) float64 { return t.Filter.Mean() - t.Exact.Mean() })
}

func turnSaid(w Row) float64 {
	return GuardRate(w.ofCells[0]) * overTurns(w, func(t record.Turn) float64 { return t.Nothing.Mean() - t.Exact.Mean() })
}

// ServiceWait is the time, at a quantile, from when requests for rows that arrive at a rate
// should have begun to their end, in nanoseconds.
func ServiceWait(rate, quantile float64) Statistic {
	return Statistic{Name: fmt.Sprintf("quantile %g of the time of requests for rows at %g a second, in ns", quantile, rate), Scale: ByMedian, Of: func(w Row) float64 {
		for _, run := range w.Of[0].Service().Runs {
			if run.Rate == rate {
				return run.Legit.TimeQuantile(quantile)
			}
		}
		return math.NaN()
	}}
}
