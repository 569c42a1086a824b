package harness

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"filterbench/internal/contender"
	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/redis"
)

var _ = kinds.add(kind{
	name: record.KindReplies, needs: []string{"capacity or slots", "draws"},
	draws:   "sequences of as many commands as the capacity, each about a filter of its own",
	inserts: none,
	suits: func(v variants.Variant, _ *Settings) error {
		if p, ok := catalog.ProgramOf(v.String()); !ok || p.Commands == "" {
			return fmt.Errorf("%s has no commands of a server, which kind %s sends", v, record.KindReplies)
		}
		return nil
	},
	cost:    func(w work) cost { return cost{} }, // that of programs is estimated apart
	probe:   func(record.Trial, *record.Record) error { panic("harness: only programs have replies") },
	program: programReplies,
})

// programReplies sends random sequences of commands to a server and holds each reply against
// the model's, and the server's replies against what its documentation says.
func programReplies(p program, r *record.Record) error {
	t, tally := p.trial, newReplyTally()
	for draw := range t.Draws {
		random := rand.New(rand.NewPCG(hashing.Derive(uint64(t.Seed), "replies"), uint64(draw)))
		name := fmt.Sprint("filter", draw)
		traffic := redis.NewTraffic(random, p.Commands, name)
		commands, foreseen := [][]string{{p.Commands + "EXISTS", name, "nobody"}, traffic.Reserve, traffic.Reserve}, []string(nil)
		model, seen := &redis.Server{}, &answered{live: map[string]bool{}}
		for at := 0; at < len(commands); at++ {
			foreseen = append(foreseen, model.Do(commands[at][0], commands[at][1:]...))
			switch more := len(commands) < int(t.Capacity+t.Slots) && tableBytes(model, name) < largestReplying; {
			case at < 2:
			case more:
				commands = append(commands, traffic.Next())
			case commands[at][0] != p.Commands+"INFO":
				commands = append(commands, []string{p.Commands + "INFO", name})
			}
		}
		replies, err := p.replies(commands, r)
		if err != nil {
			return err
		}
		for i, c := range commands {
			tally.compare(c, foreseen[i], replies[i])
			tally.promises(c, replies[i], seen)
		}
	}
	r.Outcome = tally.outcome()
	return nil
}

// largestReplying is the size of tables at which a sequence ends: a server is blocked for minutes
// by a delete in tables of gigabytes, and dies of larger ones.
const largestReplying = 1 << 26

func tableBytes(model *redis.Server, name string) uint64 {
	if c := model.Cuckoo(name); c != nil {
		return c.TableBytes()
	}
	if b := model.Bloom(name); b != nil {
		return b.TableBytes()
	}
	return 0
}

// replies has commands answered by the server: words behind their lengths, a key each.
func (p program) replies(commands [][]string, r *record.Record) ([]string, error) {
	j := contender.Job{Kind: contender.JobReplies, Filter: p.Filter.Name, Params: p.params, Capacity: p.trial.Capacity, Members: make([]uint64, len(commands))}
	for _, words := range commands {
		var text []byte
		for _, w := range words {
			text = append(binary.AppendUvarint(text, uint64(len(w))), w...)
		}
		j.Texts = append(j.Texts, text)
	}
	a, err := p.run(j, r)
	return a.Replies, err
}

// replyTally counts replies by command and promise.
type replyTally struct {
	record.Replies
	sent map[string]*record.Replied
	kept map[string]*record.Promised
}

// What the documentation of BF.* and CF.* says of replies, in the order of reports.
const (
	saysMissing  = "EXISTS says 0 where there is no filter"
	saysReserved = "RESERVE says OK, and of a name that is taken an error"
	saysAgain    = "BF.ADD and BF.MADD say 0 of a key that was added before"
	saysExists   = "EXISTS and MEXISTS say 1 of a key that was added"
	saysLength   = "MADD, INSERT and MEXISTS give a reply for each key"
)

func newReplyTally() *replyTally {
	t := &replyTally{sent: map[string]*record.Replied{}, kept: map[string]*record.Promised{}}
	for _, what := range []string{saysMissing, saysReserved, saysAgain, saysExists, saysLength} {
		t.kept[what] = &record.Promised{What: what}
	}
	return t
}

func (t *replyTally) compare(words []string, model, server string) {
	c := t.sent[words[0]]
	if c == nil {
		c = &record.Replied{Name: words[0]}
		t.sent[words[0]] = c
	}
	c.Sent++
	if model != server {
		if c.Differs++; t.First == "" {
			t.First = fmt.Sprintf("%.200q: model %.200q, server %.200q", words, model, server)
		}
	}
}

func (t *replyTally) holds(what string, ok bool) {
	if t.kept[what].Asked++; !ok {
		t.kept[what].Broken++
	}
}

// answered is what the replies of a server say is in its filter.
type answered struct {
	reserved bool
	live     map[string]bool // keys that were added
	deletes  bool            // there was a delete, which may have taken the trace of any key
}

// promises looks at one reply. A key counts as added once the server says that it took it, until
// the first delete in its filter.
func (t *replyTally) promises(words []string, reply string, h *answered) {
	command := words[0][strings.Index(words[0], ".")+1:]
	keys := words[2:]
	if command == "INSERT" {
		keys = words[4:]
	}
	replies := []string{reply}
	if list, ok := strings.CutPrefix(reply, "["); ok {
		replies = splitReplies(strings.TrimSuffix(list, "]"))
	}
	refused := slices.ContainsFunc(replies, func(one string) bool { return strings.HasPrefix(one, "ERR") })
	switch command {
	case "RESERVE":
		t.holds(saysReserved, (reply == "OK") != h.reserved && (reply == "OK" || strings.HasPrefix(reply, "ERR")))
		h.reserved = true
	case "DEL":
		h.deletes = true
	case "MADD", "MEXISTS", "INSERT":
		if !refused {
			t.holds(saysLength, len(replies) == len(keys))
		}
	}
	if command == "EXISTS" && !h.reserved {
		t.holds(saysMissing, reply == "0")
		return
	}
	for i, key := range keys[:min(len(keys), len(replies))] {
		switch {
		case strings.HasPrefix(replies[i], "ERR"):
		case command == "ADD", command == "MADD", command == "INSERT", command == "ADDNX":
			if words[0] == "BF.ADD" || words[0] == "BF.MADD" {
				if h.live[key] {
					t.holds(saysAgain, replies[i] == "0")
				}
				h.live[key] = true
			} else if replies[i] == "1" {
				h.live[key] = true
			}
		case (command == "EXISTS" || command == "MEXISTS") && h.live[key] && !h.deletes:
			t.holds(saysExists, replies[i] == "1")
			t.Added++
			if replies[i] != "1" {
				t.Denied++
			}
		}
	}
}

// splitReplies splits a list at its blanks, where an error is the last of it.
func splitReplies(list string) (replies []string) {
	if before, last, ok := strings.Cut(list, "ERR "); ok {
		return append(strings.Fields(before), "ERR "+last)
	}
	return strings.Fields(list)
}

func (t *replyTally) outcome() *record.Replies {
	for _, c := range t.sent {
		t.Commands = append(t.Commands, *c)
	}
	slices.SortFunc(t.Commands, func(a, b record.Replied) int { return strings.Compare(a.Name, b.Name) })
	for _, what := range []string{saysMissing, saysReserved, saysAgain, saysExists, saysLength} {
		if m := t.kept[what]; m.Asked > 0 {
			t.Promises = append(t.Promises, *m)
		}
	}
	return &t.Replies
}
