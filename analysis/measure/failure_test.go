package measure

import (
	"testing"

	"filterbench/analysis"
	"filterbench/internal/prob"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/theory"
)

// TestFailures counts by hand: shares are of fillings refused at a load or before,
// ties together, and the last point is the last refusal.
func TestFailures(t *testing.T) {
	accepted := []uint64{90, 70, 80, 80, 95, 85, 99, 98, 97, 96}
	r := record.Record{Shape: theory.Shape{Cells: 100}, Outcome: &record.Load{Accepted: accepted, Distinct: accepted}}
	list, err := Failures(analysis.Cell{Records: []*record.Record{&r}})
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		load   float64
		failed uint64
	}{{0.7, 1}, {0.8, 3}, {0.85, 4}, {0.97, 8}, {0.99, 10}}
	if len(list) != len(want) {
		t.Fatalf("%d points, want %d: %+v", len(list), len(want), list)
	}
	for i, w := range want {
		lo, hi := prob.ClopperPearson(w.failed, 10, stat.Confidence)
		if f := list[i]; f.Load != w.load || f.Hits != w.failed || f.Trials != 10 || f.Lo != lo || f.Hi != hi {
			t.Errorf("point %d: %d of %d by %v; want %d of 10 by %v", i, f.Hits, f.Trials, f.Load, w.failed, w.load)
		}
	}
	loads, err := Load(analysis.Cell{Records: []*record.Record{&r}})
	if err != nil {
		t.Fatal(err)
	}
	for load, want := range map[float64]uint64{0.69: 0, 0.7: 1, 0.799: 1, 0.8: 3, 1: 10} {
		if got := loads.FailedBy(load).Hits; got != want {
			t.Errorf("failed by %v: %d, want %d", load, got, want)
		}
	}
}
