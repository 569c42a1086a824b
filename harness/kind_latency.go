package harness

import (
	"fmt"
	"math"
	"time"

	"filterbench/internal/record"
	"filterbench/workloads"
)

var _ = kinds.add(kind{
	name: record.KindLatency, needs: []string{"capacity or slots", "loads", "lookups"}, takes: []string{"hashes"},
	stage:   timed,
	inserts: func(t record.Trial) uint64 { return 2 * (t.Capacity + t.Slots) }, // of a cuckoo filter, whose slots may be twice its capacity
	absents: func(t record.Trial) uint64 { return uint64(t.Lookups) },
	cost: func(w work) cost {
		last, size := w.Loads[len(w.Loads)-1], float64(w.Capacity+w.Slots)
		if w.shape.BucketSlots > 0 {
			size = w.slots
		}
		return cost{
			ns:    last*size*w.perKey + nsClock*(float64(len(w.Loads))*kickWindow*size+3*float64(w.Lookups)),
			bytes: 8 * uint64(w.Lookups),
		}
	},
	probe: probeLatency,
})

// probeLatency fills one filter and times every insert in the windows of load that the
// trial names, one by one, then Lookups hits and as many misses. Hashes are made before
// the clock is read. A load is keys inserted over slots, or over the capacity for a
// filter without slots.
func probeLatency(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	size := float64(t.Capacity + t.Slots)
	if r.Shape.BucketSlots > 0 {
		size = float64(r.Shape.Cells)
	}
	defer quiet()()
	out := &record.Latency{Start: wallTime().Format(time.RFC3339), Windows: make([]record.LatencyWindow, 0, len(t.Loads)+2)}
	at := uint64(0)
	for _, load := range t.Loads {
		w := record.LatencyWindow{Op: "insert", From: load - kickWindow/2, To: load + kickWindow/2}
		from, to := uint64(math.Ceil(max(0, w.From)*size)), uint64(math.Ceil(w.To*size))
		if from < at {
			return fmt.Errorf("the window at load %g begins before the one below it ends", load)
		}
		if err := b.insert(at, from, nil); err != nil {
			return err
		}
		if w.Times, w.Refused, err = b.timeWindow(from, to); err != nil {
			return err
		}
		out.Windows, at = append(out.Windows, w), to
	}
	out.Accepted = at - uint64(len(b.refused))
	hashes := make([]uint64, t.Lookups)
	out.Clock = clockCost(hashes)
	for i, op := range []string{"hit", "miss"} {
		share, _ := record.HitShare(op)
		b.keys.HashLookups(hashes, workloads.Mix{Hits: share, Members: at, Seed: uint64(t.Seed) + uint64(i)}, b.hashSeed)
		l := &latencies{}
		positives := l.eachLookup(b.filter, hashes)
		if op == "hit" && positives < uint64(len(hashes)) && len(b.refused) == 0 {
			return fmt.Errorf("false negatives while timing hits: %d of %d members found", positives, len(hashes))
		}
		out.Windows = append(out.Windows, record.LatencyWindow{Op: op, Times: l.histogram()})
	}
	r.Outcome = out
	return nil
}

// timeWindow inserts positions [from, to), timing each, and notes the refused ones.
func (b *bench) timeWindow(from, to uint64) (record.Histogram, uint64, error) {
	if to > b.keys.Inserts() {
		return nil, 0, fmt.Errorf("workload %s has %d keys to insert and the trial needs %d", b.trial.Workload, b.keys.Inserts(), to)
	}
	hashes, l := make([]uint64, to-from), &latencies{}
	b.keys.HashInserts(hashes, from, b.hashSeed)
	refused := l.eachInsert(b.filter, hashes)
	for i := range refused { // which ones does not matter: with any, members are not all found
		b.refused[from+i] = struct{}{}
	}
	return l.histogram(), refused, nil
}
