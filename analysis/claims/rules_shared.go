package claims

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
)

// claimedLookup is the time of a lookup that SPD-7 speaks of, in nanoseconds.
const claimedLookup = 0.2e6

func ruleSingleShot(e *Evidence) Ruling {
	var parts, shots []part
	var warm []Estimate
	line := ""
	for _, filter := range []string{timedBloom, timedCuckoo} {
		c, ok := e.one("cold", filter, kind(record.KindCold))
		if !ok {
			return missing("single lookups in a filter of a million keys")
		}
		over := func(statistic func(*record.Cold) float64) Estimate {
			return estimateMedian(overReps([]analysis.Cell{c}, func(row []*record.Record) float64 { return statistic(row[0].Cold()) }))
		}
		each := over(func(c *record.Cold) float64 { return c.Warm.PerOp() })
		first := over(func(c *record.Cold) float64 { return c.First.TimeQuantile(0.5) })
		again := over(func(c *record.Cold) float64 { return c.Again.TimeQuantile(0.5) })
		clock := over(func(c *record.Cold) float64 { return c.Clock.TimeQuantile(0.5) })
		parts = append(parts, near("a lookup among many in "+filter+", in ns", each, claimedLookup, claimedMargin))
		shots = append(shots, near("a single cold lookup in "+filter+", in ns", first, claimedLookup, claimedMargin))
		warm = append(warm, each)
		line += fmt.Sprintf("In %s a lookup among many takes %s ns, %s of what is said; a single one after the caches were swept %s ns, of which %s ns are measured of an operation that does nothing; repeated at once, %s ns. ",
			filter, with(each), inverse(claimedLookup/each.Value), with(first), with(clock), with(again))
	}
	_, largest := extremes(warm)
	what := "time of a lookup among many in a filter of a million keys, in ns"
	line = line[:len(line)-1]
	if many, cold := judge(parts), judge(shots); many.verdict == Refuted && cold.verdict == Confirmed {
		return cold.ruling(what, "", largest, line).when("of a single lookup that finds nothing in the caches")
	} else if many.verdict == Refuted && cold.verdict == Undecided {
		return cold.ruling(what, "", largest, line)
	}
	return judge(parts).ruling(what, "", largest, line).when("on this machine")
}

// inverse writes a small share as one part in so many.
func inverse(n float64) string {
	if !(n >= 2) {
		return percent(1 / n)
	}
	return "one part in " + number(n)
}

// losses is what goroutines lost in the cells of one guard.
type losses struct {
	bits, lost, looked, denied uint64 // bits compared and lost, lookups of accepted keys and those denied
	most                       int    // goroutines
}

func lossesOf(cells []analysis.Cell) (l losses) {
	for _, c := range cells {
		for _, r := range c.Records {
			for _, run := range r.Parallel().Runs {
				if run.Goroutines < 2 || r.Parallel().Procs < 2 {
					continue
				}
				l.most = max(l.most, run.Goroutines)
				if run.Op != record.ParallelLookup {
					l.bits += r.Parallel().Bits
				}
				l.lost += run.Lost + run.Extra
				if run.Op != record.ParallelInsert {
					l.looked += max(run.Reads, run.Ops*uint64(b2i(run.Op == record.ParallelLookup)))
				}
				l.denied += run.Missing
			}
		}
	}
	return l
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func guarded(how string) condition { return func(c analysis.Cell) bool { return c.Guard == how } }

func ruleAtomicBits(e *Evidence) Ruling {
	take := func(guard string) []analysis.Cell {
		return e.take("latency", "bits", kind(record.KindParallel), guarded(guard), family("bloom"))
	}
	atomic, torn := lossesOf(take(record.GuardAtomic)), lossesOf(take(record.GuardTorn))
	if atomic.bits == 0 || atomic.looked == 0 {
		return missing("goroutines that insert into one array of bits at once")
	}
	bad, of := atomic.lost+atomic.denied, atomic.bits+atomic.looked
	line := fmt.Sprintf("With up to %d goroutines %s of %s bits were lost and %s of %s lookups of keys that were in were denied; where a word is read and written in two steps, %s of %s bits were lost.",
		atomic.most, count(atomic.lost), count(atomic.bits), count(atomic.denied), count(atomic.looked), count(torn.lost), count(torn.bits))
	for _, other := range []string{record.GuardMutex, record.GuardSharded} {
		if ratio, n := insertsOver(e, record.GuardAtomic, other); ratio.Known() {
			line += fmt.Sprintf(" With %d goroutines it takes %s times as many inserts a second as guard %s.", n, with(ratio), other)
		}
	}
	r := never(bad, of, upperEnd(bad, of), "share of bits and lookups that were lost with an atomic OR", line)
	if r.Verdict == Confirmed && torn.lost == 0 {
		r.Verdict, r.P = Undecided, math.NaN()
		r.Line += " That the control lost nothing either leaves open whether a loss would have been seen."
		return r
	}
	return r.when("shown for an atomic OR of words in Go, which is what makes such an array safe; the control without it loses bits")
}

// insertsOver estimates how many more inserts a second one guard allows than another,
// with the most goroutines that can run at once.
func insertsOver(e *Evidence, guard, other string) (ratio Estimate, goroutines int) {
	a := e.take("latency", "bits", kind(record.KindParallel), guarded(guard))
	b := e.take("latency", "bits", kind(record.KindParallel), guarded(other))
	if len(a) == 0 || len(a) != len(b) {
		return Estimate{}, 0
	}
	last := len(a) - 1
	rate := func(p *record.Parallel) float64 {
		best := math.NaN()
		for _, run := range p.Runs {
			if run.Op == record.ParallelInsert && run.Goroutines <= p.Procs && run.ElapsedNS > 0 {
				best, goroutines = float64(run.Ops)/float64(run.ElapsedNS), run.Goroutines
			}
		}
		return best
	}
	ratio = estimateMedian(overReps([]analysis.Cell{a[last], b[last]}, func(row []*record.Record) float64 {
		return rate(row[0].Parallel()) / rate(row[1].Parallel())
	}))
	return ratio, goroutines
}
