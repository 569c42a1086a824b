package measure

import (
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// Times chooses a histogram of times from a record; nil if the record has none such.
type Times func(*record.Record) record.Histogram

// InsertTimes chooses the inserts of the window around a load.
func InsertTimes(load float64) Times {
	return func(r *record.Record) record.Histogram {
		if r.Latency() == nil {
			return nil
		}
		for _, w := range r.Latency().Windows {
			if w.Op == "insert" && math.Abs((w.From+w.To)/2-load) < 1e-9 {
				return w.Times
			}
		}
		return nil
	}
}

// ClockTimes chooses the operations that do nothing, of a record of kind latency or
// arrivals.
func ClockTimes(r *record.Record) record.Histogram {
	switch {
	case r.Latency() != nil:
		return r.Latency().Clock
	case r.Arrivals() != nil:
		return r.Arrivals().Clock
	}
	return nil
}

// RunAt returns the run of a rate.
func RunAt(r *record.Record, rate float64) (run record.ArrivalRun, ok bool) {
	if r.Arrivals() == nil {
		return run, false
	}
	for _, run := range r.Arrivals().Runs {
		if run.Rate == rate {
			return run, true
		}
	}
	return run, false
}

// ArrivalTimes chooses the lookups of a rate, from when they were due.
func ArrivalTimes(rate float64) Times {
	return func(r *record.Record) record.Histogram {
		run, _ := RunAt(r, rate)
		return run.Times
	}
}

// keptUp is how far the last lookup may end after it was due, as a share of the whole
// time, for a rate to count as kept.
const keptUp = 0.01

// Kept reports whether the lookups of a run kept its rate: the last one ended within
// 1 % of the time that all were due in.
func Kept(run record.ArrivalRun) bool { return float64(run.BehindNS) <= keptUp*float64(run.DueNS) }

// TimeQuantile is the median over repetitions of a quantile of times, in nanoseconds,
// with its interval. ok is false if a repetition has no such times.
func TimeQuantile(c analysis.Cell, times Times, q float64) (m stat.Median, ok bool) {
	var values []float64
	for _, r := range c.Records {
		v := times(r).TimeQuantile(q)
		if math.IsNaN(v) {
			return stat.Median{}, false
		}
		values = append(values, v)
	}
	if len(values) == 0 {
		return stat.Median{}, false
	}
	return stat.NewMedian(values), true
}
