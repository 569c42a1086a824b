package harness

import (
	"fmt"
	"math"
	"slices"

	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// probeBins fills fresh chains, each with its own keys and hash, and counts the
// chains by length.
func probeBins(t record.Trial, r *record.Record) error {
	lengths := tally{}
	r.Outcome = &record.Bins{Keys: keysOf(t)}
	for draw := range t.Draws {
		b, err := newBench(t, draw)
		if err != nil {
			return err
		}
		r.Shape = b.filter.Shape()
		r.Bins().Chains = r.Shape.Cells
		if err := b.insert(0, keysOf(t), nil); err != nil {
			return err
		}
		list := b.filter.(variants.Chainer).Lengths()
		r.Bins().Longest = append(r.Bins().Longest, uint64(len(list)-1))
		for size, n := range list {
			if n > 0 {
				lengths[uint64(size)] += n
			}
		}
	}
	r.Bins().Lengths = lengths.histogram()
	return nil
}

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
