package record

import "fmt"

// KindDoubling: fill far beyond the size that was asked for, and look at every doubling.
const KindDoubling = "doubling"

var _ = kinds.add(Kind{
	Name: KindDoubling, Order: 42, Title: "Doubling", Doc: "insert many times the keys that the filter was made for, and look at each doubling",
	Summary: "%s of %s lookups",
	Asked:   "at each doubling of the keys",
	New:     func() Outcome { return new(Doubling) },
})

// Doubling is the outcome of a [KindDoubling] trial: a filter that was made for too few keys.
type Doubling struct {
	Steps []Doubled `json:"steps"` // at the capacity, at twice as many inserts, and so on up to the trial's fill
}

// Doubled is the state of a filter after so many inserts.
type Doubled struct {
	Inserted  uint64 `json:"inserted"`          // inserts tried so far
	Refused   uint64 `json:"refused,omitempty"` // of those, refused
	Bits      uint64 `json:"bits"`              // of its table now, all layers together
	Layers    int    `json:"layers,omitempty"`  // where it has any
	Missing   uint64 `json:"missing"`           // of the accepted, all looked up, answered false
	Queries   uint64 `json:"queried"`           // absent keys looked up now, none of them before
	Positives uint64 `json:"positives"`         // of those, answered true
}

// Accepted is how many keys the filter holds.
func (d Doubled) Accepted() uint64 { return d.Inserted - min(d.Inserted, d.Refused) }

// Doubling returns the outcome of a [KindDoubling] trial, nil of any other and of one that failed.
func (r *Record) Doubling() *Doubling { p, _ := r.Outcome.(*Doubling); return p }

func (*Doubling) Kind() string { return KindDoubling }

func (d *Doubling) Tally() (positives, queries uint64) {
	for _, s := range d.Steps {
		positives += s.Positives
		queries += s.Queries
	}
	return positives, queries
}

func (d *Doubling) Held(Trial) (asked, denied uint64) {
	for _, s := range d.Steps {
		asked += s.Accepted()
		denied += s.Missing
	}
	return asked, denied
}

func (d *Doubling) Exact(Trial) Outcome { return d }

func (d *Doubling) check(Trial) error {
	for i, s := range d.Steps {
		if i > 0 && s.Inserted <= d.Steps[i-1].Inserted {
			return fmt.Errorf("step %d: %d inserts after %d; must increase", i, s.Inserted, d.Steps[i-1].Inserted)
		}
		err := checkParts(
			atMost{"refused", s.Refused, "inserted", s.Inserted},
			atMost{"missing", s.Missing, "accepted", s.Accepted()},
			atMost{"positives", s.Positives, "queried", s.Queries},
		)
		if err != nil {
			return fmt.Errorf("step %d: %w", i, err)
		}
	}
	return nil
}

func (d *Doubling) samples(r *Record, _ Nulls) []Sampled {
	var all []Sampled
	for _, step := range d.Steps {
		s := Sampled{Record: r, N: max(1, step.Queries), Point: []Label{{"times", short(float64(step.Inserted) / float64(max(1, r.Capacity+r.Slots)))}}}
		s.add(UnitFalsePositives, 1e6, step.Positives, step.Queries)
		s.add(UnitFalseNegatives, 1e6, step.Missing, step.Accepted())
		s.add(UnitBitsPerKey, 1, step.Bits, step.Accepted())
		s.add(UnitRefused, 100, step.Refused, step.Inserted)
		all = append(all, s)
	}
	return all
}
