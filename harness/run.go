package harness

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"filterbench/internal/record"
)

// Runner carries out a plan into a results folder.
type Runner struct {
	Dir   string // results folder: manifest.json and records.jsonl
	Plan  Plan
	Shard Shard // which share of the plan; the zero value is all of it

	RetryFailed bool // measure again what an earlier run recorded as failed
	Replan      bool // records of another plan whose trials are not in this one may be dropped

	Bounds Bounds // what trials may take; the zero value sets no bound

	// Progress, if set, is called from one goroutine at a time: once before the
	// first trial, after every trial, and when it is known what is measured again.
	Progress func(Progress)

	underWay underWay
}

// Progress is how far a run has come.
type Progress struct {
	Done, Failed, Skipped, Trials int           // trials of this run; Skipped were recorded before
	Extra                         int           // of Trials, beyond the plan: times that did not grow with the size, measured again
	Share                         float64       // of the estimated work, that of earlier runs included, from 0 to 1
	Elapsed                       time.Duration // since the run began
	Left                          time.Duration // estimate, corrected by what trials took so far; 0 while unknown
	Last                          record.Record // the trial that ended, zero before the first
}

// UnderWay returns the trials that are being measured now. It may be called at any time.
func (r *Runner) UnderWay() []record.Trial { return r.underWay.list() }

// Run measures every trial of the runner's share of the plan that the folder does not hold
// yet and appends its record. Killed at any moment, it can be called again: what was
// recorded is kept, what was not is done. When ctx ends, trials under way are
// finished and recorded and Run returns ctx's error, unless they were the last. A trial that
// fails is recorded as failed and does not stop the run; a record that cannot be written
// does.
//
// When all planned trials have their records, times that did not grow with the size of
// the table are measured again, within bounds (see [Plan.Extra]).
func (r *Runner) Run(ctx context.Context) (Progress, error) {
	share := r.Plan.Share(r.Shard)
	// Asked before the folder is touched, and again under its lock, for another run may have
	// been between.
	if _, _, err := r.openManifest(); err != nil {
		return Progress{}, err
	}
	w, recorded, err := record.OpenWriter(filepath.Join(r.Dir, record.RecordsFile), r.keeper(share))
	if err != nil {
		return Progress{}, err
	}
	state, err := r.runLocked(ctx, share, w, recorded)
	return state, errors.Join(err, w.Close())
}

// runLocked is Run while the folder belongs to it alone.
func (r *Runner) runLocked(ctx context.Context, share Plan, w *record.Writer, recorded []record.Record) (Progress, error) {
	manifest, begun, err := r.openManifest()
	if err != nil {
		return Progress{}, err
	}
	if !begun && len(recorded) > 0 {
		return Progress{}, fmt.Errorf("results: %s holds %d records and no %s, so nobody knows of what plan and machine they are; restore it, or name another folder with --results", r.Dir, len(recorded), record.ManifestFile)
	}
	todo, err := r.remaining(share, recorded)
	if err != nil {
		return Progress{}, err
	}
	if err := r.sameKeys(&manifest); err != nil {
		return Progress{}, err
	}
	me := ThisMachine()
	if !slices.ContainsFunc(manifest.Machines, func(m record.Measurer) bool { return m.ID == me.ID }) {
		manifest.Machines = append(manifest.Machines, me)
	}
	revision, dirty := Revision()
	manifest.Plan, manifest.Trials, manifest.Lacking, manifest.Results = r.Plan.Digest(), r.Plan.Size(), r.Plan.Lacking, nil
	manifest.Runs = append(manifest.Runs, record.Run{
		Start: wallTime().Truncate(time.Second), Machine: me.ID, Revision: revision, Dirty: dirty, Skipped: len(share.Trials) - len(todo),
	})
	if err := record.WriteManifest(r.Dir, manifest); err != nil {
		return Progress{}, err
	}
	j := newJournal(r, share, w, me.ID, todo, recorded)
	err = j.run(ctx, todo)
	if err == nil {
		err = j.runExtra(ctx)
	}
	j.mu.Lock() // a trial that cannot be waited for may still be under way
	defer j.mu.Unlock()
	run := &manifest.Runs[len(manifest.Runs)-1]
	run.Extra, run.Skipped = j.extra, j.state.Skipped
	run.End = run.Start.Add(time.Duration(monotonic() - j.start)).Truncate(time.Second) // whatever the clock on the wall did meanwhile
	run.Done, run.Failed, run.Failures = j.state.Done, j.state.Failed, j.failures
	if err == nil {
		results, problem := r.results()
		manifest.Results, err = results, problem
	}
	return j.state, errors.Join(err, record.WriteManifest(r.Dir, manifest))
}

// results reads the records back and returns their digests.
func (r *Runner) results() (*record.Results, error) {
	records, err := record.ReadFile(filepath.Join(r.Dir, record.RecordsFile))
	if err != nil {
		return nil, err
	}
	results, err := record.DigestResults(records, Exact)
	return &results, err
}

// Exact reports whether a record is equal on every machine: that of a trial that only
// counts, on a filter whose random numbers can be seeded.
func Exact(r *record.Record) bool { return !alone(r.Kind) && !r.Unseeded && r.Failed == "" }

// openManifest returns the folder's manifest and that the folder was begun, or a new one for
// an empty folder. A folder of another plan, share or machine is an error.
func (r *Runner) openManifest() (m record.Manifest, begun bool, err error) {
	m, err = record.ReadManifest(r.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return r.newManifest(), false, nil
	case err != nil:
		return m, true, err
	case !sameMachine(m):
		return m, true, fmt.Errorf("results: %s was begun on another machine or with another Go (%s, %s); name another folder with --results, and bring both together with bench merge", r.Dir, m.Machine.CPU, m.Toolchain.Go)
	case m.Shard != r.Shard.String():
		return m, true, fmt.Errorf("results: %s holds %s and this run is %s; name another folder with --results", r.Dir, shardName(m.Shard), shardName(r.Shard.String()))
	case m.Plan != r.Plan.Digest() && !r.Replan:
		return m, true, fmt.Errorf("results: %s holds another plan (profile %s, %d trials, digest %.12s...; this one has %d trials, %.12s...); name another folder with --results, or keep with --replan what both plans have in common",
			r.Dir, m.Profile, m.Trials, m.Plan, r.Plan.Size(), r.Plan.Digest())
	case m.Plan != r.Plan.Digest():
		next := r.newManifest()
		m.Profile, m.Experiments = next.Profile, next.Experiments
	}
	return m, true, nil
}

func shardName(shard string) string {
	if shard == "" {
		return "a whole plan"
	}
	return "shard " + shard
}

// keeper returns the function that says which records stay in the folder's file: not those of
// other plans and of failures, if they are to go, nor times that another machine has begun to
// measure. The trials of a part are compared with each other, so that a run which goes on
// elsewhere, as that of a task that its cluster started anew on another node, measures what is
// timed of it from its beginning.
func (r *Runner) keeper(share Plan) func([]record.Record) func(record.Record) bool {
	return func(all []record.Record) func(record.Record) bool {
		planned := map[string]bool{}
		if r.Replan {
			for _, t := range slices.Concat(share.Trials, share.Absent) {
				planned[t.ID()] = true
			}
			maps.Copy(planned, share.mayBeExtra())
		}
		broken := brokenParts(share, all)
		me := ThisMachine().ID
		return func(rec record.Record) bool {
			return (!r.RetryFailed || rec.Failed == "") && (!r.Replan || planned[rec.ID]) &&
				!(broken[partOf{rec.Experiment, rec.Part}] && clocked(rec.Kind) && rec.Machine != me)
		}
	}
}

// brokenParts returns the parts that this machine cannot complete as they are: timed by
// another one in part, or by several. Records that do not say who measured them are nobody's.
func brokenParts(share Plan, records []record.Record) map[partOf]bool {
	by := map[partOf]map[string]bool{}
	have := map[uint64]bool{}
	for _, rec := range records {
		if !clocked(rec.Kind) || rec.Failed != "" {
			continue
		}
		have[rec.Number()] = true
		if rec.Machine != "" {
			part := partOf{rec.Experiment, rec.Part}
			if by[part] == nil {
				by[part] = map[string]bool{}
			}
			by[part][rec.Machine] = true
		}
	}
	broken := map[partOf]bool{}
	for part, machines := range by {
		broken[part] = len(machines) > 1
	}
	if len(by) == 0 {
		return nil
	}
	me := ThisMachine().ID
	ids := share.numbers()
	for i := range share.Trials {
		t := &share.Trials[i]
		part := partOf{t.Experiment, t.Part}
		if machines := by[part]; clocked(t.Kind) && machines != nil && !machines[me] && !have[ids[i]] {
			broken[part] = true
		}
	}
	return broken
}

// sameMachine reports whether a manifest's times could have been measured here:
// times of two machines must not stand in one file.
func sameMachine(m record.Manifest) bool {
	here := DescribeMachine()
	return m.Machine.CPU == here.CPU && m.Machine.Cores == here.Cores && m.Machine.Arch == here.Arch && m.Toolchain.Go == DescribeToolchain().Go
}

func (r *Runner) newManifest() record.Manifest {
	m := record.Manifest{
		Schema: record.Schema, Profile: r.Plan.Profile, Plan: r.Plan.Digest(), Trials: r.Plan.Size(), Lacking: r.Plan.Lacking, Shard: r.Shard.String(),
		Machine: DescribeMachine(), Toolchain: DescribeToolchain(),
	}
	for _, e := range r.Plan.Experiments {
		m.Experiments = append(m.Experiments, record.NewSource(e.Name, e.Source, record.Seed(e.Seed)))
	}
	return m
}

// sameKeys notes the files from which the plan takes keys, and refuses one whose content is
// not what it was when the folder was begun: its trials have other ids now.
func (r *Runner) sameKeys(m *record.Manifest) error {
	files, err := r.Plan.keyFiles()
	if err != nil {
		return err
	}
	for _, f := range files {
		at := slices.IndexFunc(m.Keys, func(k record.KeyFile) bool { return k.Workload == f.Workload })
		switch {
		case at < 0:
			m.Keys = append(m.Keys, f)
		case m.Keys[at] != f:
			return fmt.Errorf("results: %s was begun when %s had other content (%d keys, sha256 %.12s...; now %d, %.12s...): give it back its content, or name another folder with --results",
				r.Dir, f.Workload, m.Keys[at].Distinct, m.Keys[at].SHA256, f.Distinct, f.SHA256)
		}
	}
	return nil
}

// keyFiles describes the files from which the plan takes keys, each workload once, in the
// plan's order. A file that cannot be read is left to the trials, which fail with the reason.
func (p Plan) keyFiles() ([]record.KeyFile, error) {
	var files []record.KeyFile
	seen := map[string]bool{}
	for _, t := range p.Trials {
		if seen[t.Workload] {
			continue
		}
		seen[t.Workload] = true
		w, err := parseWorkload(t.Workload)
		if err != nil {
			return nil, err
		}
		if !w.FromFile() {
			continue
		}
		if keys, err := w.Open(0); err == nil {
			facts := keys.File()
			files = append(files, record.KeyFile{Workload: t.Workload, SHA256: facts.SHA256, Distinct: facts.Distinct})
		}
	}
	return files, nil
}

// remaining returns the trials of a share of the plan that have no record. A record of a
// trial that is not planned, and that could not have been measured again, is an error.
func (r *Runner) remaining(share Plan, recorded []record.Record) (todo []record.Trial, err error) {
	have := map[string]bool{}
	for _, rec := range recorded {
		have[rec.ID] = true
	}
	planned := map[string]bool{}
	for _, t := range share.Trials {
		id := t.ID()
		planned[id] = true
		if !have[id] {
			todo = append(todo, t)
		}
	}
	for _, t := range share.Absent { // measured where its program is
		planned[t.ID()] = true
	}
	extra := sync.OnceValue(share.mayBeExtra)
	for _, rec := range recorded {
		if !planned[rec.ID] && !extra()[rec.ID] {
			return nil, fmt.Errorf("results: %s: trial %s is not in the plan; name another folder with --results", r.Dir, rec.ID)
		}
	}
	return todo, nil
}
