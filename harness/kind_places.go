package harness

import (
	"fmt"
	"slices"

	"filterbench/internal/record"
	"filterbench/variants"
)

var _ = kinds.add(kind{
	name: record.KindPlaces, needs: []string{"capacity or slots", "draws"}, takes: []string{"hashes"},
	draws:   "keys",
	wants:   []want{placings},
	inserts: func(t record.Trial) uint64 { return uint64(t.Draws) },
	cost:    func(w work) cost { return cost{ns: float64(w.Draws) * w.perKey} },
	probe:   probePlaces,
})

// probePlaces looks at the places of as many keys as the trial has draws.
func probePlaces(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	r.Outcome = &record.Places{}
	list := make([]uint64, 0, 8)
	err = b.hashes(uint64(t.Draws), func(hash uint64) bool {
		list = b.filter.(variants.Placer).Places(list[:0], hash)
		r.Places().Keys++
		if different(list) < len(list) {
			r.Places().Same++
		}
		return true
	})
	return err
}

// hashes gives do the hashes of the first n positions, until it returns false.
func (b *bench) hashes(n uint64, do func(hash uint64) bool) error {
	if n > b.keys.Inserts() {
		return fmt.Errorf("workload %s has %d keys to insert and the trial needs %d", b.trial.Workload, b.keys.Inserts(), n)
	}
	for at := uint64(0); at < n; at += chunk {
		hashes := b.buffer[:min(chunk, n-at)]
		b.keys.HashInserts(hashes, at, b.hashSeed)
		for _, h := range hashes {
			if !do(h) {
				return nil
			}
		}
	}
	return nil
}

// different sorts a list of places and returns how many different ones there are.
func different(list []uint64) int {
	slices.Sort(list)
	return len(slices.Compact(list))
}
