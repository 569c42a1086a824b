package harness

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/workloads"
)

var _ = kinds.add(kind{
	name: record.KindArrivals, needs: []string{"capacity or slots", "fill", "rates", "arrivals", "ops", "lookups"}, takes: []string{"hashes", "seconds"},
	keyed: true,
	stage: timed,
	check: func(s *Settings) error {
		if len(s.Ops) != 1 {
			return errors.New(`key "ops": kind arrivals takes one`)
		}
		if _, lookup := record.HitShare(s.Ops[0]); !lookup {
			return fmt.Errorf("key \"ops\": kind arrivals takes hit, miss or a mix, not %s", s.Ops[0])
		}
		return nil
	},
	absents: func(t record.Trial) uint64 {
		return missesOf(t.Ops[0], arrivalsAt(t, slices.Max(t.Rates)))
	},
	cost: func(w work) cost {
		c := cost{ns: w.keys*w.perKey + nsClock*float64(w.Lookups)}
		for _, rate := range w.Rates {
			n := arrivalsAt(w.Trial, rate)
			c.ns += 2 * float64(n) * max(nsClock, 1e9/rate)
			c.bytes += 24 * uint64(n) // hashes, and when each is due for the filter and for null; nothing is collected
		}
		return c
	},
	probe: probeArrivals,
})

// leastRun is how long the lookups of one rate arrive, in seconds, where a trial does not
// say: at high rates Lookups of them would be over before the machine has shown its moods.
const leastRun = 0.02

// probeArrivals fills a filter and lets lookups arrive at each of the trial's rates:
// the i-th is due at i/rate, or after independent exponential gaps of that mean, and
// is timed from then. One that is due while another is at work waits, and its wait
// counts. Between lookups the caller reads the clock, which keeps the processor awake.
// Every turn of the filter is followed by one of null, for which as many lookups arrive in
// the same way.
func probeArrivals(t record.Trial, r *record.Record) error {
	b, filled, err := filledBench(t, r)
	if err != nil {
		return err
	}
	share, ok := record.HitShare(t.Ops[0])
	if !ok {
		return fmt.Errorf("%s is not a lookup", t.Ops[0])
	}
	out := &record.Arrivals{Accepted: filled - uint64(len(b.refused)), Start: wallTime().Format(time.RFC3339)}
	rng := rand.New(rand.NewPCG(uint64(t.Seed), hashing.Golden))
	defer quiet()()
	out.Clock = clockCost(make([]uint64, t.Lookups))
	for _, rate := range t.Rates {
		hashes := make([]uint64, arrivalsAt(t, rate))
		hits := b.keys.HashLookups(hashes, workloads.Mix{Hits: share, Members: filled, Seed: rng.Uint64()}, b.hashSeed)
		run, positives := takeTurns(b.filter, hashes, func(n int) []int64 { return dueTimes(t.Arrival, rate, n, rng) }, int(turn*rate))
		if positives < hits && len(b.refused) == 0 {
			return fmt.Errorf("false negatives at %g a second: %d of %d members found", rate, positives, hits)
		}
		run.Rate = rate
		out.Runs = append(out.Runs, run)
	}
	r.Outcome = out
	return nil
}

// arrivalsAt returns how many lookups arrive at a rate.
func arrivalsAt(t record.Trial, rate float64) int {
	return max(t.Lookups, int(rate*cmp.Or(t.Seconds, leastRun)))
}

// dueTimes returns when lookups are due, in nanoseconds after the start.
func dueTimes(arrival string, rate float64, n int, rng *rand.Rand) []int64 {
	due, at, gap := make([]int64, n), 0.0, 1e9/rate
	for i := range due {
		if arrival == record.ArrivalPoisson {
			at += rng.ExpFloat64() * gap
		} else {
			at = float64(i) * gap
		}
		due[i] = int64(at)
	}
	return due
}

// turn is how long lookups arrive for the filter before it is null's turn, in seconds: short
// beside what the machine's mood takes to change, long beside the interruption of one lookup.
const turn = 0.01

// takeTurns looks up keys in the filter and in null by turns of some lookups each.
func takeTurns(f variants.Filter, hashes []uint64, due func(n int) []int64, each int) (run record.ArrivalRun, positives int) {
	var times, nulls latencies
	null := nullFilter()
	for len(hashes) > 0 {
		n := min(max(1, each), len(hashes))
		var turns [2]latencies
		mine, found := arrive(f, hashes[:n], due(n), &turns[0])
		arrive(null, hashes[:n], due(n), &turns[1])
		positives += found
		run.Ops += mine.Ops
		run.DueNS += mine.DueNS
		run.BehindNS += max(0, mine.BehindNS)
		times.include(&turns[0])
		nulls.include(&turns[1])
		of, not := turns[0].histogram(), turns[1].histogram()
		run.Windows = append(run.Windows, record.ArrivalWindow{
			Median: int64(of.TimeQuantile(0.5)), Tail: int64(of.TimeQuantile(0.99)),
			NullMedian: int64(not.TimeQuantile(0.5)), NullTail: int64(not.TimeQuantile(0.99)),
		})
		hashes = hashes[n:]
	}
	run.Times, run.Null = times.histogram(), nulls.histogram()
	return run, positives
}

// arrive looks up each key when it is due, or as soon after as it can, and counts its time.
func arrive(f variants.Filter, hashes []uint64, due []int64, times *latencies) (run record.ArrivalRun, positives int) {
	for _, h := range hashes[:min(warmUp, len(hashes))] {
		f.Contains(h)
	}
	start, end := monotonic(), int64(0)
	for i, h := range hashes {
		intended := start + due[i]
		for monotonic() < intended {
		}
		if f.Contains(h) {
			positives++
		}
		end = monotonic()
		times.add(end - intended)
	}
	last := due[len(due)-1]
	return record.ArrivalRun{
		Ops: uint64(len(hashes)), DueNS: last, BehindNS: end - start - last,
	}, positives
}
