package record

import (
	"fmt"
	"slices"
	"strconv"
)

// KindFirsts: inserts that say whether they changed the filter.
const KindFirsts = "firsts"

var _ = kinds.add(Kind{
	Name: KindFirsts, Order: 73, Title: "Firsts", Doc: "let inserts say whether they changed the filter, one by one and several at once",
	Summary: "%s of %s new keys reported as old",
	New:     func() Outcome { return new(Firsts) },
})

// Firsts is the outcome of a [KindFirsts] trial.
type Firsts struct {
	Fresh    uint64  `json:"fresh"`           // new keys, inserted by one goroutine
	Old      uint64  `json:"old"`             // of those, reported as no change
	Disagree uint64  `json:"disagree"`        // of those, the report is not what a lookup had said before
	Repeats  uint64  `json:"repeats"`         // the same keys, inserted once more
	ToldNew  uint64  `json:"toldnew"`         // of those, reported as a change
	Races    []Raced `json:"races,omitempty"` // several goroutines, which insert one key at once
	AtOnce   int     `json:"procs,omitempty"` // goroutines that can run at once
}

// Raced are keys each of which several goroutines inserted at once, into an empty filter.
// Counts depend on the order of the goroutines.
type Raced struct {
	Goroutines int    `json:"goroutines"` // that inserted each key
	Keys       uint64 `json:"keys"`       // inserted by all of them
	Twice      uint64 `json:"twice"`      // keys of which more than one goroutine was told that it changed the filter
	None       uint64 `json:"none"`       // keys of which no goroutine was
}

// Firsts returns the outcome of a [KindFirsts] trial, nil of any other and of one that failed.
func (r *Record) Firsts() *Firsts { p, _ := r.Outcome.(*Firsts); return p }

func (*Firsts) Kind() string { return KindFirsts }

func (f *Firsts) Tally() (old, fresh uint64) { return f.Old, f.Fresh }

func (*Firsts) Held(Trial) (asked, denied uint64) { return 0, 0 }

func (f *Firsts) Exact(Trial) Outcome {
	c := *f
	c.AtOnce, c.Races = 0, slices.Clone(f.Races)
	for i := range c.Races {
		c.Races[i].Twice, c.Races[i].None = 0, 0
	}
	return &c
}

func (f *Firsts) check(Trial) error {
	for _, r := range f.Races {
		if r.Goroutines < 2 || r.Keys == 0 {
			return fmt.Errorf("%d goroutines on %d keys: must be 2 at least, and 1", r.Goroutines, r.Keys)
		}
		if err := checkParts(atMost{"twice and none", r.Twice + r.None, "keys", r.Keys}); err != nil {
			return err
		}
	}
	return checkParts(
		atMost{"old", f.Old, "fresh", f.Fresh},
		atMost{"disagree", f.Disagree, "fresh", f.Fresh},
		atMost{"toldnew", f.ToldNew, "repeats", f.Repeats},
	)
}

func (f *Firsts) samples(r *Record, _ Nulls) []Sampled {
	s := Sampled{Record: r, N: max(1, f.Fresh), Point: []Label{{"goroutines", "1"}}}
	s.add(UnitFalsePositives, 1e6, f.Old, f.Fresh)
	s.add(UnitTwice, 1e6, f.ToldNew, f.Repeats)
	all := []Sampled{s}
	for _, x := range f.Races {
		s := Sampled{Record: r, N: x.Keys, Point: []Label{{"goroutines", strconv.Itoa(x.Goroutines)}}}
		s.add(UnitTwice, 1e6, x.Twice, x.Keys)
		all = append(all, s)
	}
	return all
}
