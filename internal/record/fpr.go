package record

import "fmt"

// KindFPR: fill, then look up absent keys.
const KindFPR = "fpr"

var _ = kinds.add(Kind{
	Name: KindFPR, Order: 1, Title: "FPR", Doc: "fill, then look up absent keys",
	Summary: "%s of %s lookups",
	Asked:   "after filling",
	New:     func() Outcome { return new(FPR) },
})

// Filled counts what went into a filter.
type Filled struct {
	Inserted uint64 `json:"inserted"`            // inserts tried
	Accepted uint64 `json:"accepted"`            // inserts not refused
	Distinct uint64 `json:"distinct"`            // distinct keys accepted
	Members  uint64 `json:"members"`             // accepted keys looked up again
	Missing  uint64 `json:"missing"`             // of those, answered false: false negatives
	Overflow uint64 `json:"overflow,omitempty"`  // counters that saturated
	Kicks    uint64 `json:"kicks,omitempty"`     // kicks of all inserts together, refused ones too
	MaxKicks uint64 `json:"max_kicks,omitempty"` // most kicks of one insert
}

// FPR is the outcome of a [KindFPR] trial.
type FPR struct {
	Filled
	Queries   uint64 `json:"queried"`        // absent keys looked up
	Positives uint64 `json:"positives"`      // of those, answered true
	Stop      string `json:"stop,omitempty"` // of a trial with a target: what ended the lookups, target or cap
}

// What ends the lookups of a trial with a target: the false positive with which
// the target is reached, or the number of lookups.
const (
	StopTarget = "target"
	StopCap    = "cap"
)

// FPR returns the outcome of an [KindFPR] trial, nil of any other and of one that failed.
func (r *Record) FPR() *FPR { p, _ := r.Outcome.(*FPR); return p }

func (*FPR) Kind() string { return KindFPR }

func (f *FPR) Tally() (positives, queries uint64) { return f.Positives, f.Queries }

func (f *FPR) Held(_ Trial) (asked, denied uint64) { return f.Members, f.Missing }

func (f *FPR) Exact(Trial) Outcome { return f }

func (f *FPR) check(t Trial) error {
	stop := ""
	switch {
	case t.Target > 0 && f.Positives == t.Target:
		stop = StopTarget
	case t.Target > 0:
		stop = StopCap
	}
	if f.Stop != stop || f.Positives > t.Target && t.Target > 0 {
		return fmt.Errorf("stop %q with %d positives and a target of %d: must be %q", f.Stop, f.Positives, t.Target, stop)
	}
	return checkParts(
		atMost{"accepted", f.Accepted, "inserted", f.Inserted},
		atMost{"distinct", f.Distinct, "accepted", f.Accepted},
		atMost{"missing", f.Missing, "members", f.Members},
		atMost{"positives", f.Positives, "queried", f.Queries},
	)
}

// samples measures the space by the keys that the trial inserts, not by those
// that were accepted: the former are the same in every repetition.
func (f *FPR) samples(r *Record, _ Nulls) []Sampled {
	s := Sampled{Record: r, N: max(1, f.Queries)}
	if f.Stop == StopTarget && f.Queries > 1 { // the last lookup was a positive by the rule, not by chance
		s.add(UnitFalsePositives, 1e6, f.Positives-1, f.Queries-1)
	} else {
		s.add(UnitFalsePositives, 1e6, f.Positives, f.Queries)
	}
	s.add(UnitFalseNegatives, 1e6, f.Missing, f.Members)
	if r.Shape.Bits > 0 {
		s.add(UnitBitsPerKey, 1, r.Shape.Bits, f.Inserted)
	}
	if r.Shape.BucketSlots > 0 {
		s.add(UnitRefused, 100, f.Inserted-f.Accepted, f.Inserted)
	}
	return []Sampled{s}
}
