package harness

import (
	"context"
	"fmt"
	"slices"
	"time"

	"filterbench/internal/contender"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/shape"
)

// Trials of filters that are programs of their own. A program gets the same keys as an
// adapter of a library does, the 8 bytes of the 64-bit hash, as one job; one that takes keys of
// any length gets those of a workload of texts as they are. What it answers fills the payload
// that a filter made here would fill.

// program is a trial of a program.
type program struct {
	catalog.Program
	trial  record.Trial
	params map[string]float64
}

// programOf returns the program that a trial is of; ok is false for a filter made here.
func programOf(t record.Trial) (p program, ok bool) {
	entered, ok := catalog.ProgramOf(t.Variant)
	if !ok {
		return program{}, false
	}
	v, err := catalog.Parse(t.Variant)
	if err != nil {
		panic("harness: planned trial does not parse: " + err.Error())
	}
	p = program{entered, t, map[string]float64{}}
	for _, field := range entered.Filter.Params {
		p.params[field.Name] = v.Values.Float(field.Name)
	}
	return p, true
}

// job is a job of the program with the keys of a draw: members to insert, and absent keys.
func (p program) job(kind string, draw int, members, absents uint64) (contender.Job, error) {
	keys, hashSeed, err := openKeys(p.trial, draw)
	if err != nil {
		return contender.Job{}, err
	}
	if members > keys.Inserts() {
		return contender.Job{}, fmt.Errorf("workload %s has %d keys to insert and the trial needs %d", p.trial.Workload, keys.Inserts(), members)
	}
	j := contender.Job{
		Kind: kind, Filter: p.Filter.Name, Params: p.params, Capacity: p.trial.Capacity,
		Members: make([]uint64, members), Absents: make([]uint64, min(absents, keys.Absents())),
		Within: max(contender.Patience, time.Duration(programPatience*EstimateTrial(p.trial).Seconds*float64(time.Second))),
	}
	keys.HashInserts(j.Members, 0, hashSeed)
	keys.HashAbsents(j.Absents, 0, hashSeed)
	if _, _, integers := keys.Integers(); !integers && p.Texts {
		j.Texts = make([][]byte, 0, members+uint64(len(j.Absents)))
		for i := range members {
			j.Texts = append(j.Texts, keys.AppendInsert(nil, i))
		}
		for i := range uint64(len(j.Absents)) {
			j.Texts = append(j.Texts, keys.AppendAbsent(nil, i))
		}
	}
	return j, nil
}

// programPatience is how many times the estimate a program may take before it counts as
// hanging.
const programPatience = 20

// run does a job and notes the table's size in the record.
func (p program) run(j contender.Job, r *record.Record) (contender.Answer, error) {
	a, err := p.Contender.Run(context.Background(), j)
	if err == nil {
		r.Shape = shape.Shape{Family: p.Filter.Name, Bits: 8 * a.Bytes, Cells: a.Slots}
		r.Peer = fmt.Sprintf("%s (%s) %s", p.Contender.Name, p.Language, a.Version)
	}
	return a, err
}

// The rough cost of a program: of its start, and of an operation, in a language that is
// compiled and in one that is not.
const (
	nsProgram     = 3e8
	nsCompiled    = 150.0
	nsInterpreted = 4000.0
	nsTrip        = 60_000.0 // to a server on the same machine, with the commands of a key
)

var interpreted = []string{"JavaScript", "Python", "Perl", "Ruby"}

// estimateProgram predicts what a trial of a program takes. What it holds in memory is not
// known here; the keys are.
func estimateProgram(t record.Trial) Estimate {
	p, _ := programOf(t)
	starts, rounds := max(1, t.Draws), 1
	if t.Kind == record.KindTime {
		rounds += p.warm()
	}
	switch t.Kind {
	case record.KindErasure:
		starts = 1
	case record.KindSemantics:
		starts = semanticJobs
	}
	keys, perOp := keysOf(t), nsCompiled
	if t.Kind == record.KindLoad {
		keys = programOverfill * t.Capacity
	}
	if slices.Contains(interpreted, p.Language) {
		perOp = nsInterpreted
	}
	if depth, server := p.params["depth"]; server {
		perOp += nsTrip / (depth * max(1, p.params["batch"]))
	}
	ops := uint64(rounds) * (2*keys + t.Queries + uint64(t.Lookups) + uint64(t.Copies))
	if t.Kind == record.KindErasure {
		ops += uint64(t.Draws)
	}
	return Estimate{Seconds: float64(starts) * (nsProgram + perOp*float64(ops)) / 1e9, Bytes: 32*ops + 1<<28, Lookups: float64(t.Queries)}
}

// distinctOf counts the different keys among those taken.
func distinctOf(members []uint64, taken []bool) uint64 {
	return countDistinct(uint64(len(members)), func(i uint64) (uint64, bool) { return members[i], taken[i] })
}

func programFPR(p program, r *record.Record) error {
	j, err := p.job(contender.JobRate, 0, keysOf(p.trial), p.trial.Queries)
	if err != nil {
		return err
	}
	a, err := p.run(j, r)
	if err != nil {
		return err
	}
	denied, taken := a.Denied()
	out := &record.FPR{
		Filled:  record.Filled{Inserted: uint64(len(j.Members)), Accepted: taken, Distinct: distinctOf(j.Members, a.Taken), Members: taken, Missing: denied},
		Queries: uint64(len(a.Absent)), Positives: contender.Count(a.Absent),
	}
	if target := p.trial.Target; target > 0 {
		out.Stop = record.StopCap
		if out.Positives >= target {
			out.Stop, out.Positives, out.Queries = record.StopTarget, target, uint64(nthYes(a.Absent, target))
		}
	}
	r.Outcome = out
	return nil
}

// nthYes returns how many entries it takes to come to the n-th yes.
func nthYes(list []bool, n uint64) int {
	for i, one := range list {
		if one {
			if n--; n == 0 {
				return i + 1
			}
		}
	}
	return len(list)
}

// programOverfill bounds a filling of a program, in multiples of its capacity.
const programOverfill = 2

func programLoad(p program, r *record.Record) error {
	out := &record.Load{}
	for draw := range p.trial.Draws {
		j, err := p.job(contender.JobLoad, draw, programOverfill*p.trial.Capacity, 0)
		if err != nil {
			return err
		}
		a, err := p.run(j, r)
		if err != nil {
			return err
		}
		denied, taken := a.Denied()
		out.Accepted = append(out.Accepted, taken)
		out.Distinct = append(out.Distinct, distinctOf(j.Members[:len(a.Taken)], a.Taken))
		out.Missing += denied
		if taken == uint64(len(j.Members)) {
			out.Unfilled++
		}
	}
	r.Outcome = out
	return nil
}

func programDuplicates(p program, r *record.Record) error {
	accepted, refused, taken := tally{}, tally{}, tally{}
	out := &record.Duplicates{Silent: true}
	for draw := range p.trial.Draws {
		j, err := p.job(contender.JobCopies, draw, keysOf(p.trial)+1, 0)
		if err != nil {
			return err
		}
		j.Copies = p.trial.Copies
		a, err := p.run(j, r)
		if err != nil {
			return err
		}
		first := slices.Index(a.Copies, false)
		if first < 0 {
			first = len(a.Copies)
		}
		accepted[uint64(first)]++
		kept := contender.Count(a.Copies)
		taken[0] += kept
		if n := uint64(len(a.Copies)) - kept; n > 0 {
			refused[0] += n
		}
		out.Background = contender.Count(a.Taken)
		for i, in := range a.Taken {
			if in {
				out.Checked++
				if !a.Found[i] {
					out.Missing++
				}
			}
		}
		out.Leftover = max(out.Leftover, lostOf(a.Taken, a.After))
	}
	out.Accepted, out.Refused, out.Taken = accepted.histogram(), refused.histogram(), taken.histogram()
	r.Outcome = out
	return nil
}

func programErasure(p program, r *record.Record) error {
	j, err := p.job(contender.JobDeletes, 0, keysOf(p.trial), uint64(p.trial.Draws))
	if err != nil {
		return err
	}
	a, err := p.run(j, r)
	if err != nil {
		return err
	}
	denied, taken := a.Denied()
	r.Outcome = &record.Erasure{
		Background: taken, Attempts: uint64(len(a.Removed)), Succeeded: contender.Count(a.Removed),
		Members: taken - denied, Missing: lostOf(a.Found, a.After),
	}
	return nil
}

// lostOf counts keys that were there and are not in the end.
func lostOf(before, after []bool) (n uint64) {
	for i := range min(len(before), len(after)) {
		if before[i] && !after[i] {
			n++
		}
	}
	return n
}

// warm is how many rounds come before the one that counts, for compilers that learn while
// they run. A server, whose filters have a depth of pipelines, learns nothing.
func (p program) warm() int {
	if _, server := p.params["depth"]; server {
		return 0
	}
	return 2
}

func programTime(p program, r *record.Record) error {
	j, err := p.job(contender.JobTime, 0, keysOf(p.trial), uint64(p.trial.Lookups))
	if err != nil {
		return err
	}
	j.Ops, j.Warm, j.Rounds = p.trial.Ops, p.warm(), 1
	out := &record.Time{Start: wallTime().Format(time.RFC3339)}
	a, err := p.run(j, r)
	if err != nil {
		return err
	}
	denied, taken := a.Denied()
	if denied > 0 {
		return fmt.Errorf("%s denies %d of %d keys that it took: it is not timed", p.trial.Variant, denied, taken)
	}
	out.Accepted = taken
	for _, s := range a.Samples {
		sample := record.Sample{Op: s.Op, Ops: s.Ops, ElapsedNS: s.NS, Trips: s.Trips}
		if a.Clock != "wall" {
			sample.CPUNS = s.NS
		}
		out.Samples = append(out.Samples, sample)
	}
	r.Outcome = out
	return nil
}

// timesPrograms reports why a program cannot be timed as a part asks, if so.
func timesPrograms(v variants.Variant, s *Settings) error {
	for _, op := range s.Ops {
		if !slices.Contains([]string{contender.OpInsert, contender.OpHit, contender.OpMiss}, op) {
			return fmt.Errorf("%s is a program, which times insert, hit and miss, not %s", v, op)
		}
	}
	if !slices.Equal(s.Calls, []string{record.CallSingle}) {
		return fmt.Errorf(`%s is a program, whose calls are its own: key "calls" must be ["single"]`, v)
	}
	return nil
}
