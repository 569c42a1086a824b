package harness

import (
	"math/bits"

	"filterbench/internal/record"
)

var _ = kinds.add(kind{
	name: record.KindDoubling, needs: []string{"capacity or slots", "fill", "lookups"}, takes: []string{"hashes"},
	keyed: true,
	cost: func(w work) cost {
		steps := float64(bits.Len64(uint64(w.Fill)))
		return cost{ns: w.keys*(w.perKey+2*w.perLookup) + w.refused*nsRefusal + steps*float64(w.Lookups)*w.perLookup}
	},
	probe: probeDoubling,
})

// probeDoubling makes a filter for the trial's capacity and goes on inserting up to fill times
// as many keys. When the keys have come to the capacity, and each time that they have doubled,
// every accepted key is looked up, and Lookups absent keys that were not asked for before.
func probeDoubling(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	o := &record.Doubling{}
	for at, next := uint64(0), t.Capacity+t.Slots; next <= keysOf(t); at, next = next, 2*next {
		if err := b.insert(at, next, nil); err != nil {
			return err
		}
		now := b.filter.Shape()
		s := record.Doubled{Inserted: next, Refused: uint64(len(b.refused)), Bits: now.Bits, Layers: now.Layers}
		_, s.Missing = b.verify(0, next)
		s.Queries, s.Positives = b.query(uint64(len(o.Steps)*t.Lookups), uint64(t.Lookups))
		o.Steps = append(o.Steps, s)
	}
	r.Outcome = o
	return nil
}
