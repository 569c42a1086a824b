package measure

import (
	"testing"

	"filterbench/analysis"
	"filterbench/internal/record"
)

// timeRecord makes a repetition that timed 100 hits in the given time.
func timeRecord(variant string, capacity uint64, rep int, ns int64) record.Record {
	t := record.Trial{
		Experiment: "e", Part: "p", Kind: record.KindTime, Variant: variant, Workload: "uniform",
		Capacity: capacity, Fill: 1, Rep: rep, Seed: record.Seed(rep + 1), Call: "batch", Ops: []string{"hit"}, Lookups: 100,
	}
	return record.Record{
		Schema: record.Schema, ID: t.ID(), Trial: t,
		Outcome: &record.Time{Accepted: capacity, Samples: []record.Sample{{Op: "hit", Ops: 100, ElapsedNS: ns}}},
	}
}

func cellOf(t *testing.T, d *analysis.Dataset, variant string, capacity uint64) analysis.Cell {
	t.Helper()
	cells, err := d.Cells("e", "p")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cells {
		if c.Variant == variant && c.Capacity == capacity {
			return c
		}
	}
	t.Fatalf("no cell of %s", variant)
	return analysis.Cell{}
}

// The net time pairs repetition with repetition: differences of 5, 5 and 8 ns, of
// which the median is 5, where the difference of the medians would be 6.
func TestNetIsPaired(t *testing.T) {
	d := dataset(
		timeRecord("bloom(bpk=10)", 10, 0, 700), timeRecord("null", 10, 0, 200),
		timeRecord("bloom(bpk=10)", 10, 1, 800), timeRecord("null", 10, 1, 300),
		timeRecord("bloom(bpk=10)", 10, 2, 900), timeRecord("null", 10, 2, 100),
		timeRecord("null", 20, 0, 5),
	)
	timing, ok := Time(cellOf(t, d, "bloom(bpk=10)", 10), "hit")
	if !ok || !timing.HasNet() {
		t.Fatalf("timing is %+v, %v", timing, ok)
	}
	if timing.Gross.Value != 8 || timing.Null.Value != 2 || timing.Net.Value != 5 || timing.Ops != 300 {
		t.Errorf("gross %g, null %g, net %g of %d operations; want 8, 2, 5 of 300", timing.Gross.Value, timing.Null.Value, timing.Net.Value, timing.Ops)
	}
	if timing.Net.Lo != 5 || timing.Net.Hi != 8 || timing.Net.Confidence != 0.75 {
		t.Errorf("three samples give %g to %g with %g, want their range with 0.75", timing.Net.Lo, timing.Net.Hi, timing.Net.Confidence)
	}
}

// A null of another size is no baseline.
func TestNetNeedsTheSameLoop(t *testing.T) {
	d := dataset(timeRecord("bloom(bpk=10)", 10, 0, 700), timeRecord("bloom(bpk=10)", 10, 1, 700),
		timeRecord("null", 10, 0, 200), timeRecord("null", 20, 1, 200))
	timing, ok := Time(cellOf(t, d, "bloom(bpk=10)", 10), "hit")
	if !ok || timing.HasNet() {
		t.Errorf("a repetition without null got a net time: %+v", timing)
	}
}

func TestOperationThatWasNotTimed(t *testing.T) {
	d := dataset(timeRecord("bloom(bpk=10)", 10, 0, 700))
	if timing, ok := Time(cellOf(t, d, "bloom(bpk=10)", 10), "delete"); ok {
		t.Errorf("delete was timed: %+v", timing)
	}
}

func dataset(records ...record.Record) *analysis.Dataset { return &analysis.Dataset{Records: records} }
