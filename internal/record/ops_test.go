package record

import "testing"

func TestHitShare(t *testing.T) {
	for op, want := range map[string]float64{"hit": 1, "miss": 0, "mix0": 0, "mix5": 0.05, "mix50": 0.5, "mix100": 1} {
		if share, ok := HitShare(op); !ok || share != want || !ValidOp(op) {
			t.Errorf("%s: share %v, %v; want %v", op, share, ok, want)
		}
	}
	for _, op := range []string{"insert", "delete", "", "mix", "mix-1", "mix101", "mix05", "mix5.5", "mixed", "hits"} {
		if share, ok := HitShare(op); ok {
			t.Errorf("%q: share %v; want none", op, share)
		}
	}
	if !ValidOp("insert") || !ValidOp("delete") || !ValidOp(OpHash) || !ValidOp(OpBuild) || ValidOp("guess") {
		t.Error("insert and delete are operations, guess is none")
	}
}
