package harness

import (
	"filterbench/internal/record"
	"filterbench/variants/families"
)

var _ = kinds.add(kind{
	name: record.KindLoad, needs: []string{"capacity or slots", "draws"}, takes: []string{"hashes"},
	draws: "fillings",
	wants: []want{refusals}, inserts: none,
	cost: func(w work) cost {
		return cost{ns: float64(w.Draws) * w.slots * (w.perKey + 2*nsKick), bytes: drawnBefore(w)}
	},
	probe: probeLoad, program: programLoad,
})

// probeLoad fills fresh filters, each with its own keys, hash and walk, until the
// first refused insert.
func probeLoad(t record.Trial, r *record.Record) error {
	r.Outcome = &record.Load{}
	for draw := range t.Draws {
		b, err := newBench(t, draw)
		if err != nil {
			return err
		}
		r.Shape = b.filter.Shape()
		limit := b.patience()
		accepted, kicks := b.untilRefusal(limit)
		distinct := b.distinct(accepted)
		_, missing := b.verify(0, accepted)
		r.Load().Accepted = append(r.Load().Accepted, accepted)
		r.Load().Distinct = append(r.Load().Distinct, distinct)
		if b.variant.Has(families.Kicks) {
			r.Load().Kicks = append(r.Load().Kicks, kicks)
		}
		r.Load().Missing += missing
		if accepted == limit {
			r.Load().Unfilled++
		}
	}
	return nil
}

// enough is how many inserts a slot are made in the hope of a refusal: a filter that
// counts copies, or keeps them elsewhere, may never refuse a stream of few keys.
const enough = 20

// patience is how many inserts are made at most before the first refusal.
func (b *bench) patience() uint64 {
	return min(b.keys.Inserts(), enough*max(1, b.filter.Shape().Cells))
}

// untilRefusal inserts until a key is refused, at most up to a limit. It returns the
// number of accepted inserts and the kicks they took together.
func (b *bench) untilRefusal(limit uint64) (accepted, kicks uint64) {
	for accepted < limit {
		hashes := b.buffer[:min(chunk, limit-accepted)]
		b.keys.HashInserts(hashes, accepted, b.hashSeed)
		for _, h := range hashes {
			if b.filter.Insert(h) != nil {
				return accepted, kicks
			}
			kicks += lastKicks(b.filter)
			accepted++
		}
	}
	return accepted, kicks
}
