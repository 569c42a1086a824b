package record

import "fmt"

// KindCallers: several callers put the same stream of copies through a filter each.
const KindCallers = "callers"

var _ = kinds.add(Kind{
	Name: KindCallers, Order: 43, Title: "Callers", Doc: "slide a window of copies through the filter under each way of calling it",
	Summary: "%s keys in the windows, %s lost",
	Asked:   "in the window, under callers that delete nothing but what was accepted",
	New:     func() Outcome { return new(Callers) },
})

// Two callers beside those of [KindDrift].
const (
	PolicyAll  = "all"  // insert every copy, delete every copy that leaves, refused or not
	PolicyGrow = "grow" // the same, and make the filter twice as large when an insert is refused
)

// CallersRun lists the callers of a [KindCallers] trial in order. [PolicyEvery] is the one
// that remembers which copies were refused.
var CallersRun = []string{PolicyAll, PolicyEvery, PolicyCheck, PolicyLast, PolicyKnown, PolicyGrow}

// Callers is the outcome of a [KindCallers] trial.
type Callers struct {
	Inserts  uint64   `json:"inserts"`        // copies that came
	Distinct uint64   `json:"distinct"`       // different keys in the window at the end, accepted or not
	Left     uint64   `json:"left,omitempty"` // different keys that have left it for good
	Queries  uint64   `json:"queried"`        // keys that never came, looked up under each caller
	Runs     []Caller `json:"runs"`           // in the order of [CallersRun]
}

// Caller is what is left of a filter under one caller.
type Caller struct {
	Caller    string `json:"caller"`              // which; see [CallersRun]
	Refused   uint64 `json:"refused,omitempty"`   // of the inserts that were asked for
	Lost      uint64 `json:"lost,omitempty"`      // keys in the window that the filter denies, those included of which no copy was accepted
	Denied    uint64 `json:"denied,omitempty"`    // of those, keys of which the caller holds an accepted copy
	Remains   uint64 `json:"remains,omitempty"`   // keys that left for good, answered true
	Positives uint64 `json:"positives,omitempty"` // keys that never came, answered true
	Bits      uint64 `json:"bits"`                // of the table at the end, with all layers
	Side      uint64 `json:"side,omitempty"`      // bytes that the filter keeps beside it
	Kept      uint64 `json:"kept,omitempty"`      // bytes that the caller must keep, at least; see the harness
	Grown     uint64 `json:"grown,omitempty"`     // times that the caller made the filter twice as large
}

// Callers returns the outcome of a [KindCallers] trial, nil of any other and of one that failed.
func (r *Record) Callers() *Callers { p, _ := r.Outcome.(*Callers); return p }

// Run returns the run of a caller, and false if there is none.
func (c *Callers) Run(caller string) (Caller, bool) {
	for _, run := range c.Runs {
		if run.Caller == caller {
			return run, true
		}
	}
	return Caller{}, false
}

func (*Callers) Kind() string { return KindCallers }

func (c *Callers) Tally() (keys, lost uint64) {
	for _, run := range c.Runs {
		keys += c.Distinct
		lost += run.Lost
	}
	return keys, lost
}

func (c *Callers) Held(Trial) (asked, denied uint64) {
	for _, run := range c.Runs {
		if run.Caller == PolicyEvery || run.Caller == PolicyKnown {
			asked += c.Distinct - (run.Lost - run.Denied)
			denied += run.Denied
		}
	}
	return asked, denied
}

func (c *Callers) Exact(Trial) Outcome { return c }

func (c *Callers) check(Trial) error {
	if len(c.Runs) == 0 {
		return fmt.Errorf("no caller was run")
	}
	for i, run := range c.Runs {
		if i >= len(CallersRun) || run.Caller != CallersRun[i] {
			return fmt.Errorf("caller %d is %q; must be in the order of %v", i+1, run.Caller, CallersRun)
		}
		if err := checkParts(
			atMost{"refused", run.Refused, "inserts", c.Inserts},
			atMost{"lost", run.Lost, "distinct", c.Distinct},
			atMost{"denied", run.Denied, "lost", run.Lost},
			atMost{"remains", run.Remains, "left", c.Left},
			atMost{"positives", run.Positives, "queried", c.Queries},
		); err != nil {
			return fmt.Errorf("caller %s: %w", run.Caller, err)
		}
	}
	return nil
}

func (c *Callers) samples(r *Record, _ Nulls) []Sampled {
	var all []Sampled
	for _, run := range c.Runs {
		s := Sampled{Record: r, N: max(1, c.Inserts), Point: []Label{{"caller", run.Caller}}}
		s.add(UnitBitsPerKey, 1, run.Bits+8*run.Side, c.Distinct)
		s.add(UnitRefused, 100, run.Refused, c.Inserts)
		s.add(UnitFalseNegatives, 1e6, run.Lost, c.Distinct)
		s.add(UnitFalsePositives, 1e6, run.Positives, c.Queries)
		all = append(all, s)
	}
	return all
}
