package record

import (
	"fmt"
	"math"
	"math/bits"
)

// Kinds of trial that time operations one by one.
const (
	KindLatency  = "latency"  // every insert of some loads, and lookups, timed by itself
	KindArrivals = "arrivals" // lookups that arrive at a given rate, timed from when each should have begun
	KindCold     = "cold"     // single lookups after the caches were swept, beside warm ones
)

// The ways in which lookups arrive.
const (
	ArrivalEven    = "even"    // one every 1/rate
	ArrivalPoisson = "poisson" // with independent exponential gaps of that mean
)

// The precision of a time in a histogram. Below 2^fineBits nanoseconds every one has a
// bin of its own. Above that each octave is 2^(fineBits-1) bins, which are 1/64 to 1/32
// of the time wide, so that a time is known to 1.6 % at worst. From 2^coarseFrom on,
// where times are those of a machine that did something else, it is 2^(coarseBits-1) bins.
const (
	fineBits   = 6
	coarseFrom = 16 // 66 µs
	coarseBits = 3
)

// dropped returns how many low bits of a time its bin leaves out.
func dropped(ns uint64) int {
	n := bits.Len64(ns)
	if n > coarseFrom {
		return n - coarseBits
	}
	return max(0, n-fineBits)
}

// BinOf returns the lower end of the bin that a time in nanoseconds is counted in: the
// size under which a [Histogram] of times keeps it.
func BinOf(ns uint64) uint64 { return ns >> dropped(ns) << dropped(ns) }

// BinWidth returns how many nanoseconds share the bin that begins at low.
func BinWidth(low uint64) uint64 { return 1 << dropped(low) }

// LatencyWindow is the times of operations made at one load.
type LatencyWindow struct {
	Op      string    `json:"op"`                // insert, hit or miss
	From    float64   `json:"from,omitempty"`    // load at which a window of inserts begins, as a share of the slots, or of the capacity of a filter without any
	To      float64   `json:"to,omitempty"`      // load at which it ends
	Refused uint64    `json:"refused,omitempty"` // inserts that were refused, whose times are among the others
	Times   Histogram `json:"times"`             // operations by nanoseconds, rounded down to those of [BinOf]
}

// Latency is the outcome of a [KindLatency] trial. Every time is between two readings
// of the clock, whose own cost is in it: Clock is that of an operation which does
// nothing, timed in the same way in the same trial.
type Latency struct {
	Accepted uint64          `json:"accepted"` // keys in the filter while lookups were timed
	Clock    Histogram       `json:"clock"`    // operations of the null filter by nanoseconds
	Windows  []LatencyWindow `json:"windows"`  // inserts by load, then lookups
	Start    string          `json:"start"`    // RFC 3339
}

// ArrivalRun is lookups at one rate. A lookup that waits for the one before is timed
// from when it should have begun, so that a filter which falls behind cannot hide it.
type ArrivalRun struct {
	Rate     float64   `json:"rate"`      // intended, a second
	Ops      uint64    `json:"n"`         // lookups
	Times    Histogram `json:"times"`     // lookups by nanoseconds from when each should have begun to its end
	DueNS    int64     `json:"due_ns"`    // when the last lookup should have begun, after the first one
	BehindNS int64     `json:"behind_ns"` // when it ended, after that
}

// Arrivals is the outcome of a [KindArrivals] trial.
type Arrivals struct {
	Accepted uint64       `json:"accepted"` // keys in the filter
	Clock    Histogram    `json:"clock"`    // operations of the null filter by nanoseconds
	Runs     []ArrivalRun `json:"runs"`     // one for each of the trial's rates
	Start    string       `json:"start"`    // RFC 3339
}

// Cold is the outcome of a [KindCold] trial.
type Cold struct {
	Accepted uint64    `json:"accepted"` // keys in the filter
	Swept    uint64    `json:"swept"`    // bytes that were written to before each first lookup, to drive the filter from the caches
	Clock    Histogram `json:"clock"`    // operations of the null filter after such a sweep, by nanoseconds
	First    Histogram `json:"first"`    // lookups after such a sweep, by nanoseconds
	Again    Histogram `json:"again"`    // the same lookups, repeated at once
	Warm     Sample    `json:"warm"`     // many lookups timed together
	Start    string    `json:"start"`    // RFC 3339
}

// checkTimes demands that every size is the beginning of a bin.
func (h Histogram) checkTimes(name string) error {
	for _, bin := range h {
		if BinOf(bin[0]) != bin[0] {
			return fmt.Errorf("histogram %s: %d ns is inside the bin that begins at %d", name, bin[0], BinOf(bin[0]))
		}
	}
	return h.check(name)
}

func (l *Latency) check() error {
	for i, w := range l.Windows {
		if w.Op != "insert" && w.Op != "hit" && w.Op != "miss" {
			return fmt.Errorf("window %d: op %q: must be insert, hit or miss", i, w.Op)
		}
		if err := w.Times.checkTimes("times"); err != nil {
			return err
		}
		events, _ := w.Times.totals()
		if err := checkParts(atMost{"refused", w.Refused, "operations", events}); err != nil {
			return err
		}
	}
	return l.Clock.checkTimes("clock")
}

func (a *Arrivals) check() error {
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
	}
	return a.Clock.checkTimes("clock")
}

func (c *Cold) check() error {
	for _, h := range []struct {
		name string
		h    Histogram
	}{{"clock", c.Clock}, {"first", c.First}, {"again", c.Again}} {
		if err := h.h.checkTimes(h.name); err != nil {
			return err
		}
	}
	return (&Time{Samples: []Sample{c.Warm}}).check()
}

// TimeQuantile returns the time in nanoseconds, to half a bin, that a share q of the
// operations of a histogram does not exceed; NaN if there are none.
func (h Histogram) TimeQuantile(q float64) float64 {
	events, _ := h.totals()
	rank, seen := uint64(math.Ceil(q*float64(events))), uint64(0)
	for _, bin := range h {
		if seen += bin[1]; seen >= rank {
			return float64(bin[0]) + float64(BinWidth(bin[0])-1)/2
		}
	}
	return math.NaN()
}

// sampleTimes adds the percentiles of a histogram of times.
func (s Sampled) sampleTimes(h Histogram) Sampled {
	events, _ := h.totals()
	s.N = max(1, events)
	if events > 0 {
		s.Values = append(s.Values, Value{UnitP50, h.TimeQuantile(0.5)}, Value{UnitP99, h.TimeQuantile(0.99)},
			Value{UnitP999, h.TimeQuantile(0.999)}, Value{UnitMax, h.TimeQuantile(1)})
	}
	return s
}

func sampleLatency(r *Record) []Sampled {
	all := []Sampled{Sampled{Record: r, Point: []Label{{"op", "clock"}}}.sampleTimes(r.Latency.Clock)}
	for _, w := range r.Latency.Windows {
		point := []Label{{"op", w.Op}}
		if w.To > 0 {
			point = append(point, Label{"load", short((w.From + w.To) / 2)})
		}
		all = append(all, Sampled{Record: r, Point: point}.sampleTimes(w.Times))
	}
	return all
}

func sampleArrivals(r *Record) []Sampled {
	var all []Sampled
	for _, run := range r.Arrivals.Runs {
		s := Sampled{Record: r, Point: []Label{{"rate", short(run.Rate)}}}.sampleTimes(run.Times)
		s.Values = append(s.Values, Value{UnitBehind, float64(run.BehindNS)})
		all = append(all, s)
	}
	return all
}

func sampleCold(r *Record) []Sampled {
	var all []Sampled
	for _, x := range []struct {
		op string
		h  Histogram
	}{{"clock", r.Cold.Clock}, {"first", r.Cold.First}, {"again", r.Cold.Again}} {
		all = append(all, Sampled{Record: r, Point: []Label{{"op", x.op}}}.sampleTimes(x.h))
	}
	warm := r.Cold.Warm
	return append(all, Sampled{Record: r, N: warm.Ops, Point: []Label{{"op", "warm"}}, Values: []Value{{UnitTime, warm.PerOp()}}})
}
