package record

import "fmt"

// KindPenetration: send a mix of requests through cache, filter and database, and count.
const KindPenetration = "penetration"

var _ = kinds.add(Kind{
	Name: KindPenetration, Order: 60, Title: "Penetration", Doc: "send requests for rows and for absent keys to a service with cache, filter and database, and count who answers",
	Summary: "%s requests, %s reads of the database",
	Asked:   "in front of a database",
	New:     func() Outcome { return new(Penetration) },
})

// What a service does about keys that have no row.
const (
	StrategyNone   = "none"   // nothing: each request reads the database
	StrategyNulls  = "nulls"  // the cache keeps that there is no row, as it keeps rows
	StrategyApart  = "apart"  // the same, in a cache of their own, a tenth as large
	StrategyFilter = "filter" // a filter of all rows is asked before the database
	StrategyBoth   = "both"   // the same, and the cache keeps that there is no row of keys that pass it
)

// Strategies lists all of them.
var Strategies = []string{StrategyNone, StrategyNulls, StrategyApart, StrategyFilter, StrategyBoth}

// Guarded reports whether a strategy has a filter.
func Guarded(strategy string) bool { return strategy == StrategyFilter || strategy == StrategyBoth }

// Which absent keys an attacker asks for.
const (
	AbsentRandom = "random" // drawn from as many as there are rows: some come again
	AbsentFlood  = "flood"  // each asked for once
	AbsentKnown  = "known"  // a few that were found to pass the filter, again and again
)

// Absents lists all of them.
var Absents = []string{AbsentRandom, AbsentFlood, AbsentKnown}

// Penetration is the outcome of a [KindPenetration] trial.
type Penetration struct {
	Rows     uint64   `json:"rows"`               // of the database
	Entries  uint64   `json:"entries"`            // that the cache holds at most
	Kept     uint64   `json:"kept"`               // entries of the cache in the end
	Nulls    uint64   `json:"nulls,omitempty"`    // of those, how many say that a key has no row
	Pool     uint64   `json:"pool,omitempty"`     // keys that the attacker repeats
	Searched uint64   `json:"searched,omitempty"` // absent keys that he tried in order to find them
	Legit    Requests `json:"legit"`              // for keys that have a row
	Attack   Requests `json:"attack"`             // for keys that have none
}

// Requests are counted by who answered them.
type Requests struct {
	Sent    uint64 `json:"sent"`              // all of them
	Cached  uint64 `json:"cached,omitempty"`  // answered by a cache
	Stopped uint64 `json:"stopped,omitempty"` // by the filter
	Reads   uint64 `json:"reads,omitempty"`   // by the database
}

// Penetration returns the outcome of a [KindPenetration] trial, nil of any other and of one that failed.
func (r *Record) Penetration() *Penetration { p, _ := r.Outcome.(*Penetration); return p }

func (*Penetration) Kind() string { return KindPenetration }

func (p *Penetration) Tally() (requests, reads uint64) {
	return p.Legit.Sent + p.Attack.Sent, p.Legit.Reads + p.Attack.Reads
}

func (p *Penetration) Held(t Trial) (asked, denied uint64) {
	if !Guarded(t.Strategy) {
		return 0, 0
	}
	return p.Legit.Stopped + p.Legit.Reads, p.Legit.Stopped
}

func (p *Penetration) Exact(Trial) Outcome { return p }

func (p *Penetration) check(Trial) error {
	for _, r := range []struct {
		name string
		Requests
	}{{"legit", p.Legit}, {"attack", p.Attack}} {
		if r.Cached+r.Stopped+r.Reads != r.Sent {
			return fmt.Errorf("%s: %d requests were answered of %d sent", r.name, r.Cached+r.Stopped+r.Reads, r.Sent)
		}
	}
	return checkParts(atMost{"nulls", p.Nulls, "kept", p.Kept}, atMost{"kept", p.Kept, "entries", p.Entries})
}

func (p *Penetration) samples(r *Record, _ Nulls) []Sampled {
	s := Sampled{Record: r, N: max(1, p.Attack.Sent), Point: []Label{{"strategy", r.Strategy}, {"absent", r.Absent}, {"share", short(r.Share)}}}
	s.add(UnitPenetrating, 100, p.Attack.Reads, p.Attack.Sent)
	s.add(UnitCacheHits, 100, p.Legit.Cached, p.Legit.Sent)
	return []Sampled{s}
}
