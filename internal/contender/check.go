package contender

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
)

// Finding is what one check of a filter found.
type Finding struct {
	Filter string
	Check  string // what was looked at
	Good   bool
	Says   string // in half a sentence, with numbers
}

// The sizes of the check. The largest is where tables that are no power of two show what
// they lose.
var checkSizes = []int{1, 1000, 20000}

const (
	checkAbsents = 20000
	checkCopies  = 40
)

// Check puts every filter of a contender through all jobs, at a few sizes, and calls note
// for each finding. It returns an error where a driver cannot be run or breaks the
// protocol. A filter that denies keys, or answers differently a second time, is a finding.
func (c Contender) Check(ctx context.Context, note func(Finding)) error {
	if err := c.Ready(); err != nil {
		return err
	}
	for _, f := range c.Filters {
		if err := c.check1(ctx, f, note); err != nil {
			return err
		}
	}
	return nil
}

func (c Contender) check1(ctx context.Context, f Filter, note func(Finding)) error {
	for _, n := range checkSizes {
		job := f.job(JobRate, n)
		a, err := c.Run(ctx, job)
		if err != nil {
			return err
		}
		denied, taken := a.Denied()
		note(Finding{f.Name, fmt.Sprintf("members, %d keys", n), denied == 0 && taken > 0,
			fmt.Sprintf("%d of %d keys taken, %d of them denied; %d of %d absent keys answered yes; %d bytes",
				taken, n, denied, Count(a.Absent), len(a.Absent), a.Bytes)})
		again, err := c.Run(ctx, job)
		if err != nil {
			return err
		}
		same := slices.Equal(a.Taken, again.Taken) && slices.Equal(a.Found, again.Found) && slices.Equal(a.Absent, again.Absent)
		note(Finding{f.Name, fmt.Sprintf("the same again, %d keys", n), same, map[bool]string{true: "same answers", false: "other answers from the same keys"}[same]})
	}
	const n = 1000
	if c.Texts {
		a, err := c.Run(ctx, f.job(JobRate, n).texts())
		if err != nil {
			return err
		}
		denied, taken := a.Denied()
		note(Finding{f.Name, "keys of any length", denied == 0 && taken > 0,
			fmt.Sprintf("%d of %d keys of 1 to 40 bytes taken, %d of them denied; %d of %d absent keys answered yes", taken, n, denied, Count(a.Absent), len(a.Absent))})
	}
	if f.Refuses {
		a, err := c.Run(ctx, f.job(JobLoad, 2*n))
		if err != nil {
			return err
		}
		denied, taken := a.Denied()
		note(Finding{f.Name, "filled until it refuses", denied == 0 && taken > 0,
			fmt.Sprintf("made for %d keys, it took %d before the first refusal, and denies %d of them", n, taken, denied)})
	}
	a, err := c.Run(ctx, f.job(JobCopies, n/2))
	if err != nil {
		return err
	}
	denied, taken := a.Denied()
	note(Finding{f.Name, "copies of one key", denied == 0,
		fmt.Sprintf("%d of %d copies taken; %d of %d keys denied", Count(a.Copies), checkCopies, denied, taken)})
	if f.Deletes {
		last := f.job(JobCopies, n/2)
		note(Finding{f.Name, "deletes of its copies", true,
			fmt.Sprintf("%d of %d deletes found one; after the first the key was %s; %d other keys denied in the end",
				Count(a.Removed), last.Copies, map[bool]string{true: "still there", false: "gone"}[a.Still[0]], lost(a.Taken, a.After))})
		d, err := c.Run(ctx, f.job(JobDeletes, n))
		if err != nil {
			return err
		}
		note(Finding{f.Name, "deletes of absent keys", true,
			fmt.Sprintf("%d of %d reported as done; %d of %d keys denied after them", Count(d.Removed), checkAbsents, lost(d.Taken, d.After), n)})
	}
	if _, err := c.Run(ctx, f.job(JobTime, n)); err != nil {
		return err
	}
	note(Finding{f.Name, "timed loops", true, "agree with the answers"})
	if !f.Reports {
		return nil
	}
	job := f.job(JobReports, n)
	job.Threads = 2
	r, err := c.Run(ctx, job)
	if err != nil {
		return err
	}
	wrong := Count(r.After)
	for i, was := range r.Found {
		if r.Taken[i] == was {
			wrong++
		}
	}
	note(Finding{f.Name, "what inserts report", wrong == 0, fmt.Sprintf("%d of %d reports are wrong", wrong, 2*n)})
	return nil
}

// texts gives the keys of a job lengths from 1 to 40 bytes: the number, and letters.
func (j Job) texts() Job {
	for i := range len(j.Members) + len(j.Absents) {
		text := strconv.AppendUint(nil, uint64(i), 36)
		for len(text) < i%40 {
			text = append(text, '_')
		}
		j.Texts = append(j.Texts, text)
	}
	return j
}

// lost counts keys that were taken and are denied in the end.
func lost(taken, after []bool) (n uint64) {
	for i, in := range taken {
		if in && !after[i] {
			n++
		}
	}
	return n
}

// job is a job of n keys with the filter's defaults. Members and absent keys differ in
// their lowest bit, so that they are disjoint.
func (f Filter) job(kind string, n int) Job {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	draw := func(n int, low uint64) []uint64 {
		keys := make([]uint64, n)
		for i := range keys {
			keys[i] = rng.Uint64()&^1 | low
		}
		return keys
	}
	j := Job{Kind: kind, Filter: f.Name, Params: map[string]float64{}, Capacity: uint64(n), Members: draw(n, 0), Absents: draw(checkAbsents, 1), Copies: checkCopies, Rounds: 1}
	if kind == JobLoad {
		j.Capacity /= 2
	}
	if kind == JobCopies {
		j.Capacity *= 2
	}
	if kind == JobTime {
		j.Ops = []string{OpInsert, OpHit, OpMiss}
	}
	for _, p := range f.Params {
		j.Params[p.Name] = p.Default
	}
	return j
}
