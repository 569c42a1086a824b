package harness

import (
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/families"
)

var _ = kinds.add(kind{
	name: record.KindDuplicates, needs: []string{"capacity or slots", "fill", "draws", "copies"}, takes: []string{"hashes"},
	draws:   "hot keys",
	wants:   []want{deletes},
	inserts: func(t record.Trial) uint64 { return keysOf(t) + uint64(t.Draws) },
	cost: func(w work) cost {
		return cost{ns: w.keys*w.perKey + float64(w.Draws)*(w.keys*w.perLookup+float64(w.Copies)*nsRefusal)}
	},
	probe: probeDuplicates, program: programDuplicates,
})

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
	d := &record.Duplicates{Background: n - uint64(len(b.refused)), Silent: !b.variant.Has(families.Kicks)}
	accepted, taken, refused := tally{}, tally{}, tally{}
	hot := make([]uint64, 1)
	for i := range uint64(t.Draws) {
		b.keys.HashInserts(hot, n+i, b.hashSeed)
		copies, before, sequence := b.insertCopies(hot[0], t.Copies, taken, refused)
		accepted[before]++
		if t.Draws == 1 && t.Copies <= longestSequence {
			d.Sequence = sequence
		}
		members, missing := b.verify(0, n)
		d.Checked += members
		d.Missing += missing
		for range copies {
			b.filter.(variants.Deleter).Delete(hot[0])
		}
	}
	_, d.Leftover = b.verify(0, n)
	d.Accepted, d.Taken, d.Refused = accepted.histogram(), taken.histogram(), refused.histogram()
	r.Outcome = d
	return nil
}

// longestSequence is the number of inserts up to which their outcomes are recorded
// one by one.
const longestSequence = 64

// insertCopies inserts one key so many times. It returns how many copies were
// accepted, how many of them before the first refusal, and the outcomes in order.
func (b *bench) insertCopies(hash uint64, times int, taken, refused tally) (accepted, before uint64, sequence string) {
	outcomes := make([]byte, times)
	refusals := 0
	for i := range times {
		if b.filter.Insert(hash) != nil {
			outcomes[i] = '-'
			refused[lastKicks(b.filter)]++
			refusals++
			continue
		}
		outcomes[i] = '+'
		taken[lastKicks(b.filter)]++
		accepted++
		if refusals == 0 {
			before++
		}
	}
	return accepted, before, string(outcomes)
}
