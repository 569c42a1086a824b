package compare

import (
	"testing"

	"filterbench/internal/record"
)

// weighed is a run of six trials of kind heap.
func weighed(change func(*record.Heap)) []record.Record {
	var records []record.Record
	for rep := range 6 {
		trial := record.Trial{Experiment: "demo", Part: "heap", Kind: record.KindHeap, Variant: "bloom(bpk=10)",
			Workload: "uniform", Capacity: 1000, Fill: 1, Rep: rep, Seed: record.Seed(rep)}
		h := &record.Heap{Inserted: 1000, Accepted: 1000, KeyBytes: 8000, Bytes: 1500 + int64(rep), Again: 1500, Objects: 3}
		change(h)
		records = append(records, record.Record{Schema: record.Schema, ID: trial.ID(), Trial: trial, Outcome: h})
	}
	return records
}

// TestHeapIsNoCount: another allocator may give other bytes for the same trial, which
// is no change of behaviour; keys that were refused are one. A heap that grew for
// certain is worse all the same, under its own gate.
func TestHeapIsNoCount(t *testing.T) {
	old := fromRecords("old", weighed(func(*record.Heap) {}))
	for name, c := range map[string]struct {
		change  func(*record.Heap)
		changed int
		verdict Verdict
	}{
		"more bytes":  {func(h *record.Heap) { h.Bytes, h.Again, h.Objects = h.Bytes+800, h.Again+800, 5 }, 0, Worse},
		"a few bytes": {func(h *record.Heap) { h.Bytes, h.Again = 3005-h.Bytes, 0 }, 0, Equal},
		"refusals":    {func(h *record.Heap) { h.Accepted-- }, 6, Equal},
	} {
		r := Compare(old, fromRecords("new", weighed(c.change)), 0.05)
		if len(r.Counts) != c.changed || r.Same != 6-c.changed {
			t.Errorf("%s: %d trials with other counts, want %d", name, len(r.Counts), c.changed)
		}
		for _, cell := range r.Cells {
			if cell.Unit == record.UnitHeap && cell.Verdict != c.verdict {
				t.Errorf("%s: the heap is %s, want %s", name, cell.Verdict, c.verdict)
			}
		}
	}
}
