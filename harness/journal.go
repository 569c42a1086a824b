package harness

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"filterbench/internal/record"
)

// underWay is the set of trials that are being measured.
type underWay struct {
	mu     sync.Mutex
	trials []record.Trial
}

func (u *underWay) add(t record.Trial) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.trials = append(u.trials, t)
}

func (u *underWay) remove(t record.Trial) {
	u.mu.Lock()
	defer u.mu.Unlock()
	id := t.ID()
	u.trials = slices.DeleteFunc(u.trials, func(other record.Trial) bool { return other.ID() == id })
}

func (u *underWay) list() []record.Trial {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.trials)
}

// journal is a run under way: it appends records and keeps count.
type journal struct {
	runner  *Runner
	share   Plan // the runner's share of its plan
	writer  *record.Writer
	machine string // of the records
	start   int64  // monotonic nanoseconds

	mu    sync.Mutex
	work  forecast
	state Progress

	failures []record.Failure
	times    []record.Record // of kind time, those of earlier runs too
	seen     map[string]bool // ids that earlier runs recorded
	beyond   bool            // the trials under way are not planned
	extra    int             // of those, how many this run recorded
	crowded  []record.Trial  // that passed the bound on memory together, and are measured again one by one
}

func newJournal(r *Runner, share Plan, w *record.Writer, machine string, todo []record.Trial, recorded []record.Record) *journal {
	j := &journal{runner: r, share: share, writer: w, machine: machine, start: monotonic(), seen: map[string]bool{}}
	j.work.before = Plan{Trials: share.Trials}.Estimate(Workers()).Seconds
	for _, t := range todo {
		j.work.plan(t)
	}
	j.work.before = max(0, j.work.before-j.work.left(false))
	for _, rec := range recorded {
		j.seen[rec.ID] = true
		j.keep(rec)
	}
	_, j.work.reserve = share.MostExtra() // so that progress never goes back; what is not needed falls away at the end
	j.state = Progress{Trials: len(share.Trials), Skipped: len(share.Trials) - len(todo)}
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
	defer LimitCollector(j.runner.Bounds)()
	if err := j.each(ctx, counting, Workers()); err != nil {
		return err
	}
	crowded := j.crowded
	j.crowded = nil
	if err := j.each(ctx, crowded, 1); err != nil {
		return err
	}
	return j.each(ctx, single, 1)
}

// runExtra measures again what did not grow with the size. All planned trials have
// their records.
func (j *journal) runExtra(ctx context.Context) error {
	elsewhere := map[partOf]bool{} // timed by another machine, whose times ours do not stand beside
	for _, rec := range j.times {
		if rec.Machine != "" && rec.Machine != j.machine {
			elsewhere[partOf{rec.Experiment, rec.Part}] = true
		}
	}
	extra := slices.DeleteFunc(j.share.Extra(j.times), func(t record.Trial) bool { return elsewhere[partOf{t.Experiment, t.Part}] })
	var todo []record.Trial
	for _, t := range extra {
		if !j.seen[t.ID()] {
			todo = append(todo, t)
		}
	}
	j.mu.Lock()
	j.beyond = true
	j.work.reserve = 0
	for _, t := range todo {
		j.work.plan(t)
	}
	j.state.Extra = len(extra)
	j.state.Trials += len(extra)
	j.state.Skipped += len(extra) - len(todo)
	j.state.Last = record.Record{}
	j.report()
	j.mu.Unlock()
	return j.each(ctx, todo, 1)
}

// keep remembers a record that decides what is measured again.
func (j *journal) keep(rec record.Record) {
	if rec.Kind == record.KindTime && rec.Failed == "" {
		j.times = append(j.times, rec)
	}
}

// each measures the trials, in order, on so many goroutines, until all are done,
// ctx ends or a record cannot be written.
func (j *journal) each(ctx context.Context, trials []record.Trial, workers int) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	queue := make(chan record.Trial)
	stuck := make(chan struct{}) // closed when a trial cannot be waited for
	var once sync.Once
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for t := range queue {
				err := j.measure(t, workers)
				if err != nil {
					stop(err)
				}
				if errors.Is(err, ErrStopNow) {
					once.Do(func() { close(stuck) })
				}
			}
		})
	}
	begun := 0
	for _, t := range trials {
		if ctx.Err() != nil {
			break
		}
		select {
		case queue <- t:
			begun++
		case <-ctx.Done():
		}
	}
	close(queue)
	ended := make(chan struct{})
	go func() { group.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-stuck:
	}
	if err := context.Cause(ctx); begun < len(trials) || !errors.Is(err, context.Canceled) {
		return err
	}
	return nil // told to stop, when nothing was left
}

// measure does one trial and appends its record.
func (j *journal) measure(t record.Trial, workers int) error {
	j.runner.underWay.add(t)
	began := monotonic()
	rec, over, stuck := MeasureWithin(t, j.runner.Bounds, func() int { return len(j.runner.UnderWay()) })
	took := time.Duration(monotonic() - began)
	j.runner.underWay.remove(t)
	if !stuck && workers > 1 && over != nil && over.Memory {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.crowded = append(j.crowded, t)
		return nil
	}
	if err := j.append(rec, took); err != nil || !stuck {
		return err
	}
	return fmt.Errorf("%s %s of %s, trial %s: %s; %w; the same command goes on with the other trials", t.Experiment, t.Part, t.Variant, rec.ID, rec.Failed, ErrStopNow)
}

func (j *journal) append(rec record.Record, took time.Duration) error {
	rec.Extra, rec.Machine = j.beyond, j.machine
	if err := j.writer.Append(rec); err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.keep(rec)
	if j.beyond {
		j.extra++
	}
	if rec.Failed != "" {
		j.state.Failed++
		j.failures = append(j.failures, record.Failure{Trial: rec.ID, Reason: rec.Failed})
	} else {
		j.state.Done++
	}
	j.work.done(rec.Trial, took)
	j.state.Last = rec
	j.report()
	return nil
}

// report brings the state up to date and passes it on. The caller holds mu, or
// no other goroutine runs yet.
func (j *journal) report() {
	j.state.Elapsed = time.Duration(monotonic() - j.start)
	j.state.Share = j.work.share()
	j.state.Left = 0
	if j.state.Done+j.state.Failed > 0 {
		j.state.Left = time.Duration(j.work.left(true) * float64(time.Second))
	}
	if j.runner.Progress != nil {
		j.runner.Progress(j.state)
	}
}
