package record

import (
	"errors"
	"fmt"
)

// KindAudit: hold a filter, usually a library's, to what anybody would expect of it.
const KindAudit = "audit"

var _ = kinds.add(Kind{
	Name: KindAudit, Order: 6, Title: "Audit", Doc: "hold a filter, usually a library's, to what anybody would expect of it",
	Summary: "%s held keys looked up, %s denied",
	Asked:   "after filling, and under random inserts and deletes",
	New:     func() Outcome { return new(Audit) },
})

// Audit is the outcome of a [KindAudit] trial. Each of its stages begins with an empty
// filter of the trial's size; keys are "held" while their accepted inserts outnumber
// their deletes.
type Audit struct {
	Library *Library `json:"library,omitempty"` // what the library says of itself; absent for a filter of this project
	Promise float64  `json:"promise,omitempty"` // rate of false positives that its documentation gives for the keys it was sized for

	Copies  Histogram `json:"copies"`            // alone in a filter: keys by copies accepted before the first refusal, or by all if there was none
	Later   uint64    `json:"later,omitempty"`   // copies accepted after a refusal
	Removed Histogram `json:"removed,omitempty"` // those keys by deletes that found one, of as many as copies were accepted

	Members   uint64 `json:"members"`           // filled: accepted keys, all looked up
	Refused   uint64 `json:"refused,omitempty"` // inserts refused on the way
	Missing   uint64 `json:"missing"`           // of the accepted, answered false
	Queries   uint64 `json:"queried"`           // absent keys looked up
	Positives uint64 `json:"positives"`         // of those, answered true

	CopiesRefused uint64 `json:"copies_refused,omitempty"` // filled, then copies of other keys: copies refused
	Displaced     uint64 `json:"displaced"`                // of the members, answered false then

	OverTried   uint64 `json:"over_tried"`             // overfilled: inserts, a quarter more than the trial's size
	OverRefused uint64 `json:"over_refused,omitempty"` // of those, refused
	OverLost    uint64 `json:"over_lost,omitempty"`    // of the accepted, answered false in the end
	OverStored  uint64 `json:"over_stored,omitempty"`  // of the refused, answered true in the end
	TwinAsked   uint64 `json:"twin_asked"`             // a second filter of the same seed and inserts: inserts, and lookups of accepted and absent keys
	TwinDiffers uint64 `json:"twin_differs,omitempty"` // of those, with another outcome

	Ops       uint64 `json:"ops"`                 // random legal operations at half the size, against an exact multiset
	Deletes   uint64 `json:"deletes,omitempty"`   // of those, deletes of a key that was held
	Undeleted uint64 `json:"undeleted,omitempty"` // of those, that found nothing
	Lookups   uint64 `json:"lookups"`             // lookups of keys that were held, on the way and of all in the end
	Denied    uint64 `json:"denied"`              // of those, answered false
	Entries   uint64 `json:"entries"`             // copies held in the end
	Counts    bool   `json:"counts,omitempty"`    // the filter says how many entries it holds
	Counted   uint64 `json:"counted,omitempty"`   // what it says in the end

	AllocOps     uint64 `json:"alloc_ops"`     // inserts, and lookups, over which allocations were counted
	InsertAllocs uint64 `json:"insert_allocs"` // allocations of those inserts; not exact
	LookupAllocs uint64 `json:"lookup_allocs"` // allocations of those lookups; not exact
}

// Library is what a library says of itself, as far as it was looked up.
type Library struct {
	Hash    string   `json:"hash"`              // how it hashes keys
	Seeds   string   `json:"seeds"`             // what of its randomness can be seeded
	Threads string   `json:"threads"`           // what its documentation says of concurrent use
	Forgets bool     `json:"forgets,omitempty"` // it denies keys that it took, as its documentation says
	Defects []Defect `json:"defects,omitempty"` // of this version
}

// Defect is a known one, with the test that shows it.
type Defect struct {
	What string `json:"what"` // in half a sentence
	Test string `json:"test"` // name of the test, which fails when the defect is gone
}

// Audit returns the outcome of an [KindAudit] trial, nil of any other and of one that failed.
func (r *Record) Audit() *Audit { p, _ := r.Outcome.(*Audit); return p }

func (*Audit) Kind() string { return KindAudit }

func (a *Audit) Tally() (asked, denied uint64) { return a.Held(Trial{}) }

func (a *Audit) Held(_ Trial) (asked, denied uint64) {
	return a.Members + a.Lookups, a.Missing + a.Denied
}

func (a *Audit) Exact(Trial) Outcome {
	c := *a
	c.InsertAllocs, c.LookupAllocs = 0, 0
	return &c
}

func (a *Audit) check(Trial) error {
	for _, h := range []struct {
		name string
		h    Histogram
	}{{"copies", a.Copies}, {"removed", a.Removed}} {
		if err := h.h.check(h.name); err != nil {
			return err
		}
	}
	if a.Promise < 0 || a.Promise > 1 {
		return fmt.Errorf("promise %g: must be a rate", a.Promise)
	}
	if a.Counted > 0 && !a.Counts {
		return errors.New("counted is given by a filter that does not count")
	}
	return checkParts(
		atMost{"missing", a.Missing, "members", a.Members},
		atMost{"positives", a.Positives, "queried", a.Queries},
		atMost{"displaced", a.Displaced, "members", a.Members},
		atMost{"over_refused", a.OverRefused, "over_tried", a.OverTried},
		atMost{"over_lost", a.OverLost, "over_tried", a.OverTried - min(a.OverTried, a.OverRefused)},
		atMost{"over_stored", a.OverStored, "over_refused", a.OverRefused},
		atMost{"twin_differs", a.TwinDiffers, "twin_asked", a.TwinAsked},
		atMost{"deletes", a.Deletes, "ops", a.Ops},
		atMost{"undeleted", a.Undeleted, "deletes", a.Deletes},
		atMost{"denied", a.Denied, "lookups", a.Lookups},
	)
}

// samples gives the rates at the size that was asked for and under legal
// operations; what a refusal loses is for the report.
func (a *Audit) samples(r *Record, _ Nulls) []Sampled {
	s := Sampled{Record: r, N: max(1, a.Queries)}
	keys, copies := a.Copies.totals()
	s.add(UnitFalsePositives, 1e6, a.Positives, a.Queries)
	s.add(UnitFalseNegatives, 1e6, a.Denied, a.Lookups)
	s.add(UnitCopies, 1, copies, keys)
	s.add(UnitInsertAllocs, 1, a.InsertAllocs, a.AllocOps)
	s.add(UnitLookupAllocs, 1, a.LookupAllocs, a.AllocOps)
	return []Sampled{s}
}
