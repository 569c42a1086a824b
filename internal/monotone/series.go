package monotone

import (
	"cmp"
	"slices"
	"strings"

	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// Series is one operation of one contender under the same circumstances in tables of
// several sizes.
type Series struct {
	Trial  record.Trial // what its records share: without size, repetition and seed
	Op     string
	Net    bool    // the times are net of null; else gross
	Points []Point // in ascending order of size; two or more
}

// Point is a series at one size.
type Point struct {
	Size   uint64 // keys or slots, as the trial has it
	Median stat.Median
	Extra  int // repetitions beyond the planned ones
}

// Find lists the series of the records of kind time that have two sizes or more, in a
// fixed order. The null filter is no series of its own: it has no table.
func Find(records []record.Record) []Series {
	nulls := record.NullsOf(records)
	index := map[string]int{}
	var all []*gathered
	for i := range records {
		r := &records[i]
		if r.Time() == nil || r.Variant == record.NullVariant {
			continue
		}
		t := withoutSize(r.Trial)
		id := t.ID()
		for _, s := range r.Time().Samples {
			if s.Ops == 0 {
				continue
			}
			at, ok := index[id+s.Op]
			if !ok {
				at = len(all)
				index[id+s.Op] = at
				all = append(all, &gathered{id: id, trial: t, op: s.Op, net: true, sizes: map[uint64]*sized{}})
			}
			null, _, ok := nulls.Of(r.Trial).PerOp(s.Op)
			all[at].add(r, s.PerOp(), null, ok)
		}
	}
	slices.SortFunc(all, func(a, b *gathered) int {
		return cmp.Or(strings.Compare(a.trial.Experiment, b.trial.Experiment), strings.Compare(a.trial.Part, b.trial.Part),
			strings.Compare(a.trial.Variant, b.trial.Variant), strings.Compare(a.op, b.op), strings.Compare(a.id, b.id))
	})
	var list []Series
	for _, g := range all {
		if len(g.sizes) > 1 {
			list = append(list, g.series())
		}
	}
	return list
}

func withoutSize(t record.Trial) record.Trial {
	t.Capacity, t.Slots, t.Rep, t.Seed = 0, 0, 0, 0
	return t
}

// gathered is a series in the making.
type gathered struct {
	id, op string
	trial  record.Trial
	net    bool // every repetition so far had a null
	sizes  map[uint64]*sized
}

// sized is what was measured at one size.
type sized struct {
	gross, nulls []float64
	extra        int
}

func (g *gathered) add(r *record.Record, gross, null float64, net bool) {
	size := r.Capacity + r.Slots
	at := g.sizes[size]
	if at == nil {
		at = &sized{}
		g.sizes[size] = at
	}
	at.gross, at.nulls = append(at.gross, gross), append(at.nulls, null)
	if r.Extra {
		at.extra++
	}
	g.net = g.net && net
}

func (g *gathered) series() Series {
	s := Series{Trial: g.trial, Op: g.op, Net: g.net}
	for size, at := range g.sizes {
		times := slices.Clone(at.gross)
		if g.net {
			for i := range times {
				times[i] -= at.nulls[i]
			}
		}
		s.Points = append(s.Points, Point{Size: size, Median: stat.NewMedian(times), Extra: at.extra})
	}
	slices.SortFunc(s.Points, func(a, b Point) int { return cmp.Compare(a.Size, b.Size) })
	return s
}
