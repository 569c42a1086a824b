package record

import (
	"fmt"
	"slices"
)

// KindLatency: time every insert of some loads, and lookups, each by itself.
const KindLatency = "latency"

var _ = kinds.add(Kind{
	Name: KindLatency, Order: 14, Title: "Latency", Doc: "time every insert of some loads, and lookups, each by itself",
	Summary: "%s operations timed one by one or together in %s samples",
	New:     func() Outcome { return new(Latency) },
})

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

// Latency returns the outcome of a [KindLatency] trial, nil of any other and of one that failed.
func (r *Record) Latency() *Latency { p, _ := r.Outcome.(*Latency); return p }

func (*Latency) Kind() string { return KindLatency }

func (l *Latency) Tally() (ops, samples uint64) {
	for _, w := range l.Windows {
		ops += w.Times.events()
	}
	return ops, uint64(len(l.Windows))
}

func (*Latency) Held(Trial) (asked, denied uint64) { return 0, 0 }

func (l *Latency) Exact(Trial) Outcome {
	c := *l
	c.Start, c.Clock, c.Windows = "", nil, slices.Clone(l.Windows)
	for i := range c.Windows {
		c.Windows[i].Times = nil
	}
	return &c
}

func (l *Latency) check(Trial) error {
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

func (l *Latency) samples(r *Record, _ Nulls) []Sampled {
	all := []Sampled{Sampled{Record: r, Point: []Label{{"op", "clock"}}}.sampleTimes(l.Clock)}
	for _, w := range l.Windows {
		point := []Label{{"op", w.Op}}
		if w.To > 0 {
			point = append(point, Label{"load", short((w.From + w.To) / 2)})
		}
		all = append(all, Sampled{Record: r, Point: point}.sampleTimes(w.Times))
	}
	return all
}
