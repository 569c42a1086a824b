package record

import "fmt"

// KindAgeing: keys expire as they leave a window, and the filter is asked for all of them.
const KindAgeing = "ageing"

var _ = kinds.add(Kind{
	Name: KindAgeing, Order: 62, Title: "Ageing", Doc: "let keys expire as they leave a window, and look up young and old ones",
	Summary: "%s young keys looked up, %s denied",
	Asked:   "within the window in which they must be held",
	New:     func() Outcome { return new(Ageing) },
})

// By what keys expire.
const (
	WindowCount = "count" // so many keys later
	WindowTime  = "time"  // so much later, where half as many keys as on average come for two windows, and half as many again for two
)

// Windows lists both.
var Windows = []string{WindowCount, WindowTime}

// Ageing is the outcome of a [KindAgeing] trial.
type Ageing struct {
	Checkpoints []Aged   `json:"checkpoints"`       // one for each of the trial's turnovers
	Late        []Expiry `json:"late"`              // keys that have left the window, by how long ago, of all checkpoints
	Swept       uint64   `json:"swept,omitempty"`   // bytes of the table that the passing of time went through
	AtOnce      uint64   `json:"at_once,omitempty"` // the most of these between two inserts
	Deletes     uint64   `json:"deletes,omitempty"` // deletes by the caller, who keeps a list of what will expire
	Listed      uint64   `json:"listed,omitempty"`  // bytes of that list, 8 a key, when it was longest
}

// Aged is the state of a filter after so many windows.
type Aged struct {
	Turnover  float64 `json:"turnover"`          // windows since the first was full
	Inserted  uint64  `json:"inserted"`          // keys so far
	Refused   uint64  `json:"refused,omitempty"` // of those, refused
	Live      uint64  `json:"live"`              // keys in the window that were accepted
	Missing   uint64  `json:"missing"`           // of those, answered false
	Queries   uint64  `json:"queried"`           // absent keys looked up
	Positives uint64  `json:"positives"`         // of those, answered true
}

// Expiry is keys that left the window so long ago.
type Expiry struct {
	To    float64 `json:"to"`    // at most so many windows ago, and more than the entry before says
	Asked uint64  `json:"asked"` // how many were looked up
	Yes   uint64  `json:"yes"`   // of those, answered true
}

// Ageing returns the outcome of a [KindAgeing] trial, nil of any other and of one that failed.
func (r *Record) Ageing() *Ageing { p, _ := r.Outcome.(*Ageing); return p }

func (*Ageing) Kind() string { return KindAgeing }

func (a *Ageing) Tally() (asked, denied uint64) { return a.Held(Trial{}) }

func (a *Ageing) Held(Trial) (asked, denied uint64) {
	for _, p := range a.Checkpoints {
		asked += p.Live
		denied += p.Missing
	}
	return asked, denied
}

func (a *Ageing) Exact(Trial) Outcome { return a }

func (a *Ageing) check(Trial) error {
	for i, p := range a.Checkpoints {
		err := checkParts(
			atMost{"refused", p.Refused, "inserted", p.Inserted},
			atMost{"missing", p.Missing, "live", p.Live},
			atMost{"positives", p.Positives, "queried", p.Queries},
		)
		if err != nil {
			return fmt.Errorf("checkpoint %d: %w", i, err)
		}
	}
	for i, e := range a.Late {
		if e.Yes > e.Asked || i > 0 && e.To <= a.Late[i-1].To {
			return fmt.Errorf("late %d: %d of %d up to %g windows; must be at most all, and increase", i, e.Yes, e.Asked, e.To)
		}
	}
	return checkParts(atMost{"at_once", a.AtOnce, "swept", a.Swept})
}

func (a *Ageing) samples(r *Record, _ Nulls) []Sampled {
	var all []Sampled
	for _, p := range a.Checkpoints {
		s := Sampled{Record: r, N: max(1, p.Queries), Point: []Label{{"window", r.Window}, {"turnover", short(p.Turnover)}}}
		s.add(UnitFalsePositives, 1e6, p.Positives, p.Queries)
		s.add(UnitFalseNegatives, 1e6, p.Missing, p.Live)
		all = append(all, s)
	}
	return all
}
