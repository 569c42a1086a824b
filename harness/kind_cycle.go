package harness

import (
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/theory"
	"fmt"
	"math"
	"slices"
)

var _ = kinds.add(kind{
	name: record.KindCycle, needs: []string{"capacity or slots", "draws", "copies"}, takes: []string{"hashes"},
	draws: "groups",
	wants: []want{kicks, placings}, inserts: none,
	cost: func(w work) cost {
		return cost{ns: float64(w.Draws) * (nsGroup*groupSearch(w.Trial, w.shape) + nsRefusal)}
	},
	probe: probeCycle,
})

// maxSearch is how many keys are looked at in search of a group before a trial
// gives up: its table is too large for keys that share their places.
const maxSearch = 1 << 22

// probeCycle finds, draw by draw, keys with the same places, all different, and
// inserts them into an empty table.
func probeCycle(t record.Trial, r *record.Record) error {
	c := &record.Cycle{}
	refused, kicks, apart := tally{}, tally{}, tally{}
	for draw := range t.Draws {
		b, err := newBench(t, draw)
		if err != nil {
			return err
		}
		r.Shape = b.filter.Shape()
		group, another, searched, err := b.searchGroup(t.Copies)
		if err != nil {
			return err
		}
		c.Searched += searched
		n, last := insertGroup(b.filter, group, kicks)
		refused[n]++
		if n == 1 && last {
			c.Last++
		}
		other, err := b.variant.New(sizeOf(t), filterSeed(drawSeed(t, draw)))
		if err != nil {
			return err
		}
		group[len(group)-1] = another
		n, _ = insertGroup(other, group, tally{})
		apart[n]++
	}
	c.Refused, c.Kicks, c.Apart = refused.histogram(), kicks.histogram(), apart.histogram()
	r.Outcome = c
	return nil
}

// insertGroup inserts keys and returns how many were refused, and whether the last
// of them was.
func insertGroup(f variants.Filter, group []uint64, kicks tally) (refused uint64, last bool) {
	for _, h := range group {
		last = f.Insert(h) != nil
		if last {
			refused++
			kicks[lastKicks(f)]++
		}
	}
	return refused, last
}

// places are the different places of a key, sorted; no key has more than five.
type places [5]uint64

// searchGroup looks at keys in order until size of them have the same places and
// one more has at least one of those and at least one other.
func (b *bench) searchGroup(size int) (group []uint64, another, searched uint64, err error) {
	groups := map[places][]uint64{}
	var order []uint64 // hashes in the order of the search
	var found places
	list := make([]uint64, 0, 8)
	placer := b.filter.(variants.Placer)
	placesOf := func(hash uint64) (p places, ok bool) {
		list = placer.Places(list[:0], hash)
		ok = different(list) == len(list)
		copy(p[:], list)
		return p, ok
	}
	overlaps := func(hash uint64) bool {
		p, ok := placesOf(hash)
		shared := slices.ContainsFunc(list, func(i uint64) bool { return slices.Contains(found[:len(list)], i) })
		return ok && shared && p != found
	}
	at := -1
	err = b.hashes(min(maxSearch, b.keys.Inserts()), func(hash uint64) bool {
		order = append(order, hash)
		if group != nil {
			if overlaps(hash) {
				at = len(order) - 1
			}
			return at < 0
		}
		if p, ok := placesOf(hash); ok {
			if groups[p] = append(groups[p], hash); len(groups[p]) == size {
				group, found = groups[p], p
				at = slices.IndexFunc(order, overlaps) // nearly always among those seen already
			}
		}
		return at < 0
	})
	if err == nil && at < 0 {
		err = fmt.Errorf("among %d keys there are no %d with the same places and one with some of them: the table is too large, or too small", len(order), size)
	}
	if err != nil {
		return nil, 0, 0, err
	}
	return slices.Clone(group), order[at], uint64(len(order)), nil
}

// groupSearch estimates how many keys [bench.searchGroup] looks at: until some of
// the sets of places has been drawn as often as the group is large.
func groupSearch(t record.Trial, shape theory.Shape) float64 {
	buckets, choices := float64(shape.Cells)/float64(max(1, shape.BucketSlots)), max(2, shape.Probes)
	sets := 1.0
	for i := range choices {
		sets *= (buckets - float64(i)) / float64(i+1)
	}
	size := float64(t.Copies)
	return math.Min(maxSearch, size*math.Pow(math.Max(1, sets), 1-1/math.Max(1, size)))
}
