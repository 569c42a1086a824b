package simulate

import (
	"math"

	"filterbench/internal/record"
	"filterbench/variants/families"
)

// The made-up machine: nanoseconds of the bare loop, of a line of a table that fits into a
// cache of 32 KiB, what each doubling of the table adds to it, and of reading the clock.
const (
	loopNS  = 1.5
	lineNS  = 2.0
	doubled = 0.6
	clockNS = 40.0

	usualNoise = 0.03 // of a time, relative
)

// ownCosts are what the loops around the null filter take that tell its hash from the rest.
var ownCosts = map[string]float64{record.OpHash: loopNS, record.OpHashLookup: loopNS + 0.5, record.OpHashInsert: loopNS + 0.3}

// opCosts are factors on the time of a lookup.
var opCosts = map[string]float64{"insert": 1.5, "delete": 1.6, "refused": 40, record.OpBuild: 2, "hit": 1.1}

// ns returns what an operation takes, the loop around it included.
func (f *filter) ns(op string) float64 {
	usual, own := ownCosts[op]
	if !own {
		usual = loopNS
	}
	if f.variant.Name != record.NullVariant {
		lines := 2.0
		if family := families.Named(f.variant.Name); family != nil && family.Lines > 0 {
			lines = float64(family.Lines)
		} else if f.shape.Probes > 0 && f.shape.BlockBits == 0 {
			lines = float64(f.shape.Probes)
		}
		one := lineNS + doubled*max(0, math.Log2(float64(f.shape.Bits/8+1)/(32<<10)))
		factor, ok := opCosts[op]
		if !ok {
			factor = 1
		}
		usual += factor * lines * one * map[string]float64{"": 1, "batch": 1, "single": 1.3, "typed": 1.2, "chain": 3}[f.trial.Call]
	}
	noise := f.run.Noise
	if noise == 0 {
		noise = usualNoise
	}
	return f.is(Time, usual, op) * math.Exp(noise*f.rng.NormFloat64())
}

// loop is a loop of n operations on a machine that others use: while the thread did its work,
// as much time again and half a scheduler's slice went by.
func (f *filter) loop(op string, n uint64) record.Sample {
	spent := int64(f.ns(op) * float64(n))
	return record.Sample{Op: op, Ops: n, CPUNS: spent, ElapsedNS: 2*spent + 2e6}
}

func (f *filter) time() record.Outcome {
	o := &record.Time{Accepted: min(f.keys, f.full()), Start: start}
	if f.trial.Pages != "" {
		o.TableBytes = f.shape.Bits / 8
	}
	if f.trial.Pages == record.PagesHuge {
		o.HugeBytes = o.TableBytes * 4 / 5
	}
	n := uint64(f.trial.Lookups)
	for _, op := range f.trial.Ops {
		switch {
		case op == "delete" && !f.variant.Has(families.Deletes):
		case op == "refused" && f.copiesTaken() == math.MaxUint64:
		case op == record.OpHash && f.variant.Name == record.NullVariant && f.trial.Call == "batch":
			o.Samples = append(o.Samples, f.loop(record.OpHash, n), f.loop(record.OpHashLookup, n), f.loop(record.OpHashInsert, n))
		case op == record.OpHash:
		default:
			o.Samples = append(o.Samples, f.loop(op, n))
		}
	}
	return o
}

// spread makes times: most near that of an operation, and two in a hundred near a tail.
func (f *filter) spread(n int, usual, tail float64) record.Histogram {
	counts := tally{}
	for i := range n {
		at := usual
		if i%50 == 0 {
			at = tail
		}
		counts[record.BinOf(uint64(at*math.Exp(0.03*f.rng.NormFloat64())))]++
	}
	return counts.histogram()
}

func (f *filter) latency() record.Outcome {
	o := &record.Latency{Accepted: f.size, Clock: f.spread(f.trial.Lookups, clockNS, clockNS), Start: start}
	for _, load := range f.trial.Loads {
		tail := clockNS + f.ns("insert")
		if f.variant.Has(families.Kicks) {
			tail += f.is(Kicks, 20*math.Exp(-20*(0.95-load)), "") * 40
		}
		o.Windows = append(o.Windows, record.LatencyWindow{Op: "insert", From: load - windowOf/2, To: load + windowOf/2, Times: f.spread(2000, clockNS+f.ns("insert"), tail)})
	}
	for _, op := range []string{"hit", "miss"} {
		at := clockNS + f.ns(op)
		o.Windows = append(o.Windows, record.LatencyWindow{Op: op, Times: f.spread(f.trial.Lookups, at, at+10)})
	}
	return o
}

func (f *filter) arrivals() record.Outcome {
	o := &record.Arrivals{Accepted: min(f.keys, f.full()), Clock: f.spread(f.trial.Lookups, clockNS, clockNS), Start: start}
	for _, rate := range f.trial.Rates {
		n := f.trial.Lookups
		due, each := int64(float64(n)*1e9/rate), clockNS+f.ns(f.trial.Ops[0])
		wait := max(0, each-1e9/rate) * float64(n)
		run := record.ArrivalRun{Rate: rate, Ops: uint64(n), Times: f.spread(n, each+wait/2, each+wait+50), DueNS: due, BehindNS: int64(wait + each), Null: f.spread(n, clockNS, clockNS+50)}
		for range 20 {
			mine, null := f.spread(1000, each+wait/2, each+wait+50), f.spread(1000, clockNS, clockNS+50)
			run.Windows = append(run.Windows, record.ArrivalWindow{Median: int64(mine.TimeQuantile(0.5)), Tail: int64(mine.TimeQuantile(0.99)), NullMedian: int64(null.TimeQuantile(0.5)), NullTail: int64(null.TimeQuantile(0.99))})
		}
		o.Runs = append(o.Runs, run)
	}
	return o
}

func (f *filter) cold() record.Outcome {
	first := 10 * (clockNS + f.ns("first"))
	return &record.Cold{Accepted: min(f.keys, f.full()), Swept: 64 << 20, Start: start, Clock: f.spread(f.trial.Draws, 300, 300),
		First: f.spread(f.trial.Draws, first, first), Again: f.spread(f.trial.Draws, 60, 60), Warm: f.loop("hit", uint64(f.trial.Lookups))}
}

func (f *filter) parallel() record.Outcome {
	o := &record.Parallel{Keys: f.keys, Procs: 2, Start: start}
	if f.trial.Guard == record.GuardAtomic || f.trial.Guard == record.GuardTorn {
		o.Bits = min(f.shape.Cells, f.keys*uint64(max(1, f.shape.Probes)))/2 + 1
	}
	slow := map[string]float64{record.GuardMutex: 4, record.GuardSharded: 1.2}[f.trial.Guard]
	for _, n := range f.trial.Goroutines {
		for _, op := range []string{record.ParallelInsert, record.ParallelLookup, record.ParallelMixed} {
			if op == record.ParallelMixed && n == 1 {
				continue
			}
			run := record.ParallelRun{Op: op, Goroutines: n, Ops: f.keys, ElapsedNS: int64(f.ns(op) * (1 + slow) * float64(f.keys) / float64(min(n, o.Procs)))}
			if op == record.ParallelMixed {
				run.Reads = f.keys * uint64(n-1)
			}
			if op == record.ParallelInsert && o.Bits > 0 {
				run.Lost = min(o.Bits, uint64(f.is(Lost, map[bool]float64{true: 50}[f.trial.Guard == record.GuardTorn && n > 1], "")))
			}
			o.Runs = append(o.Runs, run)
		}
	}
	return o
}
