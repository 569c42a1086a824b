package record

import "fmt"

// KindChurn: slide a live set through the filter.
const KindChurn = "churn"

var _ = kinds.add(Kind{
	Name: KindChurn, Order: 5, Title: "Churn", Doc: "slide a live set through the filter",
	Summary: "%s live keys looked up, %s denied",
	Asked:   "while the live set slides",
	New:     func() Outcome { return new(Churn) },
})

// Checkpoint is the state of a filter after some turnovers of its live set.
type Checkpoint struct {
	Turnover  float64 `json:"turnover"`            // keys inserted since the window was full, in multiples of the window
	Inserted  uint64  `json:"inserted"`            // inserts tried so far
	Refused   uint64  `json:"refused"`             // of those, refused
	Live      uint64  `json:"live"`                // keys in the window that were accepted
	Missing   uint64  `json:"missing"`             // of those, answered false
	Undeleted uint64  `json:"undeleted,omitempty"` // deletes of accepted keys that found nothing
	Queries   uint64  `json:"queried"`             // absent keys looked up at this checkpoint
	Positives uint64  `json:"positives"`           // of those, answered true
	Kicks     uint64  `json:"kicks,omitempty"`     // kicks of all inserts so far
	Overflow  uint64  `json:"overflow,omitempty"`  // counters that are saturated
}

// Churn is the outcome of a [KindChurn] trial.
type Churn struct {
	Checkpoints []Checkpoint `json:"checkpoints"` // one for each of the trial's turnovers
}

// Churn returns the outcome of a [KindChurn] trial, nil of any other and of one that failed.
func (r *Record) Churn() *Churn { p, _ := r.Outcome.(*Churn); return p }

func (*Churn) Kind() string { return KindChurn }

func (c *Churn) Tally() (asked, denied uint64) { return c.Held(Trial{}) }

func (c *Churn) Held(_ Trial) (asked, denied uint64) {
	for _, p := range c.Checkpoints {
		asked += p.Live
		denied += p.Missing
	}
	return asked, denied
}

func (c *Churn) Exact(Trial) Outcome { return c }

func (c *Churn) check(Trial) error {
	for i, p := range c.Checkpoints {
		err := checkParts(
			atMost{"refused", p.Refused, "inserted", p.Inserted},
			atMost{"missing", p.Missing, "live", p.Live},
			atMost{"positives", p.Positives, "queried", p.Queries},
		)
		if err != nil {
			return fmt.Errorf("checkpoint %d: %w", i, err)
		}
		if i > 0 && p.Turnover <= c.Checkpoints[i-1].Turnover {
			return fmt.Errorf("checkpoint %d: turnover %g after %g; must increase", i, p.Turnover, c.Checkpoints[i-1].Turnover)
		}
	}
	return nil
}

func (c *Churn) samples(r *Record, _ Nulls) []Sampled {
	var all []Sampled
	for _, c := range c.Checkpoints {
		s := Sampled{Record: r, N: max(1, c.Queries), Point: []Label{{"turnover", short(c.Turnover)}}}
		s.add(UnitFalsePositives, 1e6, c.Positives, c.Queries)
		s.add(UnitFalseNegatives, 1e6, c.Missing, c.Live)
		if r.Shape.BucketSlots > 0 {
			s.add(UnitRefused, 100, c.Refused, c.Inserted)
		}
		all = append(all, s)
	}
	return all
}
