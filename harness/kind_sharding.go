package harness

import (
	"math"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
)

var _ = kinds.add(kind{
	name: record.KindSharding, needs: []string{"capacity", "fill", "lookups", "shards"}, takes: []string{"hashes"},
	keyed: true, inserts: func(t record.Trial) uint64 { return uint64(overfillSharding * float64(keysOf(t))) },
	cost: func(w work) cost {
		return cost{ns: 3*w.keys*w.perKey + float64(w.Lookups)*w.perKey, bytes: uint64(max(1, w.Shards)) * shardBytes}
	},
	probe: probeSharding,
})

// shardBytes is what a filter takes beside its table: the buffers of its batches.
const shardBytes = 6 << 10

// overfillSharding bounds the search for a refusal, in multiples of the keys.
const overfillSharding = 2.0

// probeSharding divides keys among filters, each made for its part of the Capacity, by bits of
// their hash that are mixed once more. It asks for all of them and for absent keys, and then,
// where the filters refuse, goes on until one does.
func probeSharding(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	s := b.filter.(*divided)
	r.Shape = s.Shape()
	n := keysOf(t)
	out := &record.Sharding{Inserted: n}
	at, refused := uint64(0), false
	insert := func(to uint64) error {
		return b.insert(at, to, func(accepted bool) {
			at++
			if !accepted && !refused {
				out.First, refused = at-1, true
			}
		})
	}
	if err := insert(n); err != nil {
		return err
	}
	out.Refused = uint64(len(b.refused))
	out.Least, out.Most = math.MaxUint64, 0
	for _, keys := range s.got {
		out.Least, out.Most = min(out.Least, keys), max(out.Most, keys)
	}
	_, out.Missing = b.verify(0, n)
	out.Queries, out.Positives = b.query(0, uint64(t.Lookups))
	if b.variant.HasAny(families.Kicks | families.Refuses) {
		for most := uint64(overfillSharding * float64(n)); !refused && at < most; {
			if err := insert(min(at+chunk, most)); err != nil {
				return err
			}
		}
	}
	if !refused {
		out.First = 0
	}
	r.Outcome = out
	return nil
}

// divided is several filters, among which keys are divided.
type divided struct {
	parts []variants.Filter
	got   []uint64 // keys that each was given
}

// filterOf makes the filter of a trial, or the several among which it divides its keys.
func filterOf(t record.Trial, v variants.Variant, seed uint64) (variants.Filter, error) {
	if t.Shards <= 1 && t.Kind != record.KindSharding {
		return v.New(sizeOf(t), seed)
	}
	n := uint64(max(1, t.Shards))
	s := &divided{got: make([]uint64, n)}
	for i := range n {
		f, err := v.New(variants.Size{Keys: (t.Capacity + n - 1) / n, Slots: (t.Slots + n - 1) / n}, hashing.Mix(seed+i))
		if err != nil {
			return nil, err
		}
		s.parts = append(s.parts, f)
	}
	return s, nil
}

// of returns the number of the filter that a key goes to. All bits of the hash matter to the
// filters themselves, so that it is mixed before some are taken.
func (s *divided) of(hash uint64) uint64 {
	return hashing.Reduce(hashing.Mix(hash+hashing.Golden), uint64(len(s.parts)))
}

// Insert implements [variants.Filter].
func (s *divided) Insert(hash uint64) error {
	i := s.of(hash)
	s.got[i]++
	return s.parts[i].Insert(hash)
}

// Contains implements [variants.Filter].
func (s *divided) Contains(hash uint64) bool { return s.parts[s.of(hash)].Contains(hash) }

// Shape implements [variants.Filter]: that of one of them, with the bits and cells of all.
func (s *divided) Shape() shape.Shape {
	all := s.parts[0].Shape()
	all.Bits, all.Cells = all.Bits*uint64(len(s.parts)), all.Cells*uint64(len(s.parts))
	return all
}
