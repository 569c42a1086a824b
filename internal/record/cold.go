package record

// KindCold: time single lookups after the caches were swept, beside warm ones.
const KindCold = "cold"

var _ = kinds.add(Kind{
	Name: KindCold, Order: 16, Title: "Cold", Doc: "time single lookups after the caches were swept, beside warm ones",
	Summary: "%s operations timed one by one or together in %s samples",
	New:     func() Outcome { return new(Cold) },
})

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

// Cold returns the outcome of a [KindCold] trial, nil of any other and of one that failed.
func (r *Record) Cold() *Cold { p, _ := r.Outcome.(*Cold); return p }

func (*Cold) Kind() string { return KindCold }

func (c *Cold) Tally() (ops, samples uint64) { return c.First.events() + c.Warm.Ops, 2 }

func (*Cold) Held(Trial) (asked, denied uint64) { return 0, 0 }

func (c *Cold) Exact(Trial) Outcome {
	return &Cold{Accepted: c.Accepted, Swept: c.Swept, Warm: c.Warm.exact()}
}

func (c *Cold) check(Trial) error {
	for _, h := range []struct {
		name string
		h    Histogram
	}{{"clock", c.Clock}, {"first", c.First}, {"again", c.Again}} {
		if err := h.h.checkTimes(h.name); err != nil {
			return err
		}
	}
	return (&Time{Samples: []Sample{c.Warm}}).check(Trial{})
}

func (c *Cold) samples(r *Record, _ Nulls) []Sampled {
	var all []Sampled
	for _, x := range []struct {
		op string
		h  Histogram
	}{{"clock", c.Clock}, {"first", c.First}, {"again", c.Again}} {
		all = append(all, Sampled{Record: r, Point: []Label{{"op", x.op}}}.sampleTimes(x.h))
	}
	warm := c.Warm
	return append(all, Sampled{Record: r, N: warm.Ops, Point: []Label{{"op", "warm"}}, Values: []Value{{UnitTime, warm.PerOp()}}})
}
