package compare

import (
	"testing"

	"filterbench/internal/record"
)

// TestLatenciesAreNoCounts: two runs of a trial that differ in times alone have the
// same counts; one that lost a bit of a sound filter has others, one of an unsound
// filter has not.
func TestLatenciesAreNoCounts(t *testing.T) {
	run := func(guard string, ns uint64, lost uint64) []*record.Record {
		times := record.Histogram{{record.BinOf(ns), 5}}
		var list []*record.Record
		for _, o := range []record.Outcome{
			&record.Latency{Accepted: 9, Clock: times, Windows: []record.LatencyWindow{{Op: "hit", Times: times}}},
			&record.Arrivals{Clock: times, Runs: []record.ArrivalRun{{Rate: 1e5, Ops: 5, Times: times, BehindNS: int64(ns)}}},
			&record.Cold{Clock: times, First: times, Again: times, Warm: record.Sample{Op: "hit", Ops: 5, ElapsedNS: int64(ns), CPUNS: int64(ns)}},
			&record.Parallel{Runs: []record.ParallelRun{{Op: record.ParallelInsert, ElapsedNS: int64(ns), Reads: ns, Lost: lost}}},
		} {
			list = append(list, &record.Record{Trial: record.Trial{Kind: o.Kind(), Guard: guard}, Outcome: o})
		}
		return list
	}
	diffs := func(a, b []*record.Record) (all []string) {
		for i := range a {
			all = append(all, diff("", countsOf(a[i]), countsOf(b[i]))...)
		}
		return all
	}
	for _, c := range []struct {
		guard string
		lost  uint64
		diffs int
	}{{record.GuardAtomic, 0, 0}, {record.GuardAtomic, 1, 1}, {record.GuardTorn, 1, 0}} {
		a := run(c.guard, 100, 0)
		if list := diffs(a, run(c.guard, 900, c.lost)); len(list) != c.diffs {
			t.Errorf("%s with %d bits lost: %v, want %d differences", c.guard, c.lost, list, c.diffs)
		}
		if a[0].Latency().Clock == nil || a[3].Parallel().Runs[0].ElapsedNS == 0 {
			t.Error("the record itself was changed")
		}
	}
	a, b := run(record.GuardAtomic, 100, 0), run(record.GuardAtomic, 100, 0)
	b[0].Latency().Accepted++
	if len(diffs(a, b)) != 1 {
		t.Error("an accepted key more goes unseen")
	}
}
