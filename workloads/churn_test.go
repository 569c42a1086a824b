package workloads

import (
	"slices"
	"testing"
)

func TestChurn(t *testing.T) {
	got := slices.Collect(Churn(2, 3))
	want := []Op{{Insert, 0}, {Insert, 1}, {Delete, 0}, {Insert, 2}, {Delete, 1}, {Insert, 3}, {Delete, 2}, {Insert, 4}}
	if !slices.Equal(got, want) {
		t.Errorf("Churn(2, 3) = %v, want %v", got, want)
	}
}

// TestChurnKeepsAWindow replays the operations on a set: it deletes only what is
// there, and holds the newest window positions after each slide.
func TestChurnKeepsAWindow(t *testing.T) {
	for _, c := range []struct{ window, slides uint64 }{{1, 0}, {1, 5}, {7, 3}, {100, 1000}} {
		live := map[uint64]bool{}
		inserted := uint64(0)
		for op := range Churn(c.window, c.slides) {
			if live[op.Pos] == (op.Kind == Insert) {
				t.Fatalf("%+v: %+v of a position that was live: %v", c, op, live[op.Pos])
			}
			if op.Kind == Delete {
				delete(live, op.Pos)
				continue
			}
			if op.Pos != inserted {
				t.Fatalf("%+v: inserts position %d instead of %d", c, op.Pos, inserted)
			}
			live[op.Pos] = true
			inserted++
			if uint64(len(live)) != min(c.window, inserted) || !live[inserted-uint64(len(live))] {
				t.Fatalf("%+v: after insert %d the live set is not the newest %d", c, op.Pos, c.window)
			}
		}
		if inserted != c.window+c.slides {
			t.Errorf("%+v: %d inserts, want %d", c, inserted, c.window+c.slides)
		}
	}
}

func TestChurnStopsWhenAsked(t *testing.T) {
	for stop := range 8 {
		n := 0
		for range Churn(2, 3) {
			if n++; n > stop {
				break
			}
		}
		if n != stop+1 {
			t.Errorf("asked to stop after %d operations, came %d", stop+1, n)
		}
	}
	mustPanic(t, "an empty window", func() { Churn(0, 1) })
	mustPanic(t, "positions beyond 2^64", func() { Churn(2, 1<<64-1) })
}
