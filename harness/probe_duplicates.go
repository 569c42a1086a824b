package harness

import (
	"filterbench/internal/record"
	"filterbench/variants"
)

// probeDuplicates fills a filter with distinct keys and then, for one fresh hot
// key after the other, inserts copies of it, looks up all other keys while the
// copies are in, and deletes exactly the copies that were accepted.
func probeDuplicates(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	n := keysOf(t)
	if err := b.insert(0, n, nil); err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	d := &record.Duplicates{Background: n - uint64(len(b.refused)), Silent: !b.variant.Kicks}
	accepted, taken, refused := tally{}, tally{}, tally{}
	hot := make([]uint64, 1)
	for i := range uint64(t.Draws) {
		b.keys.HashInserts(hot, n+i, b.hashSeed)
		copies, before := b.insertCopies(hot[0], t.Copies, taken, refused)
		accepted[before]++
		members, missing := b.verify(0, n)
		d.Checked += members
		d.Missing += missing
		for range copies {
			b.filter.(variants.Deleter).Delete(hot[0])
		}
	}
	_, d.Leftover = b.verify(0, n)
	d.Accepted, d.Taken, d.Refused = accepted.histogram(), taken.histogram(), refused.histogram()
	r.Duplicates = d
	return nil
}

// insertCopies inserts one key so many times. It returns how many copies were
// accepted, and how many of them before the first refusal.
func (b *bench) insertCopies(hash uint64, times int, taken, refused tally) (accepted, before uint64) {
	refusals := 0
	for range times {
		if b.filter.Insert(hash) != nil {
			refused[lastKicks(b.filter)]++
			refusals++
			continue
		}
		taken[lastKicks(b.filter)]++
		accepted++
		if refusals == 0 {
			before++
		}
	}
	return accepted, before
}
