package record

import "errors"

// KindPenalty: let services with a filter, with an exact set and with nothing take turns.
const KindPenalty = "penalty"

var _ = kinds.add(Kind{
	Name: KindPenalty, Order: 47, Title: "Penalty", Doc: "time requests for absent keys to services with a filter, with an exact set and with nothing, in turns",
	Summary: "%s requests for absent keys timed in %s turns",
	New:     func() Outcome { return new(Penalty) },
})

// Penalty is the outcome of a [KindPenalty] trial: three services with the same rows, each with
// cache and database of its own, which take turns, so that whatever slows the machine slows all.
type Penalty struct {
	Turns []Turn `json:"turns"` // in their order
}

// Turn is a stint of each service, one right after the other.
type Turn struct {
	Filter  Stint `json:"filter"`  // behind the trial's filter
	Exact   Stint `json:"exact"`   // behind an exact set
	Nothing Stint `json:"nothing"` // with nothing before the database
}

// Stint are requests for absent keys, one after the other, by who answered them.
type Stint struct {
	Stopped   uint64 `json:"stopped,omitempty"`    // by what stands before the database
	Read      uint64 `json:"read,omitempty"`       // by the database
	StoppedNS int64  `json:"stopped_ns,omitempty"` // of the wall clock, all together, of those that were stopped
	ReadNS    int64  `json:"read_ns,omitempty"`    // the same of those that the database answered
}

// Mean returns the mean time of a request in nanoseconds.
func (s Stint) Mean() float64 { return float64(s.StoppedNS+s.ReadNS) / float64(s.Stopped+s.Read) }

// Penalty returns the outcome of a [KindPenalty] trial, nil of any other and of one that failed.
func (r *Record) Penalty() *Penalty { p, _ := r.Outcome.(*Penalty); return p }

func (*Penalty) Kind() string { return KindPenalty }

func (p *Penalty) Tally() (requests, turns uint64) {
	for _, t := range p.Turns {
		for _, s := range []Stint{t.Filter, t.Exact, t.Nothing} {
			requests += s.Stopped + s.Read
		}
	}
	return requests, uint64(len(p.Turns))
}

func (*Penalty) Held(Trial) (asked, denied uint64) { return 0, 0 }

func (p *Penalty) Exact(Trial) Outcome {
	c := &Penalty{Turns: make([]Turn, len(p.Turns))}
	counts := func(s Stint) Stint { return Stint{Stopped: s.Stopped, Read: s.Read} }
	for i, t := range p.Turns {
		c.Turns[i] = Turn{counts(t.Filter), counts(t.Exact), counts(t.Nothing)}
	}
	return c
}

func (p *Penalty) check(Trial) error {
	if len(p.Turns) == 0 {
		return errors.New("no turns; must be one at least")
	}
	for _, t := range p.Turns {
		if t.Filter.Stopped+t.Filter.Read == 0 || t.Exact.Stopped == 0 || t.Nothing.Read == 0 {
			return errors.New("a turn in which a service got no request; must be one at least for each")
		}
		if t.Exact.Read > 0 || t.Nothing.Stopped > 0 {
			return errors.New("an exact set that lets an absent key through, or a key that nothing stops; neither can be")
		}
	}
	return nil
}

// samples are the mean times of the trial.
func (p *Penalty) samples(r *Record, _ Nulls) []Sampled {
	var all []Sampled
	for _, by := range []struct {
		name string
		of   func(Turn) Stint
	}{
		{"filter", func(t Turn) Stint { return t.Filter }}, {"exact", func(t Turn) Stint { return t.Exact }}, {"nothing", func(t Turn) Stint { return t.Nothing }},
	} {
		n, ns := uint64(0), int64(0)
		for _, t := range p.Turns {
			s := by.of(t)
			n, ns = n+s.Stopped+s.Read, ns+s.StoppedNS+s.ReadNS
		}
		x := Sampled{Record: r, N: max(1, n), Point: []Label{{"behind", by.name}, {"backend", r.Backend}}}
		x.Values = append(x.Values, Value{UnitTime, float64(ns) / float64(max(1, n))})
		all = append(all, x)
	}
	return all
}
