package record

import "fmt"

// KindDrift: slide a window of copies through the filter, and find who loses keys.
const KindDrift = "drift"

var _ = kinds.add(Kind{
	Name: KindDrift, Order: 8, Title: "Drift", Doc: "slide a window of copies through the filter, and find who loses keys",
	Summary: "%s live keys looked up, %s denied",
	Asked:   "while copies come and go, all of them deleted or each key once",
	New:     func() Outcome { return new(Drift) },
})

// The policies of a caller whose keys come in copies, and leave again.
const (
	PolicyEvery = "every" // insert every copy, delete every copy that leaves
	PolicyCheck = "check" // insert what the filter denies, delete every copy that leaves
	PolicyLast  = "last"  // insert what the filter denies, delete when the last copy leaves
	PolicyKnown = "known" // insert the first copy, delete with the last: the caller knows multiplicities
)

// Policies lists the policies, in report order.
var Policies = []string{PolicyEvery, PolicyCheck, PolicyLast, PolicyKnown}

// Drifted is the state of a filter after some turnovers of a window of copies.
// Causes counts the false negatives, each under the operation that made it one.
type Drifted struct {
	Turnover  float64 `json:"turnover"`            // copies that came since the window was full, in multiples of the window
	Inserted  uint64  `json:"inserted"`            // copies that came so far
	Refused   uint64  `json:"refused"`             // of those, refused by the filter
	Absorbed  uint64  `json:"absorbed,omitempty"`  // of those, keys not held that the filter took for held, so that nothing was stored
	Undeleted uint64  `json:"undeleted,omitempty"` // deletes of accepted keys that found nothing, so far
	Live      uint64  `json:"live"`                // different keys in the window that were accepted
	Copies    uint64  `json:"held"`                // accepted copies in the window
	Missing   uint64  `json:"missing"`             // of the different keys, answered false
	Causes    Causes  `json:"causes,omitzero"`     // why; the sum is missing
	Used      uint64  `json:"used,omitempty"`      // occupied slots
	Kicks     uint64  `json:"kicks,omitempty"`     // kicks of all inserts so far
	Overflow  uint64  `json:"overflow,omitempty"`  // counters that are saturated
	Counted   bool    `json:"counted,omitempty"`   // the filter counts copies, and the next two are known
	Excess    uint64  `json:"excess,omitempty"`    // sum of count less truth over live keys counted too high
	Lack      uint64  `json:"lack,omitempty"`      // sum of truth less count over live keys counted too low
	Queries   uint64  `json:"queried"`             // absent keys looked up at this checkpoint
	Positives uint64  `json:"positives"`           // of those, answered true
}

// Causes counts false negatives by the operation that made the filter deny the key.
type Causes struct {
	Victim   uint64 `json:"victim,omitempty"`   // a refused insert removed it
	Own      uint64 `json:"own,omitempty"`      // a delete of one of its own copies, while others live
	Unsafe   uint64 `json:"unsafe,omitempty"`   // a delete of another key, both having been stored
	Collided uint64 `json:"collided,omitempty"` // a delete of another key, one of the two having been absorbed
	Overflow uint64 `json:"overflow,omitempty"` // a delete after a counter had saturated
	Other    uint64 `json:"other,omitempty"`    // an accepted insert, or nothing that is known
}

// Total is the number of false negatives.
func (c Causes) Total() uint64 {
	return c.Victim + c.Own + c.Unsafe + c.Collided + c.Overflow + c.Other
}

// Drift is the outcome of a [KindDrift] trial.
type Drift struct {
	Checkpoints []Drifted `json:"checkpoints"` // one for each of the trial's turnovers
}

// Drift returns the outcome of a [KindDrift] trial, nil of any other and of one that failed.
func (r *Record) Drift() *Drift { p, _ := r.Outcome.(*Drift); return p }

func (*Drift) Kind() string { return KindDrift }

func (d *Drift) Tally() (asked, denied uint64) {
	for _, p := range d.Checkpoints {
		asked += p.Live
		denied += p.Missing
	}
	return asked, denied
}

func (d *Drift) Held(t Trial) (asked, denied uint64) {
	if t.Policy != PolicyEvery && t.Policy != PolicyKnown {
		return 0, 0 // the caller deletes what the filter may not hold
	}
	return d.Tally()
}

func (d *Drift) Exact(Trial) Outcome { return d }

func (d *Drift) check(Trial) error {
	for i, p := range d.Checkpoints {
		err := checkParts(
			atMost{"refused", p.Refused, "inserted", p.Inserted},
			atMost{"absorbed", p.Absorbed, "inserted", p.Inserted},
			atMost{"missing", p.Missing, "live", p.Live},
			atMost{"live", p.Live, "held", p.Copies},
			atMost{"positives", p.Positives, "queried", p.Queries},
		)
		if err == nil && p.Causes.Total() != p.Missing {
			err = fmt.Errorf("causes of %d false negatives; must be of %d", p.Causes.Total(), p.Missing)
		}
		if err != nil {
			return fmt.Errorf("checkpoint %d: %w", i, err)
		}
		if i > 0 && p.Turnover <= d.Checkpoints[i-1].Turnover {
			return fmt.Errorf("checkpoint %d: turnover %g after %g; must increase", i, p.Turnover, d.Checkpoints[i-1].Turnover)
		}
	}
	return nil
}

func (d *Drift) samples(r *Record, _ Nulls) []Sampled {
	var all []Sampled
	for _, c := range d.Checkpoints {
		s := Sampled{Record: r, N: max(1, c.Queries), Point: []Label{{"turnover", short(c.Turnover)}}}
		s.add(UnitFalsePositives, 1e6, c.Positives, c.Queries)
		s.add(UnitFalseNegatives, 1e6, c.Missing, c.Live)
		s.add(UnitRefused, 100, c.Refused, c.Inserted)
		if c.Counted {
			s.add(UnitCountError, 100, c.Excess+c.Lack, c.Copies)
		}
		all = append(all, s)
	}
	return all
}
