package harness

import (
	"filterbench/internal/record"
	"filterbench/variants"
)

var _ = kinds.add(kind{
	name: record.KindGrowth, needs: []string{"capacity or slots", "fill", "copies"}, takes: []string{"hashes"},
	inserts: func(t record.Trial) uint64 { return keysOf(t) + 1 + newcomers },
	cost: func(w work) cost {
		return cost{ns: 2*w.keys*(w.perKey+w.perLookup) + float64(w.Copies)*nsRefusal + newcomers*w.perKey}
	},
	probe: probeGrowth,
})

// newcomers is how many new keys are offered after the copies.
const newcomers = 1000

// largestGrown is the size in bits, 2^46 bytes, beyond which growing is not followed.
const largestGrown = 1 << 49

// probeGrowth fills a filter with distinct keys, inserts copies of one more until one is
// refused, and notes what the table becomes. Then it offers new keys, looks up what was
// accepted, and deletes the keys from before one by one until the filter compacts itself.
func probeGrowth(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	n := keysOf(t)
	if err := b.insert(0, n, nil); err != nil {
		return err
	}
	g := &record.Grown{Background: n - uint64(len(b.refused)), Asked: newcomers}
	hash := make([]uint64, 1)
	b.keys.HashInserts(hash, n, b.hashSeed)
	g.Steps = []record.Stage{stageOf(b.filter, 0)}
	for g.Copies < uint64(t.Copies) && !g.Refused && b.filter.Shape().Bits <= largestGrown {
		b.checkStop()
		if b.filter.Insert(hash[0]) != nil {
			g.Refused = true
			break
		}
		g.Copies++
		if now := stageOf(b.filter, g.Copies); now.Bits > g.Steps[len(g.Steps)-1].Bits {
			g.Steps = append(g.Steps, now)
		}
	}
	for i := range uint64(newcomers) {
		b.keys.HashInserts(hash, n+1+i, b.hashSeed)
		if b.filter.Insert(hash[0]) != nil {
			g.Shut++
		}
	}
	g.Checked, g.Missing = b.verify(0, n)
	g.Deletes, g.Walked = b.untilCompaction(n)
	r.Outcome = g
	return nil
}

func stageOf(f variants.Filter, copies uint64) record.Stage {
	s := f.Shape()
	return record.Stage{Copies: copies, Bits: s.Bits, Layers: s.Layers}
}

// untilCompaction deletes the first n keys until a delete compacts the table, and returns
// how many it deleted and how many slots the last one looked at: 0 and 0 if none does.
func (b *bench) untilCompaction(n uint64) (deletes, walked uint64) {
	f, ok := b.filter.(variants.Compacter)
	if !ok {
		return 0, 0
	}
	hash, before := make([]uint64, 1), f.Walked()
	for at := range n {
		if _, refused := b.refused[at]; refused {
			continue
		}
		b.keys.HashInserts(hash, at, b.hashSeed)
		b.filter.(variants.Deleter).Delete(hash[0])
		deletes++
		if now := f.Walked(); now > before {
			return deletes, now - before
		}
	}
	return 0, 0
}
