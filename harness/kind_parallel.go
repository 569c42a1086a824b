package harness

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/shared"
)

var _ = kinds.add(kind{
	name: record.KindParallel, needs: []string{"capacity or slots", "fill", "guards", "goroutines"}, takes: []string{"hashes", "calls"},
	keyed: true,
	stage: timed,
	check: func(s *Settings) error {
		for _, call := range s.Calls {
			if call != record.CallSingle && call != record.CallBatch {
				return fmt.Errorf("key \"calls\": %q has no use here; %q and %q have", call, record.CallSingle, record.CallBatch)
			}
		}
		return nil
	},
	suits: func(v variants.Variant, s *Settings) error {
		for _, guard := range s.Guards {
			if err := shared.Suits(guard, v); err != nil {
				return err
			}
			if slices.Contains(s.Calls, record.CallBatch) && guard != shared.Mutex && guard != shared.Sharded {
				return fmt.Errorf("guard %q takes keys one by one, and not calls = [\"batch\"]", guard)
			}
		}
		return nil
	},
	cost: func(w work) cost {
		c := cost{ns: 2 * w.keys * w.perKey, bytes: 2*w.shape.Bits/8 + 16*keysOf(w.Trial)}
		for _, n := range w.Goroutines {
			c.ns += w.keys * (2*w.perKey + 3*nsGuard)
			if n > 1 {
				c.ns += w.keys * nsGuard
			}
		}
		if w.refused > 0 {
			c.bytes += sharedKey * keysOf(w.Trial) // of whom every goroutine notes what became of its own
		}
		return c
	},
	probe: probeParallel,
})

// crew is a trial of several goroutines on filters that they share.
type crew struct {
	*bench
	hashes []uint64
	alone  *shared.Bits // the table that one goroutine fills with the same keys; nil if tables are not compared
}

// probeParallel lets each number of goroutines fill a fresh filter, each with keys of
// its own, with calls = ["batch"] in groups for which a lock is taken once, then look up all keys, each those of another; then one fills another fresh
// filter while the others look up what it has inserted. Accepted keys that are denied
// are counted, and where the table is one of bits, it is compared with the one that a
// single goroutine fills.
func probeParallel(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	c := &crew{bench: b, hashes: make([]uint64, keysOf(t))}
	b.keys.HashInserts(c.hashes, 0, b.hashSeed)
	f, err := c.fresh()
	if err != nil {
		return err
	}
	r.Shape = f.Shape()
	out := &record.Parallel{Keys: keysOf(t), Procs: runtime.GOMAXPROCS(0), Start: wallTime().Format(time.RFC3339)}
	if bits, ok := f.(*shared.Bits); ok {
		c.alone = bits
		for _, h := range c.hashes {
			bits.Insert(h)
		}
		out.Bits = bits.Count()
	}
	defer quiet()()
	for _, n := range t.Goroutines {
		runs, err := c.work(n)
		if err != nil {
			return err
		}
		out.Runs = append(out.Runs, runs...)
	}
	r.Outcome = out
	return nil
}

// fresh makes an empty filter.
func (c *crew) fresh() (variants.Filter, error) {
	return shared.New(c.trial.Guard, c.variant, sizeOf(c.trial), filterSeed(drawSeed(c.trial, 0)))
}

// work does the runs of n goroutines: of a mix only where one is left to read.
func (c *crew) work(n int) ([]record.ParallelRun, error) {
	f, err := c.fresh()
	if err != nil {
		return nil, err
	}
	insert, refused := c.insertAll(f, n)
	runs := []record.ParallelRun{insert, c.lookUpAll(f, n, refused)}
	if n > 1 {
		if f, err = c.fresh(); err != nil {
			return nil, err
		}
		runs = append(runs, c.readBeside(f, n-1))
	}
	return runs, nil
}

// share returns the positions of one of n goroutines.
func (c *crew) share(g, n int) (from, to int) {
	return g * len(c.hashes) / n, (g + 1) * len(c.hashes) / n
}

// together lets n goroutines work and returns the nanoseconds from the start of the
// first to the end of the last. None starts before all are running, so that what it
// takes to wake a thread is not in the time, and short work is not over before the
// others come.
func together(n int, work func(g int)) (elapsed int64) {
	var running atomic.Int64
	var done sync.WaitGroup
	starts, ends, procs := make([]int64, n), make([]int64, n), runtime.GOMAXPROCS(0)
	for g := range n {
		done.Go(func() {
			for running.Add(1); running.Load() < int64(n); {
				if n > procs { // otherwise each keeps its processor, so that all really run at once
					runtime.Gosched()
				}
			}
			starts[g] = monotonic()
			work(g)
			ends[g] = monotonic()
		})
	}
	done.Wait()
	return slices.Max(ends) - slices.Min(starts)
}

// insertAll returns the run and the hashes that were refused.
func (c *crew) insertAll(f variants.Filter, n int) (record.ParallelRun, map[uint64]bool) {
	no := make([][]uint64, n)
	run := record.ParallelRun{Op: record.ParallelInsert, Goroutines: n, Ops: uint64(len(c.hashes))}
	run.ElapsedNS = together(n, func(g int) {
		from, to := c.share(g, n)
		if many, ok := f.(shared.Many); ok && c.trial.Call == record.CallBatch {
			no[g] = many.InsertMany(c.hashes[from:to], nil)
			return
		}
		var mine []uint64
		for _, h := range c.hashes[from:to] {
			if f.Insert(h) != nil {
				mine = append(mine, h)
			}
		}
		no[g] = mine
	})
	refused := map[uint64]bool{}
	for _, list := range no {
		for _, h := range list {
			refused[h] = true
		}
	}
	run.Refused = uint64(len(refused))
	run.Lost, run.Extra = c.compare(f)
	return run, refused
}

// compare counts the bits that differ from those that one goroutine sets.
func (c *crew) compare(f variants.Filter) (lost, extra uint64) {
	if c.alone == nil {
		return 0, 0
	}
	return f.(*shared.Bits).Against(c.alone)
}

// lookUpAll looks up every key once. Denials are counted apart from the timed loop,
// which only sums them up, because refused keys are among those asked for.
func (c *crew) lookUpAll(f variants.Filter, n int, refused map[uint64]bool) record.ParallelRun {
	run := record.ParallelRun{Op: record.ParallelLookup, Goroutines: n, Ops: uint64(len(c.hashes))}
	run.ElapsedNS = together(n, func(g int) {
		from, to := c.share((g+1)%n, n)
		lookUpEach(f, c.hashes[from:to])
	})
	for _, h := range c.hashes {
		if !refused[h] && !f.Contains(h) {
			run.Missing++
		}
	}
	return run
}

// readBeside fills a filter by one goroutine while others look up random keys of those
// whose insert has returned. It is timed from the start to the end of the inserts.
func (c *crew) readBeside(f variants.Filter, readers int) record.ParallelRun {
	run := record.ParallelRun{Op: record.ParallelMixed, Goroutines: readers + 1, Ops: uint64(len(c.hashes))}
	accepted := make([]uint64, len(c.hashes))
	var there, reads, missing atomic.Uint64
	var ended atomic.Bool
	run.ElapsedNS = together(readers+1, func(g int) {
		if g == 0 {
			run.Refused = c.publish(f, accepted, &there)
			ended.Store(true)
			return
		}
		asked, denied := uint64(0), uint64(0)
		for at := hashing.Mix(uint64(g)); !ended.Load(); at = hashing.Mix(at + 1) {
			if n := there.Load(); n > 0 {
				asked++
				if !f.Contains(accepted[hashing.Reduce(at, n)]) {
					denied++
				}
			}
		}
		reads.Add(asked)
		missing.Add(denied)
	})
	run.Reads, run.Missing = reads.Load(), missing.Load()
	run.Lost, run.Extra = c.compare(f)
	return run
}

// publish inserts all keys and lists those accepted, one by one.
func (c *crew) publish(f variants.Filter, accepted []uint64, there *atomic.Uint64) (refused uint64) {
	n := uint64(0)
	for _, h := range c.hashes {
		if f.Insert(h) != nil {
			refused++
			continue
		}
		accepted[n] = h
		n++
		there.Store(n)
	}
	return refused
}
