package contender

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The jobs that a driver can be given; contenders/PROTOCOL.md says what each does.
const (
	JobRate    = "rate"
	JobLoad    = "load"
	JobCopies  = "copies"
	JobDeletes = "deletes"
	JobTime    = "time"
	JobReplies = "replies"
	JobReports = "reports"
)

// The operations that job time can time.
const (
	OpInsert = "insert"
	OpHit    = "hit"
	OpMiss   = "miss"
)

// Job is one thing for a driver to do.
type Job struct {
	Kind     string             // one of the jobs
	Filter   string             // name of one of the contender's filters
	Params   map[string]float64 // a value for each of its parameters
	Capacity uint64             // keys that the filter is made for
	Members  []uint64           // keys to insert, in order; handed over as 8 bytes each, least first
	Absents  []uint64           // keys that are never inserted
	Texts    [][]byte           // in the place of keys of 8 bytes: those of the members, then those of the absent keys, which count only; of replies, the commands
	Copies   int                // of the last member (copies)
	Ops      []string           // to time (time)
	Warm     int                // rounds before those that count (time)
	Rounds   int                // that count (time)
	Threads  int                // that insert each key at once (reports); 0 is none
	Within   time.Duration      // the driver is killed after that; 0 is [Patience]
}

// Patience is how long a driver may take where the job does not say.
const Patience = 2 * time.Minute

// version of the protocol.
const version = "1"

// lines writes the job for the driver.
func (j Job) lines(keys, answers string) string {
	var b strings.Builder
	say := func(key, value string) { fmt.Fprintf(&b, "%s %d %s\n", key, len(value), value) }
	number := func(key string, n int) { say(key, strconv.Itoa(n)) }
	say("protocol", version)
	say("job", j.Kind)
	say("filter", j.Filter)
	var names []string
	for name := range j.Params {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		say("param."+name, strconv.FormatFloat(j.Params[name], 'g', -1, 64))
	}
	say("capacity", strconv.FormatUint(j.Capacity, 10))
	say("keys", keys)
	if j.Texts != nil {
		say("width", "any")
	}
	number("members", len(j.Members))
	number("absents", len(j.Absents))
	number("copies", j.Copies)
	say("ops", strings.Join(j.Ops, " "))
	number("warm", j.Warm)
	number("rounds", j.Rounds)
	number("threads", j.Threads)
	say("answers", answers)
	say("end", "")
	return b.String()
}

// writeKeys writes the keys as the driver maps them.
func (j Job) writeKeys(file *os.File) error {
	if j.Texts != nil {
		return j.writeTexts(file)
	}
	data := make([]byte, 0, 8*(len(j.Members)+len(j.Absents)))
	for _, key := range j.Members {
		data = binary.LittleEndian.AppendUint64(data, key)
	}
	for _, key := range j.Absents {
		data = binary.LittleEndian.AppendUint64(data, key)
	}
	_, err := file.Write(data)
	return err
}

// writeTexts writes where each key begins and the last one ends, 8 bytes each, and the keys.
func (j Job) writeTexts(file *os.File) error {
	if len(j.Texts) != len(j.Members)+len(j.Absents) {
		panic("contender: a job has as many texts as keys")
	}
	data, at := make([]byte, 0, 8*(len(j.Texts)+1)), uint64(0)
	for _, text := range j.Texts {
		data = binary.LittleEndian.AppendUint64(data, at)
		at += uint64(len(text))
	}
	data = binary.LittleEndian.AppendUint64(data, at)
	for _, text := range j.Texts {
		data = append(data, text...)
	}
	_, err := file.Write(data)
	return err
}

// Answer is what a driver did, counted and checked.
type Answer struct {
	Version string
	Bytes   uint64   // of the table
	Slots   uint64   // of the table, 0 where the filter has no slots
	Clock   string   // thread, process or wall (time)
	Samples []Sample // in the order of the rounds (time)
	Replies []string // to the commands (replies)

	Refusals []string // what the library said when it refused an insert, each of its words once
	Answers
}

// Sample is one timed loop.
type Sample struct {
	Op  string
	Ops uint64 // operations in the loop
	NS  int64
	Yes uint64 // keys taken, or lookups answered yes

	Trips uint64 // round trips to a server; 0 where there is none
}

// Answers has one entry for each operation of a job. Which lists are filled is the job's.
type Answers struct {
	Taken   []bool   // inserts of members, in order; of copies, all but those of the hot key; of reports, whether they said that something changed
	Found   []bool   // lookups of members after the inserts; of reports, of each before its insert
	Absent  []bool   // lookups of absent keys (rate, time)
	Copies  []bool   // inserts of the hot key (copies)
	Removed []bool   // deletes of the hot key (copies) or of absent keys (deletes), where the filter deletes
	Still   []bool   // lookups of the hot key, one after each of its deletes (copies)
	After   []bool   // lookups of members in the end (copies and deletes, where the filter deletes); of reports, what second inserts said
	Told    [][]bool // what the inserts of each thread said (reports)
}

// Count returns how many entries of a list are yes.
func Count(list []bool) (yes uint64) {
	for _, one := range list {
		if one {
			yes++
		}
	}
	return yes
}

// Denied returns how many of the members that were taken are denied after the inserts.
// Of a job with copies the hot key, which is the last member, counts if one of them was taken.
func (a Answers) Denied() (denied, taken uint64) {
	for i, found := range a.Found {
		held := i < len(a.Taken) && a.Taken[i] || i == len(a.Taken) && Count(a.Copies) > 0
		if held {
			taken++
			if !found {
				denied++
			}
		}
	}
	return denied, taken
}

// parts splits the bytes of the file of answers by what PROTOCOL.md says of the job.
func (j Job) parts(data []byte, deletes bool) (a Answers, err error) {
	members, absents := len(j.Members), len(j.Absents)
	cut := cutter{data: data}
	switch j.Kind {
	case JobRate, JobTime:
		a.Taken, a.Found, a.Absent = cut.take(members), cut.take(members), cut.take(absents)
	case JobLoad:
		tried := members
		if refused := slices.Index(data[:min(members, len(data))], 0); refused >= 0 {
			tried = refused + 1
		}
		a.Taken, a.Found = cut.take(tried), cut.take(tried)
	case JobCopies:
		a.Taken, a.Copies, a.Found = cut.take(members-1), cut.take(j.Copies), cut.take(members)
		if deletes {
			for range j.Copies {
				a.Removed, a.Still = append(a.Removed, cut.take(1)...), append(a.Still, cut.take(1)...)
			}
			a.After = cut.take(members)
		}
	case JobDeletes:
		a.Taken, a.Found = cut.take(members), cut.take(members)
		if deletes {
			a.Removed = cut.take(absents)
		}
		a.After = cut.take(members)
	case JobReports:
		for range members {
			a.Found, a.Taken = append(a.Found, cut.take(1)...), append(a.Taken, cut.take(1)...)
		}
		a.After = cut.take(members)
		for range j.Threads {
			a.Told = append(a.Told, cut.take(members))
		}
	default:
		panic("contender: no job is called " + j.Kind)
	}
	return a, cut.end()
}

// replies splits the answers to commands, a line each.
func (j Job) replies(data []byte) ([]string, error) {
	lines := strings.SplitAfter(string(data), "\n")
	if n := len(lines) - 1; n != len(j.Members) || lines[n] != "" {
		return nil, fmt.Errorf("wrote %d lines of replies; the job has %d commands", n, len(j.Members))
	}
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\n")
	}
	return lines[:len(j.Members)], nil
}

// cutter takes answers off the front.
type cutter struct {
	data   []byte
	wanted int
	bad    error
}

func (c *cutter) take(n int) []bool {
	list := make([]bool, n)
	for i := range list {
		if at := c.wanted + i; at < len(c.data) {
			if c.data[at] > 1 && c.bad == nil {
				c.bad = fmt.Errorf("answer %d is byte %d; must be 0 or 1", at, c.data[at])
			}
			list[i] = c.data[at] == 1
		}
	}
	c.wanted += n
	return list
}

func (c *cutter) end() error {
	if len(c.data) != c.wanted {
		return fmt.Errorf("wrote %d answers; the job has %d", len(c.data), c.wanted)
	}
	return c.bad
}

// checkSamples holds what a driver says of its timed loops against its answers.
func (j Job) checkSamples(a Answer) error {
	want := map[string][2]uint64{ // operations, and answers that are yes
		OpInsert: {uint64(len(j.Members)), Count(a.Taken)},
		OpHit:    {uint64(len(j.Members)), Count(a.Found)},
		OpMiss:   {uint64(len(j.Absents)), Count(a.Absent)},
	}
	rounds := map[string]int{}
	for _, s := range a.Samples {
		w, known := want[s.Op]
		switch {
		case !known || !slices.Contains(j.Ops, s.Op):
			return fmt.Errorf("sample of %q, which was not asked for", s.Op)
		case s.Ops != w[0]:
			return fmt.Errorf("sample of %s has %d operations; the job has %d", s.Op, s.Ops, w[0])
		case s.Yes != w[1]:
			return fmt.Errorf("sample of %s says yes %d times; the answers do %d times", s.Op, s.Yes, w[1])
		case s.NS <= 0 && s.Ops > 0:
			return fmt.Errorf("sample of %s took %d ns", s.Op, s.NS)
		}
		rounds[s.Op]++
	}
	for _, op := range j.Ops {
		if rounds[op] != j.Rounds {
			return fmt.Errorf("%d samples of %s; the job has %d rounds", rounds[op], op, j.Rounds)
		}
	}
	if !slices.Contains([]string{"thread", "process", "wall"}, a.Clock) {
		return fmt.Errorf("clock %q is not thread, process or wall", a.Clock)
	}
	return nil
}
