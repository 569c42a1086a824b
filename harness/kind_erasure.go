package harness

import (
	"filterbench/internal/record"
	"filterbench/variants"
)

var _ = kinds.add(kind{
	name: record.KindErasure, needs: []string{"capacity or slots", "fill", "draws"}, takes: []string{"hashes"},
	draws:   "deletes of absent keys",
	wants:   []want{deletes},
	inserts: func(t record.Trial) uint64 { return keysOf(t) + 1 },
	absents: func(t record.Trial) uint64 { return uint64(t.Draws) },
	cost: func(w work) cost {
		return cost{ns: w.keys*(w.perKey*7+4*w.perLookup) + float64(w.Draws)*w.perKey}
	},
	probe: probeErasure, program: programErasure,
})

// probeErasure fills a filter with distinct keys and deletes in four ways, each from
// the state that the one before left:
//
//   - one key at a time is deleted, looked up and inserted again: does it still look
//     present?
//   - one key at a time is inserted again, deleted once and looked up: is the other
//     copy still there? Then it is brought back to one copy.
//   - one held key in ten is deleted: how many of the rest are denied?
//   - Draws keys that were never inserted are deleted: how many deletes report that
//     they found something, and how many of the held keys, found before, are denied?
func probeErasure(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	n := keysOf(t)
	if err := b.insert(0, n, nil); err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	x := eraser{bench: b, keys: n, remover: b.filter.(variants.Deleter), out: &record.Erasure{}}
	x.out.Background = n - uint64(len(b.refused))
	x.once()
	x.twice()
	x.tenth()
	x.absent()
	r.Outcome = x.out
	return nil
}

// eraser is a filled filter whose keys are deleted.
type eraser struct {
	*bench
	keys    uint64 // positions inserted
	remover variants.Deleter
	out     *record.Erasure
}

// held calls visit with every held position and its key's hash.
func (x *eraser) held(visit func(position, hash uint64)) {
	hash := make([]uint64, 1)
	for i := range x.keys {
		if _, no := x.refused[i]; !no {
			x.keysAt(hash, i)
			visit(i, hash[0])
		}
	}
}

func (x *eraser) keysAt(hash []uint64, i uint64) { x.bench.keys.HashInserts(hash, i, x.hashSeed) }

func (x *eraser) once() {
	x.held(func(i, h uint64) {
		x.remover.Delete(h)
		x.out.Deleted++
		if x.filter.Contains(h) {
			x.out.Still++
		}
		if x.filter.Insert(h) != nil { // its place went to another entry of the walk
			x.refused[i] = struct{}{}
		}
	})
}

func (x *eraser) twice() {
	x.held(func(i, h uint64) {
		if x.filter.Insert(h) != nil {
			return
		}
		x.remover.Delete(h)
		x.out.Twice++
		if x.filter.Contains(h) {
			x.out.TwiceStill++
		} else if x.filter.Insert(h) != nil { // the filter is a set: bring the key back
			x.refused[i] = struct{}{}
		}
	})
}

// tenthOf is the share of held keys that are deleted for good: one in so many.
const tenthOf = 10

func (x *eraser) tenth() {
	x.held(func(i, h uint64) {
		if i%tenthOf == 0 {
			x.remover.Delete(h)
			x.out.Cleared++
		}
	})
	for i := uint64(0); i < x.keys; i += tenthOf {
		x.refused[i] = struct{}{} // no longer held
	}
	x.out.Rest, x.out.RestLost = x.drop()
}

// drop looks up all held keys, and takes those denied for no longer held.
func (x *eraser) drop() (held, denied uint64) {
	x.held(func(i, h uint64) {
		held++
		if !x.filter.Contains(h) {
			denied++
			x.refused[i] = struct{}{}
		}
	})
	return held, denied
}

func (x *eraser) absent() {
	for at := uint64(0); at < uint64(x.trial.Draws); at += chunk {
		hashes := x.buffer[:min(chunk, uint64(x.trial.Draws)-at)]
		x.bench.keys.HashAbsents(hashes, at, x.hashSeed)
		for _, h := range hashes {
			if x.remover.Delete(h) {
				x.out.Succeeded++
			}
			x.out.Attempts++
		}
	}
	x.out.Members, x.out.Missing = x.drop()
}
