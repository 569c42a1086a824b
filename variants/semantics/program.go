package semantics

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"filterbench/internal/contender"
)

// Program is a filter that is a program of its own.
type Program struct {
	contender.Filter
	Params map[string]float64

	Do   func(contender.Job) (contender.Answer, error)           // does a job
	Send func(commands [][]string) (replies []string, err error) // of a server with commands
}

// OfProgram returns the answers of a program. The error is that of the first job that failed.
func OfProgram(p Program) (row Answers, err error) {
	type failed struct{ error }
	do := p.Do
	p.Do = func(j contender.Job) (contender.Answer, error) {
		j.Filter, j.Params, j.Capacity = p.Name, p.Params, capacity
		a, err := do(j)
		if err != nil {
			panic(failed{err})
		}
		return a, nil
	}
	defer func() {
		switch why := recover().(type) {
		case nil:
		case failed:
			err = why.error
		default:
			panic(why)
		}
	}()
	s := programSubject{Program: p, before: p.rate(stream(1, others), nil).Bytes}
	s.insertCopies()
	s.manyKeys = s.fill()
	return Answers{Second: s.second(), Delete: s.delete(), Copies: s.copiesText(), Harm: s.harm(), Absent: s.absent(), Full: s.full(), Tells: s.tells()}, nil
}

// asked is how many absent keys a full program is asked.
const asked = 10_000

// programSubject is a program with the two jobs that several answers are read off.
type programSubject struct {
	Program
	manyKeys contender.Answer // many times the keys that it is for
	before   uint64           // bytes of the table without copies
	copies   contender.Answer // others, then copies of one key
	taken    int              // copies before the first refusal
	refused  bool             // there was one
}

// stream returns the first n keys of a stream.
func stream(of, n uint64) []uint64 {
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = key(of, uint64(i))
	}
	return keys
}

func withCopies(n int) []uint64 { return append(stream(1, others), slices.Repeat([]uint64{hot}, n)...) }

func (p Program) rate(members, absents []uint64) contender.Answer {
	a, _ := p.Do(contender.Job{Kind: contender.JobRate, Members: members, Absents: absents})
	return a
}

func yes(list []bool) int { return int(contender.Count(list)) }

// lostOf counts keys that were taken and are not found.
func lostOf(a contender.Answer, n int) (lost int) {
	for i := range n {
		if a.Taken[i] && !a.Found[i] {
			lost++
		}
	}
	return lost
}

// insertCopies finds out how many copies are taken. One whose table grows gets twice as many
// each time, for fear of its memory.
func (s *programSubject) insertCopies() {
	n := manyCopies
	switch {
	case s.Grows:
		n = 16
	case s.Refuses: // each refusal may take long
		a, _ := s.Do(contender.Job{Kind: contender.JobLoad, Members: withCopies(n)})
		n = len(a.Taken) - others
	}
	for {
		s.copies = s.rate(withCopies(n), nil)
		s.taken = slices.Index(s.copies.Taken[others:], false)
		if s.refused = s.taken >= 0; s.refused {
			// enough refusals to see what they harm
			if enough := s.taken + refusals; enough > n {
				s.copies = s.rate(withCopies(enough), nil)
			}
			return
		}
		s.taken = n
		if n >= manyCopies || 8*s.copies.Bytes > largest/8 {
			return
		}
		n = min(manyCopies, 2*n)
	}
}

// fill inserts many times the keys that the filter is for; where a refusal ends it, some more
// than the first that is refused, for each that fails may take long.
func (s *programSubject) fill() contender.Answer {
	keys := stream(4, beyond*capacity)
	if s.Refuses && !s.Grows {
		a, _ := s.Do(contender.Job{Kind: contender.JobLoad, Members: keys})
		keys = keys[:min(len(keys), len(a.Taken)+4*refusals)]
	}
	return s.rate(keys, stream(7, asked))
}

func (s *programSubject) copiesText() string {
	if s.Static {
		return none
	}
	return copiesOf(s.taken, s.refused, s.before, s.copies.Bytes)
}

// second compares tables with keys once and twice, where bytes or refusals tell them apart.
func (s *programSubject) second() string {
	if s.Static {
		if s.copies.Bytes > s.rate(withCopies(2), nil).Bytes*11/10 {
			return "makes the table larger"
		}
		return "is taken for the first"
	}
	two, _ := s.Do(contender.Job{Kind: contender.JobCopies, Members: withCopies(1), Copies: 2})
	if !two.Copies[1] {
		return "is refused"
	}
	room := false
	if s.Grows {
		once := stream(8, 4*capacity)
		room = s.rate(slices.Concat(once, once), nil).Bytes > s.rate(once, nil).Bytes
	}
	if s.Refuses && !room && slices.Contains(s.manyKeys.Taken, false) {
		var pairs []uint64
		for _, k := range stream(4, uint64(len(s.manyKeys.Taken))) {
			pairs = append(pairs, k, k)
		}
		a, _ := s.Do(contender.Job{Kind: contender.JobLoad, Members: pairs})
		room = 2*len(a.Taken) < 3*refusedAt(s.manyKeys.Taken, 1)
	}
	switch {
	case room && s.Deletes:
		return "takes another slot"
	case room, s.refused, s.copies.Bytes > s.before:
		return "takes room, unseen"
	case s.Deletes && yes(two.Removed) == 2 && two.Still[0]:
		return "is counted"
	}
	return "changes nothing"
}

func (s *programSubject) delete() string {
	if !s.Deletes {
		return none
	}
	two, _ := s.Do(contender.Job{Kind: contender.JobCopies, Members: withCopies(1), Copies: 2})
	switch {
	case !two.Copies[1]:
		return "second was refused"
	case !two.Removed[0]:
		return "the delete fails"
	case two.Still[0]:
		return "still there"
	}
	return "gone"
}

func (s *programSubject) harm() string {
	if s.Static {
		return none
	}
	var answers []string
	if s.refused {
		n := lostOf(s.copies, others)
		if n > 0 {
			n -= lostOf(s.rate(withCopies(s.taken), nil), others)
		}
		answers = append(answers, harmOf(n, len(s.copies.Taken)-others-yes(s.copies.Taken[others:]), "copies"))
	}
	if first, last := refusedAt(s.manyKeys.Taken, 1), refusedAt(s.manyKeys.Taken, refusals); last >= 0 {
		n := lostOf(s.rate(stream(4, uint64(last)+1), nil), last)
		if n > 0 {
			n -= lostOf(s.rate(stream(4, uint64(first)+1), nil), first)
		}
		answers = append(answers, harmOf(n, refusals, "new keys"))
	}
	if len(answers) == 0 {
		return none
	}
	return strings.Join(answers, "; ")
}

// refusedAt returns where the n-th refusal stands, -1 if there are fewer.
func refusedAt(taken []bool, n int) int {
	for i, in := range taken {
		if !in {
			if n--; n == 0 {
				return i
			}
		}
	}
	return -1
}

// absent deletes keys that look like members, in a filter like the one that was asked.
func (s *programSubject) absent() string {
	if !s.Deletes {
		return none
	}
	members, all := stream(1, capacity), stream(3, searched)
	var chosen []uint64
	for i, found := range s.rate(members, all).Absent {
		if found && len(chosen) < wrong {
			chosen = append(chosen, all[i])
		}
	}
	if len(chosen) == 0 {
		return absentOf(0, 0)
	}
	a, _ := s.Do(contender.Job{Kind: contender.JobDeletes, Members: members, Absents: chosen})
	lost := 0
	for i, found := range a.Found {
		if found && !a.After[i] {
			lost++
		}
	}
	return absentOf(len(chosen), lost)
}

func (s *programSubject) full() string {
	if s.Static {
		return built
	}
	a := s.manyKeys
	return fullOf(a.Bytes > s.before, slices.Contains(a.Taken, false),
		func() float64 { return float64(yes(a.Absent)) / asked }, lostOf(a, len(a.Taken)), yes(a.Taken))
}

// tells compares what the library says of a full key and of a full table, asks whether other
// keys are still taken, and, of a server, what it counts.
func (s *programSubject) tells() string {
	if s.Static {
		return none
	}
	first := refusedAt(s.manyKeys.Taken, 1)
	switch {
	case !s.refused && first < 0:
		return tellsNever
	case !s.refused:
		return tellsAny
	case first >= 0 && !slices.ContainsFunc(s.copies.Refusals, func(said string) bool { return slices.Contains(s.manyKeys.Refusals, said) }) && len(s.copies.Refusals) > 0:
		return tellsError
	}
	members := append(withCopies(s.taken+1), stream(6, 2)...)
	if after := s.rate(members, nil).Taken[len(members)-2:]; !after[0] && !after[1] {
		return tellsClosed
	}
	if s.Commands == "CF." && s.counts(first) {
		return tellsCount
	}
	return "no"
}

// counts reports whether CF.COUNT is as high as the copies for a full key, and lower for a key
// that a full table refuses.
func (s *programSubject) counts(first int) bool {
	fill := func(name string, keys []uint64) [][]string {
		commands := [][]string{{"CF.RESERVE", name, fmt.Sprint(capacity), "BUCKETSIZE", fmt.Sprint(s.Params["bucket"]),
			"MAXITERATIONS", fmt.Sprint(s.Params["iterations"]), "EXPANSION", fmt.Sprint(s.Params["expansion"])}}
		text := func(k uint64) string { return string(binary.LittleEndian.AppendUint64(nil, k)) }
		for _, k := range keys {
			commands = append(commands, []string{"CF.ADD", name, text(k)})
		}
		return append(commands, []string{"CF.COUNT", name, text(keys[len(keys)-1])})
	}
	count := func(keys []uint64) (n int) {
		replies, err := s.Send(fill("counted", keys))
		if err == nil {
			_, err = fmt.Sscan(replies[len(replies)-1], &n)
		}
		if err != nil {
			return -1
		}
		return n
	}
	return count(withCopies(s.taken+1)) >= s.taken && count(stream(4, uint64(first)+1)) < s.taken
}
