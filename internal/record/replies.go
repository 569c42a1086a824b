package record

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// KindReplies: send random commands to a server, and compare each reply with the model's.
const KindReplies = "replies"

var _ = kinds.add(Kind{
	Name: KindReplies, Order: 50, Title: "Replies", Doc: "send random commands to a server, and compare each reply with what the model here says",
	Summary: "%s replies of a server, %s as foreseen",
	Asked:   "of keys that a command had added, by the server's own replies",
	New:     func() Outcome { return new(Replies) },
})

// Replies is the outcome of a [KindReplies] trial.
type Replies struct {
	Commands []Replied  `json:"commands"`        // by the name of the command, in alphabetical order
	First    string     `json:"first,omitempty"` // the first reply that differs: command, the model's and the server's
	Promises []Promised `json:"promises"`        // what the documentation says of replies, counted in those of the server
	Added    uint64     `json:"added"`           // lookups, by EXISTS and MEXISTS, of keys that were added and never deleted
	Denied   uint64     `json:"denied"`          // of those, answered no
}

// Replied is how one command was answered.
type Replied struct {
	Name    string `json:"name"`    // such as BF.ADD
	Sent    uint64 `json:"sent"`    // replies to it
	Differs uint64 `json:"differs"` // replies that are not the model's
}

// Promised is a sentence of the documentation.
type Promised struct {
	What   string `json:"what"`   // in half a sentence
	Asked  uint64 `json:"asked"`  // replies that it speaks of
	Broken uint64 `json:"broken"` // of those, that say otherwise
}

// Replies returns the outcome of a [KindReplies] trial, nil of any other and of one that failed.
func (r *Record) Replies() *Replies { p, _ := r.Outcome.(*Replies); return p }

func (*Replies) Kind() string { return KindReplies }

// Sent returns how many replies were compared, and how many differ.
func (p *Replies) Sent() (sent, differs uint64) {
	for _, c := range p.Commands {
		sent, differs = sent+c.Sent, differs+c.Differs
	}
	return sent, differs
}

func (p *Replies) Tally() (sent, same uint64) {
	sent, differs := p.Sent()
	return sent, sent - differs
}

func (p *Replies) Held(Trial) (asked, denied uint64) { return p.Added, p.Denied }

func (p *Replies) Exact(Trial) Outcome { return p }

func (p *Replies) check(Trial) error {
	if !slices.IsSortedFunc(p.Commands, func(a, b Replied) int { return cmp.Compare(a.Name, b.Name) }) {
		return errors.New("commands are out of order")
	}
	for _, c := range p.Commands {
		if err := checkParts(atMost{c.Name + " that differ", c.Differs, "sent", c.Sent}); err != nil {
			return err
		}
	}
	for _, m := range p.Promises {
		if err := checkParts(atMost{fmt.Sprintf("broken of %q", m.What), m.Broken, "asked", m.Asked}); err != nil {
			return err
		}
	}
	if _, differs := p.Sent(); (differs > 0) != (p.First != "") {
		return errors.New("first is given where replies differ, and only there")
	}
	return checkParts(atMost{"denied", p.Denied, "added", p.Added})
}

func (p *Replies) samples(r *Record, _ Nulls) []Sampled {
	sent, differs := p.Sent()
	s := Sampled{Record: r, N: max(1, sent)}
	s.add(UnitReplies, 1e6, differs, sent)
	s.add(UnitFalseNegatives, 1e6, p.Denied, p.Added)
	return []Sampled{s}
}
