package compare

import (
	"testing"

	"filterbench/internal/record"
)

// TestLatenciesAreNoCounts: two runs of a trial that differ in times alone have the
// same counts; one that lost a bit of a sound filter has others, one of an unsound
// filter has not.
func TestLatenciesAreNoCounts(t *testing.T) {
	run := func(guard string, ns uint64, lost uint64) *record.Record {
		times := record.Histogram{{record.BinOf(ns), 5}}
		return &record.Record{
			Trial:    record.Trial{Kind: record.KindParallel, Guard: guard},
			Latency:  &record.Latency{Accepted: 9, Clock: times, Windows: []record.LatencyWindow{{Op: "hit", Times: times}}},
			Arrivals: &record.Arrivals{Clock: times, Runs: []record.ArrivalRun{{Rate: 1e5, Ops: 5, Times: times, BehindNS: int64(ns)}}},
			Cold:     &record.Cold{Clock: times, First: times, Again: times, Warm: record.Sample{Op: "hit", Ops: 5, ElapsedNS: int64(ns), CPUNS: int64(ns)}},
			Parallel: &record.Parallel{Runs: []record.ParallelRun{{Op: record.ParallelInsert, ElapsedNS: int64(ns), Reads: ns, Lost: lost}}},
		}
	}
	for _, c := range []struct {
		guard string
		lost  uint64
		diffs int
	}{{record.GuardAtomic, 0, 0}, {record.GuardAtomic, 1, 1}, {record.GuardTorn, 1, 0}} {
		a := run(c.guard, 100, 0)
		if diffs := diff("", countsOf(a), countsOf(run(c.guard, 900, c.lost))); len(diffs) != c.diffs {
			t.Errorf("%s with %d bits lost: %v, want %d differences", c.guard, c.lost, diffs, c.diffs)
		}
		if a.Latency.Clock == nil || a.Parallel.Runs[0].ElapsedNS == 0 {
			t.Error("the record itself was changed")
		}
	}
	a, b := run(record.GuardAtomic, 100, 0), run(record.GuardAtomic, 100, 0)
	b.Latency.Accepted++
	if len(diff("", countsOf(a), countsOf(b))) != 1 {
		t.Error("an accepted key more goes unseen")
	}
}
