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
	// first trial, and after every trial.
	Progress func(Progress)
}

// Progress is how far a run has come.
type Progress struct {
	Done, Failed, Skipped, Trials int           // trials of this run; Skipped were recorded before
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
	j := newJournal(r, w, todo)
	err = j.run(ctx, todo)
	run := &manifest.Runs[len(manifest.Runs)-1]
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

// remaining returns the planned trials that have no record. A record of no planned
// trial is an error.
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
	for _, rec := range recorded {
		if !planned[rec.ID] {
			return nil, fmt.Errorf("results: %s: trial %s is not in the plan; name another folder with --results", r.Dir, rec.ID)
		}
	}
	return todo, nil
}

// journal is a run under way: it appends records and keeps count.
type journal struct {
	runner *Runner
	writer *record.Writer
	start  int64 // monotonic nanoseconds
	total  float64

	mu    sync.Mutex
	spent float64 // estimated seconds of the trials that ended
	state Progress

	failures []record.Failure
}

func newJournal(r *Runner, w *record.Writer, todo []record.Trial) *journal {
	j := &journal{runner: r, writer: w, start: monotonic()}
	j.total = Plan{Trials: todo}.Estimate(Workers()).Seconds
	j.state = Progress{Trials: len(r.Plan.Trials), Skipped: len(r.Plan.Trials) - len(todo)}
	j.report()
	return j
}

// run does counting trials on all cores and then the others one by one.
func (j *journal) run(ctx context.Context, todo []record.Trial) error {
	var counting, single []record.Trial
	for _, t := range todo {
		if alone(t.Kind) {
			single = append(single, t)
		} else {
			counting = append(counting, t)
		}
	}
	if err := j.each(ctx, counting, Workers()); err != nil {
		return err
	}
	return j.each(ctx, single, 1)
}

// each measures the trials, in order, on so many goroutines, until all are done,
// ctx ends or a record cannot be written.
func (j *journal) each(ctx context.Context, trials []record.Trial, workers int) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	queue := make(chan record.Trial)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for t := range queue {
				if err := j.append(Measure(t), workers); err != nil {
					stop(err)
				}
			}
		})
	}
	for _, t := range trials {
		if ctx.Err() != nil {
			break
		}
		select {
		case queue <- t:
		case <-ctx.Done():
		}
	}
	close(queue)
	group.Wait()
	return context.Cause(ctx)
}

func (j *journal) append(rec record.Record, workers int) error {
	if err := j.writer.Append(rec); err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if rec.Failed != "" {
		j.state.Failed++
		j.failures = append(j.failures, record.Failure{Trial: rec.ID, Reason: rec.Failed})
	} else {
		j.state.Done++
	}
	j.spent += EstimateTrial(rec.Trial).Seconds / float64(workers)
	j.state.Last = rec
	j.report()
	return nil
}

// report brings the state up to date and passes it on. The caller holds mu, or
// no other goroutine runs yet.
func (j *journal) report() {
	j.state.Elapsed = time.Duration(monotonic() - j.start)
	j.state.Share = 1
	if j.total > 0 {
		j.state.Share = min(1, j.spent/j.total)
	}
	if j.spent > 0 {
		j.state.Left = time.Duration(float64(j.state.Elapsed) * (1 - j.state.Share) / j.state.Share)
	}
	if j.runner.Progress != nil {
		j.runner.Progress(j.state)
	}
}
