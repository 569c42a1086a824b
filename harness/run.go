package harness

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"
	"time"

	"filterbench/internal/record"
)

// Runner carries out a plan into a results folder.
type Runner struct {
	Dir  string // results folder: manifest.json and records.jsonl
	Plan Plan

	RetryFailed bool // measure again what an earlier run recorded as failed

	// Progress, if set, is called from one goroutine at a time: once before the
	// first trial, after every trial, and when it is known what is measured again.
	Progress func(Progress)
}

// Progress is how far a run has come.
type Progress struct {
	Done, Failed, Skipped, Trials int           // trials of this run; Skipped were recorded before
	Extra                         int           // of Trials, beyond the plan: times that did not grow with the size, measured again
	Share                         float64       // of the estimated work, from 0 to 1
	Elapsed                       time.Duration // since the run began
	Left                          time.Duration // estimate, 0 while unknown
	Last                          record.Record // the trial that ended, zero before the first
}

// Run measures every trial of the plan that the folder does not hold yet and
// appends its record. Killed at any moment, it can be called again: what was
// recorded is kept, what was not is done. When ctx ends, trials under way are
// finished and recorded and Run returns ctx's error. A trial that fails is
// recorded as failed and does not stop the run; a record that cannot be written
// does.
//
// When all planned trials have their records, times that did not grow with the size of
// the table are measured again, within bounds (see [Plan.Extra]).
func (r *Runner) Run(ctx context.Context) (Progress, error) {
	manifest, err := r.openManifest()
	if err != nil {
		return Progress{}, err
	}
	path := filepath.Join(r.Dir, record.RecordsFile)
	if r.RetryFailed {
		if err := record.DropFailed(path); err != nil {
			return Progress{}, err
		}
	}
	w, recorded, err := record.OpenWriter(path)
	if err != nil {
		return Progress{}, err
	}
	todo, err := r.remaining(recorded)
	if err != nil {
		return Progress{}, errors.Join(err, w.Close())
	}
	// Only now, under the lock of the records file, may the manifest be written.
	revision, dirty := Revision()
	manifest.Runs = append(manifest.Runs, record.Run{
		Start: wallTime().Truncate(time.Second), Revision: revision, Dirty: dirty, Skipped: len(r.Plan.Trials) - len(todo),
	})
	if err := record.WriteManifest(r.Dir, manifest); err != nil {
		return Progress{}, errors.Join(err, w.Close())
	}
	j := newJournal(r, w, todo, recorded)
	err = j.run(ctx, todo)
	if err == nil {
		err = j.runExtra(ctx)
	}
	run := &manifest.Runs[len(manifest.Runs)-1]
	run.Extra, run.Skipped = j.extra, j.state.Skipped
	run.End, run.Done, run.Failed, run.Failures = wallTime().Truncate(time.Second), j.state.Done, j.state.Failed, j.failures
	return j.state, errors.Join(err, w.Close(), record.WriteManifest(r.Dir, manifest))
}

// openManifest returns the folder's manifest, or a new one for an empty folder. A
// folder of another plan is an error.
func (r *Runner) openManifest() (record.Manifest, error) {
	m, err := record.ReadManifest(r.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return r.newManifest(), nil
	case err != nil:
		return m, err
	case !sameMachine(m):
		return m, fmt.Errorf("results: %s was begun on another machine or with another Go (%s, %s); name another folder with --results", r.Dir, m.Machine.CPU, m.Toolchain.Go)
	case m.Plan != r.Plan.Digest():
		return m, fmt.Errorf("results: %s holds another plan (profile %s, %d trials, digest %.12s...; this one has %d trials, %.12s...); name another folder with --results, or remove it",
			r.Dir, m.Profile, m.Trials, m.Plan, len(r.Plan.Trials), r.Plan.Digest())
	}
	return m, nil
}

// sameMachine reports whether a manifest's times could have been measured here:
// times of two machines must not stand in one file.
func sameMachine(m record.Manifest) bool {
	here := DescribeMachine()
	return m.Machine.CPU == here.CPU && m.Machine.Cores == here.Cores && m.Machine.Arch == here.Arch && m.Toolchain.Go == DescribeToolchain().Go
}

func (r *Runner) newManifest() record.Manifest {
	m := record.Manifest{
		Schema: record.Schema, Profile: r.Plan.Profile, Plan: r.Plan.Digest(), Trials: len(r.Plan.Trials),
		Machine: DescribeMachine(), Toolchain: DescribeToolchain(),
	}
	for _, e := range r.Plan.Experiments {
		m.Experiments = append(m.Experiments, record.NewSource(e.Name, e.Source, record.Seed(e.Seed)))
	}
	return m
}

// remaining returns the planned trials that have no record. A record of a trial that is
// not planned, and that could not have been measured again, is an error.
func (r *Runner) remaining(recorded []record.Record) (todo []record.Trial, err error) {
	have := map[string]bool{}
	for _, rec := range recorded {
		have[rec.ID] = true
	}
	planned := map[string]bool{}
	for _, t := range r.Plan.Trials {
		id := t.ID()
		planned[id] = true
		if !have[id] {
			todo = append(todo, t)
		}
	}
	extra := sync.OnceValue(r.Plan.mayBeExtra)
	for _, rec := range recorded {
		if !planned[rec.ID] && !extra()[rec.ID] {
			return nil, fmt.Errorf("results: %s: trial %s is not in the plan; name another folder with --results", r.Dir, rec.ID)
		}
	}
	return todo, nil
}
