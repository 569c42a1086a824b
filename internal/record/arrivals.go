package record

import (
	"fmt"
	"slices"
)

// KindArrivals: time lookups that arrive at a given rate, from when each should have begun.
const KindArrivals = "arrivals"

var _ = kinds.add(Kind{
	Name: KindArrivals, Order: 15, Title: "Arrivals", Doc: "time lookups that arrive at a given rate, from when each should have begun",
	Summary: "%s operations timed one by one or together in %s samples",
	New:     func() Outcome { return new(Arrivals) },
})

// The ways in which lookups arrive.
const (
	ArrivalEven    = "even"    // one every 1/rate
	ArrivalPoisson = "poisson" // with independent exponential gaps of that mean
)

// ArrivalRun is lookups at one rate. A lookup that waits for the one before is timed
// from when it should have begun, so that a filter which falls behind cannot hide it.
type ArrivalRun struct {
	Rate     float64   `json:"rate"`      // intended, a second
	Ops      uint64    `json:"n"`         // lookups
	Times    Histogram `json:"times"`     // lookups by nanoseconds from when each should have begun to its end
	DueNS    int64     `json:"due_ns"`    // when the last lookup should have begun, after the first one
	BehindNS int64     `json:"behind_ns"` // when it ended, after that

	// The filter and null take turns, so that both are interrupted alike.
	Null    Histogram       `json:"null,omitempty"`    // the same of as many lookups in null
	Windows []ArrivalWindow `json:"windows,omitempty"` // one for each turn of both
}

// ArrivalWindow is what lookups took that arrived within a hundredth of a second, and those
// in null in the hundredth after that: nanoseconds from when each should have begun.
type ArrivalWindow struct {
	Median     int64 `json:"p50"`      // of the filter's waits
	Tail       int64 `json:"p99"`      // their 99th percentile
	NullMedian int64 `json:"null_p50"` // of the waits in null
	NullTail   int64 `json:"null_p99"` // their 99th percentile
}

// Arrivals is the outcome of a [KindArrivals] trial.
type Arrivals struct {
	Accepted uint64       `json:"accepted"` // keys in the filter
	Clock    Histogram    `json:"clock"`    // operations of the null filter by nanoseconds
	Runs     []ArrivalRun `json:"runs"`     // one for each of the trial's rates
	Start    string       `json:"start"`    // RFC 3339
}

// Arrivals returns the outcome of an [KindArrivals] trial, nil of any other and of one that failed.
func (r *Record) Arrivals() *Arrivals { p, _ := r.Outcome.(*Arrivals); return p }

func (*Arrivals) Kind() string { return KindArrivals }

func (a *Arrivals) Tally() (ops, samples uint64) {
	for _, run := range a.Runs {
		ops += run.Ops
	}
	return ops, uint64(len(a.Runs))
}

func (*Arrivals) Held(Trial) (asked, denied uint64) { return 0, 0 }

func (a *Arrivals) Exact(Trial) Outcome {
	c := *a
	c.Start, c.Clock, c.Runs = "", nil, slices.Clone(a.Runs)
	for i := range c.Runs {
		c.Runs[i].Times, c.Runs[i].BehindNS, c.Runs[i].Null, c.Runs[i].Windows = nil, 0, nil, nil
	}
	return &c
}

func (a *Arrivals) check(Trial) error {
	for i, run := range a.Runs {
		if !(run.Rate > 0) {
			return fmt.Errorf("run %d: rate %g: must be above 0", i, run.Rate)
		}
		if err := run.Times.checkTimes("times"); err != nil {
			return err
		}
		if events, _ := run.Times.totals(); events != run.Ops {
			return fmt.Errorf("run %d: the histogram is of %d lookups; must be of %d", i, events, run.Ops)
		}
		if err := run.Null.checkTimes("null"); err != nil {
			return err
		}
	}
	return a.Clock.checkTimes("clock")
}

func (a *Arrivals) samples(r *Record, _ Nulls) []Sampled {
	var all []Sampled
	for _, run := range a.Runs {
		s := Sampled{Record: r, Point: []Label{{"rate", short(run.Rate)}}}.sampleTimes(run.Times)
		s.Values = append(s.Values, Value{UnitBehind, float64(run.BehindNS)})
		all = append(all, s)
	}
	return all
}
