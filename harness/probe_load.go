package harness

import "filterbench/internal/record"

// probeLoad fills fresh filters, each with its own keys, hash and walk, until the
// first refused insert.
func probeLoad(t record.Trial, r *record.Record) error {
	r.Load = &record.Load{}
	for draw := range t.Draws {
		b, err := newBench(t, draw)
		if err != nil {
			return err
		}
		r.Shape = b.filter.Shape()
		accepted, kicks := b.untilRefusal()
		distinct := b.distinct(accepted)
		_, missing := b.verify(0, accepted)
		r.Load.Accepted = append(r.Load.Accepted, accepted)
		r.Load.Distinct = append(r.Load.Distinct, distinct)
		if b.variant.Kicks {
			r.Load.Kicks = append(r.Load.Kicks, kicks)
		}
		r.Load.Missing += missing
		if accepted == b.keys.Inserts() {
			r.Load.Unfilled++
		}
	}
	return nil
}

// untilRefusal inserts until a key is refused or the keys run out. It returns the
// number of accepted inserts and the kicks they took together.
func (b *bench) untilRefusal() (accepted, kicks uint64) {
	for accepted < b.keys.Inserts() {
		hashes := b.buffer[:min(chunk, b.keys.Inserts()-accepted)]
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
