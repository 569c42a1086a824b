package record

import "errors"

// KindSemantics: find out what a filter does where the operations of a set leave it open.
const KindSemantics = "semantics"

var _ = kinds.add(Kind{
	Name: KindSemantics, Order: 46, Title: "Semantics", Doc: "find out what a filter does with copies, refusals, wrong deletes and too many keys",
	Summary: "%s of %s questions answered",
	New:     func() Outcome { return new(Semantics) },
})

// Semantics is the outcome of a [KindSemantics] trial: what a filter answered when it was run,
// a few words or a number each; "-" where it has no such operation or never comes to it.
type Semantics struct {
	Second string `json:"second_insert"`       // what a second insert of a key does
	Delete string `json:"delete_after_two"`    // whether the key is there after two inserts and a delete
	Copies string `json:"copies_until_refuse"` // how many copies it takes, and what then
	Harm   string `json:"refused_insert"`      // other keys lost by refused inserts
	Absent string `json:"absent_delete"`       // members lost by deletes of keys never inserted
	Full   string `json:"when_full"`           // what it does with many times the keys that it is for
	Tells  string `json:"tells_key_full"`      // whether a refused caller can tell a full key from a full table
}

// Semantics returns the outcome of a [KindSemantics] trial, nil of any other and of one that failed.
func (r *Record) Semantics() *Semantics { p, _ := r.Outcome.(*Semantics); return p }

func (*Semantics) Kind() string { return KindSemantics }

func (s *Semantics) cells() []string {
	return []string{s.Second, s.Delete, s.Copies, s.Harm, s.Absent, s.Full, s.Tells}
}

func (s *Semantics) Tally() (answered, asked uint64) {
	for _, c := range s.cells() {
		if asked++; c != "-" {
			answered++
		}
	}
	return answered, asked
}

func (*Semantics) Held(Trial) (asked, denied uint64) { return 0, 0 }

func (s *Semantics) Exact(Trial) Outcome { return s }

func (s *Semantics) check(Trial) error {
	for _, c := range s.cells() {
		if c == "" {
			return errors.New(`an answer is empty; must be words, or "-" where there is none`)
		}
	}
	return nil
}

// samples are the size of the filter alone: words are no numbers.
func (s *Semantics) samples(r *Record, _ Nulls) []Sampled {
	x := Sampled{Record: r, N: 1}
	x.add(UnitBitsPerKey, 1, r.Shape.Bits, max(1, r.Capacity+r.Slots))
	return []Sampled{x}
}
