package harness

import (
	"fmt"
	"math"
	"slices"

	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/workloads"
)

var _ = kinds.add(kind{
	name: record.KindChurn, needs: []string{"capacity or slots", "fill", "positives", "max_queries", "turnovers", "deletes"}, takes: []string{"hashes"},
	keyed: true,
	suits: func(v variants.Variant, s *Settings) error {
		if *s.Deletes && !v.HasAny(deletes.any) {
			return fmt.Errorf("%s "+deletes.why, v, record.KindChurn)
		}
		return nil
	},
	inserts: slidThrough, stays: true,
	cost: func(w work) cost {
		last := slices.Max(w.Turnovers)
		return cost{ns: w.keys*w.perKey*(1+2*last) + float64(len(w.Turnovers))*(w.keys+float64(w.Queries))*w.perLookup}
	},
	probe: probeChurn,
})

// slidThrough returns how many keys come into a window in all.
func slidThrough(t record.Trial) uint64 {
	return keysOf(t) + slides(slices.Max(t.Turnovers), keysOf(t))
}

// slides is how many keys come into a full window in so many turnovers.
func slides(turnover float64, window uint64) uint64 {
	return uint64(math.Round(turnover * float64(window)))
}

// probeChurn slides a window of live keys through a filter: the oldest key leaves,
// where the trial says that keys are deleted, before the next one enters, so the
// load never rises above the window. At each checkpoint every live key is looked
// up, and absent keys that no checkpoint asked for before.
func probeChurn(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	c := churn{bench: b, window: keysOf(t)}
	last := t.Turnovers[len(t.Turnovers)-1]
	for op := range workloads.Churn(c.window, slides(last, c.window)) {
		if err := c.step(op); err != nil {
			return err
		}
		next := t.Turnovers[len(c.checkpoints)]
		if op.Kind == workloads.Insert && c.at == c.window+slides(next, c.window) {
			c.check(next)
		}
	}
	r.Outcome = &record.Churn{Checkpoints: c.checkpoints}
	return nil
}

// churn is a filter with a window of live keys.
type churn struct {
	*bench
	window      uint64
	at          uint64 // next position to insert; [at-window, at) is live
	kicks       uint64 // of all inserts so far
	undeleted   uint64 // deletes of accepted keys that found nothing
	checkpoints []record.Checkpoint
}

func (c *churn) step(op workloads.Op) error {
	if op.Kind == workloads.Insert {
		c.at = op.Pos + 1
		return c.insert(op.Pos, op.Pos+1, func(bool) { c.kicks += lastKicks(c.filter) })
	}
	if _, no := c.refused[op.Pos]; no || !c.trial.Deletes {
		return nil
	}
	hash := c.buffer[:1]
	c.keys.HashInserts(hash, op.Pos, c.hashSeed)
	if !c.filter.(variants.Deleter).Delete(hash[0]) {
		c.undeleted++
	}
	return nil
}

// check adds a checkpoint.
func (c *churn) check(turnover float64) {
	p := record.Checkpoint{
		Turnover: turnover, Inserted: c.at, Refused: uint64(len(c.refused)),
		Kicks: c.kicks, Undeleted: c.undeleted, Overflow: overflows(c.filter),
	}
	p.Live, p.Missing = c.verify(c.at-c.window, c.at)
	p.Queries, p.Positives = c.query(uint64(len(c.checkpoints))*c.trial.Queries, c.trial.Queries)
	c.checkpoints = append(c.checkpoints, p)
}
