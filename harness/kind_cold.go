package harness

import (
	"time"

	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/workloads"
)

var _ = kinds.add(kind{
	name: record.KindCold, needs: []string{"capacity or slots", "fill", "draws", "lookups"}, takes: []string{"hashes"},
	keyed: true,
	draws: "lookups, each after a sweep",
	stage: timed,
	cost: func(w work) cost {
		return cost{
			ns:    w.keys*w.perKey + float64(w.Draws)*2*nsSweep + 2*float64(w.Lookups)*w.perLookup,
			bytes: sweepBytes + 8*uint64(w.Lookups),
		}
	},
	probe: probeCold,
})

// sweepBytes is what is written to before a cold lookup: more than the caches of one
// core, and of most processors.
const sweepBytes = 64 << 20

// probeCold times single lookups of members as somebody would who calls a filter once:
// after a sweep through memory that drove the filter, the clock and the code from the
// caches. The same lookup is timed again at once, and an operation that does nothing
// after a sweep of its own. Then Lookups of them are timed together.
func probeCold(t record.Trial, r *record.Record) error {
	b, filled, err := filledBench(t, r)
	if err != nil {
		return err
	}
	watch := newStopwatch()
	defer watch.close()
	defer quiet()()
	hashes := make([]uint64, t.Draws+t.Lookups)
	b.keys.HashLookups(hashes, workloads.Mix{Hits: 1, Members: filled, Seed: uint64(t.Seed)}, b.hashSeed)
	sweep, null := newSweep(sweepBytes), nullFilter()
	var clock, first, again latencies
	for _, h := range hashes[:t.Draws] {
		one := []uint64{h}
		sweep.run()
		clock.eachLookup(null, one)
		sweep.run()
		first.eachLookup(b.filter, one)
		again.eachLookup(b.filter, one)
	}
	out := &record.Cold{
		Accepted: filled - uint64(len(b.refused)), Swept: sweepBytes, Start: wallTime().Format(time.RFC3339),
		Clock: clock.histogram(), First: first.histogram(), Again: again.histogram(),
	}
	warm := hashes[t.Draws:]
	lookUpEach(b.filter, warm[:min(warmUp, len(warm))])
	out.Warm = record.Sample{Op: "hit", Ops: uint64(len(warm))}
	watch.start()
	lookUpEach(b.filter, warm)
	watch.stop(&out.Warm)
	r.Outcome = out
	return nil
}

// lookUpEach looks keys up one by one.
func lookUpEach(f variants.Filter, hashes []uint64) (positives int) {
	for _, h := range hashes {
		if f.Contains(h) {
			positives++
		}
	}
	return positives
}

// sweeper is memory that is written to so that the caches hold nothing else.
type sweeper []uint64

func newSweep(bytes int) sweeper { return make(sweeper, bytes/8) }

// run writes one word of every line.
func (s sweeper) run() {
	for i := 0; i < len(s); i += 8 {
		s[i]++
	}
}
