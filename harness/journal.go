package harness

import (
	"context"
	"sync"
	"time"

	"filterbench/internal/record"
)

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
	times    []record.Record // of kind time, those of earlier runs too
	seen     map[string]bool // ids that earlier runs recorded
	beyond   bool            // the trials under way are not planned
	extra    int             // of those, how many this run recorded
}

func newJournal(r *Runner, w *record.Writer, todo []record.Trial, recorded []record.Record) *journal {
	j := &journal{runner: r, writer: w, start: monotonic(), seen: map[string]bool{}}
	for _, rec := range recorded {
		j.seen[rec.ID] = true
		j.keep(rec)
	}
	j.total = Plan{Trials: todo}.Estimate(Workers()).Seconds
	_, most := r.Plan.MostExtra()
	j.total += most // so that progress never goes back; what is not needed falls away at the end
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

// runExtra measures again what did not grow with the size. All planned trials have
// their records.
func (j *journal) runExtra(ctx context.Context) error {
	extra := j.runner.Plan.Extra(j.times)
	var todo []record.Trial
	for _, t := range extra {
		if !j.seen[t.ID()] {
			todo = append(todo, t)
		}
	}
	j.mu.Lock()
	j.beyond = true
	j.total = j.spent + Plan{Trials: todo}.Estimate(1).Seconds
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
	rec.Extra = j.beyond
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
