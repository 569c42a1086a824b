package sample

import (
	"maps"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
)

// Traffic says how the made-up times of single operations and of goroutines are. The
// zero value is that of filters which behave as expected.
type Traffic struct {
	BloomTail, CuckooTail   float64 // nanoseconds that two inserts in a hundred take at a load of 95 %, beside the others
	Bloom99, Cuckoo99       float64 // the same of lookups that arrive
	Null99                  float64 // the same of the filter that does nothing
	Warm, First             float64 // nanoseconds of a lookup among many, and of a cold one
	Lost, Denied, TornFinds uint64  // bits and lookups lost by atomic words, and bits by torn ones
	Procs                   int
}

// filled puts what is usual in the place of zeros.
func (t Traffic) filled() Traffic {
	for field, usual := range map[*float64]float64{
		&t.BloomTail: 60, &t.CuckooTail: 900, &t.Bloom99: 200, &t.Cuckoo99: 150, &t.Null99: 100, &t.Warm: 20, &t.First: 900,
	} {
		if *field == 0 {
			*field = usual
		}
	}
	if t.Procs == 0 {
		t.Procs = 2
	}
	return t
}

// Spread makes times: most near a median, and two in a hundred near a tail.
func (m *Maker) Spread(n int, median, tail float64) record.Histogram {
	counts := map[uint64]uint64{}
	for i := range n {
		at := median
		if i%50 == 0 {
			at = tail
		}
		counts[record.BinOf(uint64(at*math.Exp(0.03*m.Rand.NormFloat64())))]++
	}
	h := record.Histogram{}
	for _, ns := range slices.Sorted(maps.Keys(counts)) {
		h = append(h, [2]uint64{ns, counts[ns]})
	}
	return h
}

// madeClock is the made-up cost of reading the clock.
const madeClock = 40

// Latencies makes the cells of experiment latency.
func (m *Maker) Latencies(t Traffic) {
	t = t.filled()
	for _, v := range []string{"bloom(bpk=12)", "cuckoo(b=4,f=12)"} {
		tail, slow := t.BloomTail, t.Bloom99
		if analysis.FamilyOf(v) == "cuckoo" {
			tail, slow = t.CuckooTail, t.Cuckoo99
		}
		m.inserts(v, tail)
		m.arrivals(v, "even", record.ArrivalEven, slow, 1e5, 1e6, 1e7)
		m.arrivals(v, "random", record.ArrivalPoisson, slow, 1e6)
		m.cold(v, t)
	}
	m.arrivals("null", "even", record.ArrivalEven, t.Null99, 1e5, 1e6, 1e7)
	m.arrivals("null", "random", record.ArrivalPoisson, t.Null99, 1e6)
	for _, guard := range []string{record.GuardAtomic, record.GuardTorn, record.GuardMutex, record.GuardSharded} {
		m.parallel(guard, t)
	}
}

func (m *Maker) inserts(variant string, tail float64) {
	loads := []float64{0.5, 0.8, 0.9, 0.95}
	trial := record.Trial{Experiment: "latency", Part: "insert", Kind: record.KindLatency, Variant: variant, Workload: "uniform",
		Capacity: 996147, Loads: loads, Lookups: 1000}
	m.add(trial, Shape(variant, trial.Capacity, 0), func(r *record.Record) {
		r.Outcome = &record.Latency{Accepted: trial.Capacity, Clock: m.Spread(1000, madeClock, madeClock), Start: "2026-01-02T03:04:05Z"}
		for _, load := range loads {
			at := 50 + (tail-50)*math.Exp(-20*(0.95-load))
			r.Latency().Windows = append(r.Latency().Windows, record.LatencyWindow{
				Op: "insert", From: load - 0.005, To: load + 0.005, Times: m.Spread(2000, madeClock+20, madeClock+at)})
		}
		for _, op := range []string{"hit", "miss"} {
			r.Latency().Windows = append(r.Latency().Windows, record.LatencyWindow{Op: op, Times: m.Spread(1000, madeClock+10, madeClock+20)})
		}
	})
}

func (m *Maker) arrivals(variant, part, arrival string, slow float64, rates ...float64) {
	const n = 2000
	trial := record.Trial{Experiment: "latency", Part: part, Kind: record.KindArrivals, Variant: variant, Workload: "uniform",
		Capacity: 996147, Fill: 1, Rates: rates, Arrival: arrival, Ops: []string{"mix50"}, Lookups: n}
	m.add(trial, Shape(variant, trial.Capacity, 0), func(r *record.Record) {
		r.Outcome = &record.Arrivals{Accepted: trial.Capacity, Clock: m.Spread(1000, madeClock, madeClock), Start: "2026-01-02T03:04:05Z"}
		for _, rate := range rates {
			due := int64(n * 1e9 / rate)
			behind := int64(100)
			if rate > 5e6 {
				behind = due
			}
			r.Arrivals().Runs = append(r.Arrivals().Runs, record.ArrivalRun{
				Rate: rate, Ops: n, Times: m.Spread(n, 90, slow), DueNS: due, BehindNS: behind})
		}
	})
}

func (m *Maker) cold(variant string, t Traffic) {
	trial := record.Trial{Experiment: "latency", Part: "cold", Kind: record.KindCold, Variant: variant, Workload: "uniform",
		Capacity: 1_000_000, Fill: 1, Draws: 10, Lookups: 1000}
	m.add(trial, Shape(variant, trial.Capacity, 0), func(r *record.Record) {
		r.Outcome = &record.Cold{Accepted: trial.Capacity, Swept: 64 << 20, Start: "2026-01-02T03:04:05Z",
			Clock: m.Spread(10, 300, 300), First: m.Spread(10, t.First, t.First), Again: m.Spread(10, 60, 60),
			Warm: timedLoop("hit", 1000, t.Warm*math.Exp(0.03*m.Rand.NormFloat64()))}
	})
}

func (m *Maker) parallel(guard string, t Traffic) {
	const keys, bits = 249036, 1_500_000
	trial := record.Trial{Experiment: "latency", Part: "bits", Kind: record.KindParallel, Variant: "bloom(bpk=12)", Workload: "uniform",
		Capacity: keys, Fill: 1, Guard: guard, Goroutines: []int{1, 2, 4}}
	m.add(trial, Shape(trial.Variant, keys, 0), func(r *record.Record) {
		p := &record.Parallel{Keys: keys, Procs: t.Procs, Start: "2026-01-02T03:04:05Z"}
		if guard == record.GuardAtomic || guard == record.GuardTorn {
			p.Bits = bits
		}
		for _, n := range trial.Goroutines {
			for _, op := range []string{record.ParallelInsert, record.ParallelLookup, record.ParallelMixed} {
				run := record.ParallelRun{Op: op, Goroutines: n, Ops: keys, ElapsedNS: int64(keys * 40 / float64(min(n, 2)) * math.Exp(0.03*m.Rand.NormFloat64()))}
				if n == 1 && op == record.ParallelMixed {
					continue
				}
				if op == record.ParallelMixed {
					run.Reads = keys
				}
				if n > 1 {
					switch {
					case guard == record.GuardAtomic && op == record.ParallelInsert:
						run.Lost = t.Lost
					case guard == record.GuardAtomic && op == record.ParallelMixed:
						run.Missing = t.Denied
					case guard == record.GuardTorn && op == record.ParallelInsert:
						run.Lost = t.TornFinds
					}
				}
				p.Runs = append(p.Runs, run)
			}
		}
		r.Outcome = p
	})
}
