package claims

import (
	"testing"

	"filterbench/analysis"
	"filterbench/internal/record"
)

// waiting makes twelve repetitions of lookups at a million a second, in turns with null.
// Filters are slow in two of a hundred lookups, by what they add to the machine's
// interruptions, which differ from one repetition to the next and are longer than any bound.
func waiting(slow map[string]func(rep int) int) *analysis.Dataset {
	d := &analysis.Dataset{}
	for _, how := range arrivalWays {
		for _, filter := range []string{usualBloom, usualCuckoo} {
			for rep := range 12 {
				null := int64(20_000 + 3000*rep)
				wait := null + int64(slow[filter](rep))
				times, nulls := record.Histogram{{record.BinOf(100), 980}, {record.BinOf(uint64(wait)), 20}}, record.Histogram{{record.BinOf(100), 980}, {record.BinOf(uint64(null)), 20}}
				turns := []record.ArrivalWindow{{Median: 100, Tail: wait, NullMedian: 100, NullTail: null}}
				d.Records = append(d.Records, record.Record{
					Trial:   record.Trial{Experiment: "latency", Part: how, Kind: record.KindArrivals, Variant: filter, Workload: "uniform", Capacity: 1000, Fill: 1, Rates: []float64{claimedRate}, Rep: rep},
					Outcome: &record.Arrivals{Accepted: 1000, Runs: []record.ArrivalRun{{Rate: claimedRate, Ops: 1000, Times: times, Null: nulls, Windows: turns}}},
				})
			}
		}
	}
	return d
}

// On a machine whose interruptions are longer than every bound the claims on waits are
// decided, by what filters add to null: true, open in its comparison, and false on either
// count.
func TestWaitsAreDecidedNetOfNull(t *testing.T) {
	always := func(ns int) func(int) int { return func(int) int { return ns } }
	scattered := func(rep int) int { return 4000 + 3000*(rep%2) }
	for _, c := range []struct {
		name          string
		bloom, cuckoo func(int) int
		requests      Verdict // SPD-4
		predictable   Verdict // SPD-5
	}{
		{"as claimed", always(28_000), always(12_000), Confirmed, Refuted},
		{"cuckoo quick, Bloom slow", always(28_000), always(3000), Refuted, Confirmed},
		{"told from Bloom in half of the repetitions", always(5500), scattered, Refuted, Conditional},
		{"cuckoo less predictable", always(300), always(5000), Refuted, Refuted},
		{"cuckoo at half of what is claimed", always(28_000), func(rep int) int { return 4500 + 3000*(rep%2) }, Undecided, Confirmed},
	} {
		list, err := Evaluate(waiting(map[string]func(int) int{usualBloom: c.bloom, usualCuckoo: c.cuckoo}))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			if want := map[string]Verdict{"SPD-4": c.requests, "SPD-5": c.predictable}[r.ID]; want != "" && r.Verdict != want {
				t.Errorf("%s: %s is %s, want %s: %s", c.name, r.ID, r.Verdict, want, r.Line)
			}
		}
	}
}
