package record

import (
	"fmt"
	"slices"
	"strings"
)

// KindAdversary: somebody chooses keys to do harm.
const KindAdversary = "adversary"

var _ = kinds.add(Kind{
	Name: KindAdversary, Order: 71, Title: "Adversary", Doc: "let somebody choose keys to do harm",
	Summary: "%s of %s chosen keys did what they were chosen for",
	New:     func() Outcome { return new(Adversary) },
})

// The attacks.
const (
	AttackPollute = "pollute" // insert keys that set as many bits as a key can
	AttackCollide = "collide" // insert keys that share all places of one of the attacker's own
	AttackReplay  = "replay"  // look up false positives that were found, again and again
	AttackDelete  = "delete"  // delete keys that were never inserted and look like members
	AttackInvert  = "invert"  // name the keys of a stolen table, from a list of candidates
)

// Attacks lists all of them.
var Attacks = []string{AttackPollute, AttackCollide, AttackReplay, AttackDelete, AttackInvert}

// What the attacker knows.
const (
	KnowsKey     = "key"     // hash function and key: what the filter does with a key can be computed without asking
	KnowsAnswers = "answers" // neither, or the function alone: the filter can only be asked
)

// Knowledges lists both.
var Knowledges = []string{KnowsKey, KnowsAnswers}

// Adversary is the outcome of a [KindAdversary] trial.
type Adversary struct {
	Members   uint64 `json:"members"`           // keys of others, held before the attack
	Tried     uint64 `json:"tried"`             // candidates that the attacker computed on a filter of his own, or on a stolen table
	Asked     uint64 `json:"asked"`             // lookups by which the filter itself was asked, to find keys
	Chosen    uint64 `json:"chosen"`            // keys inserted (pollute, collide), looked up (replay), deleted (delete) or named (invert)
	Worked    uint64 `json:"worked"`            // of those, set no bit that was set (pollute), collide (collide), answered true (replay), reported as deleted (delete), members (invert)
	Refused   uint64 `json:"refused,omitempty"` // of those, inserts refused
	Denied    uint64 `json:"denied"`            // of the members, denied afterwards
	Offered   uint64 `json:"offered,omitempty"` // further keys of others, inserted afterwards
	Shut      uint64 `json:"shut,omitempty"`    // of those, refused
	Queries   uint64 `json:"queried"`           // absent keys that nobody chose, looked up afterwards
	Positives uint64 `json:"positives"`         // of those, answered true
	Grown     uint64 `json:"grown,omitempty"`   // bits of the table afterwards, where it grew
}

// Adversary returns the outcome of a [KindAdversary] trial, nil of any other and of one that failed.
func (r *Record) Adversary() *Adversary { p, _ := r.Outcome.(*Adversary); return p }

func (*Adversary) Kind() string { return KindAdversary }

func (a *Adversary) Tally() (worked, chosen uint64) { return a.Worked, a.Chosen }

func (*Adversary) Held(Trial) (asked, denied uint64) { return 0, 0 } // to lose keys is what some attacks are for

func (a *Adversary) Exact(Trial) Outcome { return a }

func (a *Adversary) check(t Trial) error {
	if !slices.Contains(Attacks, t.Attack) || !slices.Contains(Knowledges, t.Knows) {
		return fmt.Errorf("attack %q by one who knows %q: must be one of %s, and one of %s", t.Attack, t.Knows, strings.Join(Attacks, ", "), strings.Join(Knowledges, ", "))
	}
	return checkParts(
		atMost{"worked", a.Worked, "chosen", a.Chosen},
		atMost{"refused", a.Refused, "chosen", a.Chosen},
		atMost{"denied", a.Denied, "members", a.Members},
		atMost{"shut", a.Shut, "offered", a.Offered},
		atMost{"positives", a.Positives, "queried", a.Queries},
	)
}

func (a *Adversary) samples(r *Record, _ Nulls) []Sampled {
	s := Sampled{Record: r, N: max(1, a.Chosen), Point: []Label{{"attack", r.Trial.Attack}, {"knows", r.Knows}}}
	s.add(UnitWorked, 100, a.Worked, a.Chosen)
	s.add(UnitFalsePositives, 1e6, a.Positives, a.Queries)
	s.add(UnitFalseNegatives, 1e6, a.Denied, a.Members)
	return []Sampled{s}
}
