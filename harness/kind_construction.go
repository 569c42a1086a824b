package harness

import (
	"runtime"

	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/families"
)

var _ = kinds.add(kind{
	name: record.KindConstruction, needs: []string{"capacity", "draws"}, takes: []string{"hashes"},
	draws: "builds, each of one key more",
	stage: single, atOnce: true,
	wants:   []want{{families.Static, "is not built at once, which kind %s looks at"}},
	inserts: func(t record.Trial) uint64 { return t.Capacity + uint64(t.Draws) },
	cost: func(w work) cost {
		return cost{ns: float64(w.Draws) * (float64(w.Capacity)*(nsBuild+nsLookup) + nsRead), bytes: 64 * w.Capacity}
	},
	probe: probeConstruction,
})

// What a key of a build takes, two attempts or so, and two readings of the allocator.
const (
	nsBuild = 120
	nsRead  = 50_000
)

// probeConstruction builds a filter of the trial's capacity, then one of one key more, and so
// on, of fresh keys each. It looks every key up again, also where the build failed: what is
// left then is a filter that its caller may go on to use.
func probeConstruction(t record.Trial, r *record.Record) error {
	c := &record.Construction{}
	watch := newStopwatch()
	defer watch.close()
	for draw := range t.Draws {
		one := t
		one.Capacity += uint64(draw)
		b, err := newBench(one, draw)
		if err != nil {
			return err
		}
		if draw == 0 {
			r.Shape = b.filter.Shape()
		}
		if err := b.insert(0, one.Capacity, nil); err != nil {
			return err
		}
		sample := record.Sample{Ops: 1}
		before := allocated()
		watch.start()
		err = build(b.filter)
		watch.stop(&sample)
		c.Bytes += allocated() - before
		c.NS = append(c.NS, int64(sample.PerOp()))
		attempts := uint64(1)
		if f, ok := b.filter.(variants.Trier); ok {
			attempts = f.Attempts()
		}
		c.Attempts = append(c.Attempts, attempts)
		asked, missing := b.verify(0, one.Capacity)
		if err != nil {
			c.Failed = append(c.Failed, uint64(draw))
			c.Left, c.Denied = c.Left+asked, c.Denied+missing
			continue
		}
		c.Keys, c.Missing, c.Bits = c.Keys+asked, c.Missing+missing, c.Bits+b.filter.Shape().Bits
	}
	r.Outcome = c
	return nil
}

// allocated returns the bytes that the process has allocated since it began.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
