package harness

import (
	"slices"

	"filterbench/internal/record"
	"filterbench/variants"
)

var _ = kinds.add(kind{
	name: record.KindDrift, needs: []string{"capacity or slots", "fill", "positives", "max_queries", "turnovers", "policies"}, takes: []string{"hashes"},
	keyed: true,
	wants: []want{deletes}, inserts: slidThrough,
	cost: func(w work) cost {
		last := slices.Max(w.Turnovers)
		return cost{
			ns:    w.keys*(1+last)*(w.perKey*2+nsOracle+sweeps*w.perLookup) + float64(len(w.Turnovers))*(w.keys+float64(w.Queries))*w.perLookup,
			bytes: 100 * keysOf(w.Trial),
		}
	},
	probe: probeDrift,
})

// probeDrift slides a window of copies through a filter, under a policy of its
// caller, beside an exact account of what is live. Every false negative is charged
// to the operation that caused it; see attribute.
func probeDrift(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	d, err := newDrift(b, keysOf(t))
	if err != nil {
		return err
	}
	for _, turnover := range t.Turnovers {
		for end := d.window + slides(turnover, d.window); d.at < end; {
			if err := d.step(); err != nil {
				return err
			}
		}
		d.checkpoint(turnover)
	}
	r.Outcome = &record.Drift{Checkpoints: d.checkpoints}
	return nil
}

// held is a key of which a copy is in the window.
type held struct {
	hash     uint64
	copies   uint64 // accepted ones in the window; never 0
	absorbed bool   // its first copy found the filter answering true for it already
	lost     bool   // at the last sweep the filter denied it
	cause    cause  // why, if so
}

// drift is a filter with a window of copies [at-window, at).
type drift struct {
	*bench
	window  uint64
	at      uint64 // next position to come
	remover variants.Deleter
	single  bool            // one trace of a key is kept for all its copies; see keepsOne
	scratch variants.Filter // an empty filter, to find out which keys collide

	live  []held         // in no order that matters, but always the same
	index map[uint64]int // number of a key -> its place in live
	names []uint64       // the number of the key at each place of live
	kept  []bool         // by position modulo window: the copy was accepted

	since       interval // what happened since the last sweep
	refusals    uint64
	absorbed    uint64
	undeleted   uint64
	kicks       uint64
	checkpoints []record.Drifted
}

func newDrift(b *bench, window uint64) (*drift, error) {
	// Room for one key beside those of the window; the same shape, so the same collisions.
	scratch, err := b.variant.New(sizeOf(b.trial), filterSeed(drawSeed(b.trial, 0)))
	if err != nil {
		return nil, err
	}
	d := &drift{
		bench: b, window: window, remover: b.filter.(variants.Deleter), scratch: scratch,
		index: map[uint64]int{}, kept: make([]bool, window),
	}
	d.single = d.keepsOne()
	return d, nil
}

// sweeps is how often in a turnover all live keys are looked up.
const sweeps = 8

// step lets the oldest copy leave, once the window is full, and the next one come.
func (d *drift) step() error {
	hash := make([]uint64, 1)
	if d.at >= d.window {
		if oldest := d.at - d.window; d.kept[oldest%d.window] {
			d.leave(d.keys.KeyOf(oldest))
		}
	}
	d.keys.HashInserts(hash, d.at, d.hashSeed)
	d.kept[d.at%d.window] = d.arrive(d.keys.KeyOf(d.at), hash[0])
	d.at++
	if every := max(1, d.window/sweeps); d.at%every == 0 {
		d.sweep()
	}
	return nil
}

// arrive offers one copy, and reports whether the caller holds it for accepted.
func (d *drift) arrive(number, hash uint64) bool {
	place, known := d.index[number]
	insert := true
	switch d.trial.Policy {
	case record.PolicyCheck, record.PolicyLast:
		insert = !d.filter.Contains(hash)
	case record.PolicyKnown:
		insert = !known
	}
	stored := false
	if insert {
		before := d.trace(hash, known)
		if d.filter.Insert(hash) != nil {
			d.kicks += lastKicks(d.filter)
			d.refusals++
			d.since.refusals++
			return false
		}
		d.kicks += lastKicks(d.filter)
		stored = known || d.trace(hash, known) != before
	}
	if known {
		d.live[place].copies++
		return true
	}
	if !stored {
		d.absorbed++
	}
	d.index[number] = len(d.live)
	d.live = append(d.live, held{hash: hash, copies: 1, absorbed: !stored})
	d.names = append(d.names, number)
	return true
}

// trace is what an insert of a key not held changes if the filter stores it: the
// count of its copies where the filter counts, its occupied slots where it has
// slots, or the answer.
func (d *drift) trace(hash uint64, known bool) uint64 {
	if known {
		return 0
	}
	switch f := d.filter.(type) {
	case variants.Counter:
		return f.Count(hash)
	case variants.Kicker:
		return f.Used()
	}
	if d.filter.Contains(hash) {
		return 1
	}
	return 0
}

// leave takes back one accepted copy.
func (d *drift) leave(number uint64) {
	place := d.index[number]
	key := &d.live[place]
	key.copies--
	whole := d.trial.Policy == record.PolicyLast || d.trial.Policy == record.PolicyKnown
	if key.copies == 0 || !whole {
		d.since.deletes = append(d.since.deletes, deletion{number, key.hash, key.absorbed})
		if !d.remover.Delete(key.hash) {
			d.undeleted++
		}
	}
	if key.copies > 0 {
		return
	}
	last := len(d.live) - 1
	d.live[place], d.names[place] = d.live[last], d.names[last]
	d.index[d.names[place]] = place
	d.live, d.names = d.live[:last], d.names[:last]
	delete(d.index, number)
}

// checkpoint records the state.
func (d *drift) checkpoint(turnover float64) {
	d.sweep()
	p := record.Drifted{
		Turnover: turnover, Inserted: d.at, Refused: d.refusals, Absorbed: d.absorbed, Undeleted: d.undeleted,
		Live: uint64(len(d.live)), Kicks: d.kicks, Overflow: overflows(d.filter),
	}
	if k, ok := d.filter.(variants.Kicker); ok {
		p.Used = k.Used()
	}
	counter, counts := d.filter.(variants.Counter)
	p.Counted = counts
	for i := range d.live {
		key := &d.live[i]
		p.Copies += key.copies
		if key.lost {
			p.Missing++
			key.cause.add(&p.Causes)
		}
		if counts {
			n := counter.Count(key.hash)
			p.Excess += n - min(n, key.copies)
			p.Lack += key.copies - min(n, key.copies)
		}
	}
	p.Queries, p.Positives = d.query(uint64(len(d.checkpoints))*d.trial.Queries, d.trial.Queries)
	d.checkpoints = append(d.checkpoints, p)
}
