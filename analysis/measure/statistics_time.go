package measure

import (
	"fmt"
	"math"

	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// LeastNet is the least net time that counts, in nanoseconds. No loop is known better:
// what is below, or below nothing because the loop of null was interrupted, cannot be
// told from it and from another such time.
const LeastNet = finest

// NetRatio is the time of an operation over that in the other cell, both net of null. It
// is above 1 exactly where the gross time is longer, for both are less the same null,
// unless both are shorter than can be told.
func NetRatio(op string) Statistic {
	return Statistic{Name: "net time of a " + op + " over that of the other", Scale: ByMedian, Of: func(w Row) float64 {
		x, okX := w.Net(false, 0, op)
		y, okY := w.Net(true, 0, op)
		if !okX || !okY {
			return math.NaN()
		}
		return math.Max(x, LeastNet) / math.Max(y, LeastNet)
	}}
}

// NetMore is how many nanoseconds longer an operation takes than in the other cell.
func NetMore(op string) Statistic {
	return Statistic{Name: "net time of a " + op + " less that of the other, in ns", Scale: ByMedian, Of: func(w Row) float64 {
		x, okX := w.Net(false, 0, op)
		y, okY := w.Net(true, 0, op)
		if !okX || !okY {
			return math.NaN()
		}
		return x - y
	}}
}

// gross returns the nanoseconds of an operation as timed, NaN if it was not.
func gross(r *record.Record, op string) float64 {
	if ns, _, ok := r.PerOp(op); ok {
		return ns
	}
	return math.NaN()
}

// Gross is the time of an operation, the loop included.
func Gross(op string) Statistic {
	return Statistic{Name: "time of a " + op + " with its loop, in ns", Scale: ByMedian, Of: func(w Row) float64 { return gross(w.Of[0], op) }}
}

// GrossMore is how much longer an operation takes than in the other cell.
func GrossMore(op string) Statistic {
	return Statistic{Name: "time of a " + op + " less that of the other, in ns", Scale: ByMedian, Of: func(w Row) float64 { return gross(w.Of[0], op) - gross(w.Over[0], op) }}
}

// tail is the time that one insert in a hundred exceeds at a load, the clock included.
func tail(r *record.Record, load float64) float64 { return InsertTimes(load)(r).TimeQuantile(0.99) }

// TailGrowth is how the 99th percentile of inserts grows from one load to another. Times
// include the clock, whose tick may be as long as an insert: less its median, a difference
// of one tick would be a growth by factors.
func TailGrowth(from, to float64) Statistic {
	return Statistic{Name: "growth of the 99th percentile of inserts, the clock included", Scale: ByMedian, Of: func(w Row) float64 {
		return tail(w.Of[0], to) / tail(w.Of[0], from)
	}}
}

// TailRatio is the 99th percentile of inserts at a load over that of the other.
func TailRatio(load float64) Statistic {
	return Statistic{Name: "99th percentile of inserts over that of the other", Scale: ByMedian, Of: func(w Row) float64 {
		return tail(w.Of[0], load) / tail(w.Over[0], load)
	}}
}

// WaitAdded is how much longer the 99th percentile of waits is than that of null in the turn
// after: both are interrupted alike, and the median over turns is one that was not.
func WaitAdded(rate float64) Statistic {
	return Statistic{Name: fmt.Sprintf("99th percentile of the waits of %.0f lookups a second in a hundredth of a second less that of null in the hundredth after, median of all, in ns", rate), Scale: ByMedian, Of: func(w Row) float64 {
		return medianTurn(w.Of[0], rate, func(t record.ArrivalWindow) int64 { return t.Tail - t.NullTail })
	}}
}

// WaitSpread is how much further the 99th percentile of waits lies above the median than
// that of the other filter in the same repetition, each less what null spreads in the turn
// after.
func WaitSpread(rate float64) Statistic {
	spread := func(t record.ArrivalWindow) int64 { return t.Tail - t.Median - (t.NullTail - t.NullMedian) }
	return Statistic{Name: fmt.Sprintf("distance of the 99th percentile of the waits of %.0f lookups a second in a hundredth of a second from their median, less that of null, over that of the other filter, in ns", rate), Scale: ByMedian, Of: func(w Row) float64 {
		return medianTurn(w.Of[0], rate, spread) - medianTurn(w.Over[0], rate, spread)
	}}
}

// NullTail is the 99th percentile of the waits of all lookups in null that took turns with
// a filter's: what the clock and the interruptions of the machine make of nothing.
func NullTail(rate float64) Statistic {
	return Statistic{Name: "99th percentile of the waits in null, in ns", Scale: ByMedian, Of: func(w Row) float64 {
		run, _ := RunAt(w.Of[0], rate)
		return run.Null.TimeQuantile(0.99)
	}}
}

// medianTurn is the median over the turns of a run; NaN if there were none.
func medianTurn(r *record.Record, rate float64, of func(record.ArrivalWindow) int64) float64 {
	run, _ := RunAt(r, rate)
	if len(run.Windows) == 0 {
		return math.NaN()
	}
	var values []float64
	for _, t := range run.Windows {
		values = append(values, float64(of(t)))
	}
	return stat.NewMedian(values).Value
}

// Single lookups and lookups among many.
var (
	WarmLookup  = Statistic{Name: "time of a lookup among many, in ns", Scale: ByMedian, Of: func(w Row) float64 { return w.Of[0].Cold().Warm.PerOp() }}
	ColdLookup  = Statistic{Name: "median time of a single lookup after the caches were swept, in ns", Scale: ByMedian, Of: func(w Row) float64 { return w.Of[0].Cold().First.TimeQuantile(0.5) }}
	AgainLookup = Statistic{Name: "median time of a lookup repeated at once, in ns", Scale: ByMedian, Of: func(w Row) float64 { return w.Of[0].Cold().Again.TimeQuantile(0.5) }}
	ColdClock   = Statistic{Name: "median time of an operation that does nothing, in ns", Scale: ByMedian, Of: func(w Row) float64 { return w.Of[0].Cold().Clock.TimeQuantile(0.5) }}
)

// Goroutines that share an array of bits.
var (
	BitsLost = Statistic{Name: "share of bits and lookups that were lost", Scale: ByCounts, Count: func(r *record.Record) (bad, of uint64) {
		for _, run := range r.Parallel().Runs {
			if run.Goroutines < 2 || r.Parallel().Procs < 2 {
				continue
			}
			bad += run.Lost + run.Extra + run.Missing
			switch run.Op {
			case record.ParallelLookup:
				of += max(run.Reads, run.Ops)
			case record.ParallelInsert:
				of += r.Parallel().Bits
			default:
				of += r.Parallel().Bits + run.Reads
			}
		}
		return bad, of
	}}
	// InsertsRate is inserts a second with the most goroutines that can run at once, over the other's.
	InsertsRate = Statistic{Name: "inserts a second over those of the other", Scale: ByMedian, Of: func(w Row) float64 {
		rate := func(r *record.Record) float64 {
			best := math.NaN()
			for _, run := range r.Parallel().Runs {
				if run.Op == record.ParallelInsert && run.Goroutines <= r.Parallel().Procs && run.ElapsedNS > 0 {
					best = float64(run.Ops) / float64(run.ElapsedNS)
				}
			}
			return best
		}
		return rate(w.Of[0]) / rate(w.Over[0])
	}}
)

// InsertQuantile is a quantile of single inserts at a load, the clock included.
func InsertQuantile(load, q float64) Statistic {
	return Statistic{Name: "quantile of inserts, in ns", Scale: ByMedian, Of: func(w Row) float64 { return InsertTimes(load)(w.Of[0]).TimeQuantile(q) }}
}
