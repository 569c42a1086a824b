package record

import "fmt"

// KindSharding: divide keys among several filters.
const KindSharding = "sharding"

var _ = kinds.add(Kind{
	Name: KindSharding, Order: 64, Title: "Sharding", Doc: "divide keys among several filters, each made for its part of them",
	Summary: "%s of %s lookups",
	Asked:   "divided among several",
	New:     func() Outcome { return new(Sharding) },
})

// Sharding is the outcome of a [KindSharding] trial. The shape of its record
// counts the bits and cells of all of them.
type Sharding struct {
	Inserted  uint64 `json:"inserted"`          // keys
	Refused   uint64 `json:"refused,omitempty"` // of those, refused
	Least     uint64 `json:"least"`             // keys that the emptiest filter got
	Most      uint64 `json:"most"`              // keys that the fullest got
	Missing   uint64 `json:"missing"`           // accepted keys that are answered false
	Queries   uint64 `json:"queried"`           // absent keys looked up
	Positives uint64 `json:"positives"`         // of those, answered true
	First     uint64 `json:"first,omitempty"`   // keys accepted before any filter refused one, if it went on; 0 if none ever did
}

// Sharding returns the outcome of a [KindSharding] trial, nil of any other and of one that failed.
func (r *Record) Sharding() *Sharding { p, _ := r.Outcome.(*Sharding); return p }

func (*Sharding) Kind() string { return KindSharding }

func (s *Sharding) Tally() (positives, queries uint64) { return s.Positives, s.Queries }

func (s *Sharding) Held(Trial) (asked, denied uint64) { return s.Inserted - s.Refused, s.Missing }

func (s *Sharding) Exact(Trial) Outcome { return s }

func (s *Sharding) check(Trial) error {
	if s.Least > s.Most {
		return fmt.Errorf("the emptiest filter got %d keys and the fullest %d", s.Least, s.Most)
	}
	return checkParts(
		atMost{"refused", s.Refused, "inserted", s.Inserted},
		atMost{"missing", s.Missing, "inserted", s.Inserted - min(s.Refused, s.Inserted)},
		atMost{"positives", s.Positives, "queried", s.Queries},
	)
}

func (s *Sharding) samples(r *Record, _ Nulls) []Sampled {
	x := Sampled{Record: r, N: max(1, s.Queries), Point: []Label{{"shards", short(float64(max(1, r.Shards)))}}}
	x.add(UnitFalsePositives, 1e6, s.Positives, s.Queries)
	x.add(UnitFalseNegatives, 1e6, s.Missing, s.Inserted-s.Refused)
	x.add(UnitBitsPerKey, 1, r.Shape.Bits, s.Inserted-s.Refused)
	x.add(UnitRefused, 100, s.Refused, s.Inserted)
	if s.First > 0 && r.Shape.BucketSlots > 0 {
		x.add(UnitLoad, 100, s.First, r.Shape.Cells)
	}
	return []Sampled{x}
}
