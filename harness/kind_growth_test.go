package harness

import (
	"testing"

	"filterbench/internal/record"
)

func grow(t *testing.T, variant string, fill float64, copies int) *record.Grown {
	t.Helper()
	return measure(t, record.Trial{Kind: record.KindGrowth, Variant: variant, Workload: "uniform", Capacity: 1000, Fill: fill, Copies: copies}).Grown()
}

// Copies of one key in an empty Redis filter: a layer more with copies 5, 9, ... 65, and with
// the defaults the 126th is refused, as is every other key from then on.
func TestGrowthOfRedis(t *testing.T) {
	g := grow(t, "redis-cf(expansion=2,capacity=16384)", 0, 65)
	if len(g.Steps) != 17 || g.Copies != 65 || g.Refused || g.Shut != 0 {
		t.Fatalf("%+v", g)
	}
	for i, s := range g.Steps[1:] {
		if s.Copies != uint64(4*i+5) || s.Bits != 8*16384*(1<<s.Layers-1) || s.Layers != i+2 {
			t.Errorf("step %d: %+v", i+1, s)
		}
	}
	if g := grow(t, "redis-cf(capacity=1024)", 0, 1000); g.Copies != 125 || !g.Refused || g.Shut != g.Asked || g.Asked != 1000 || g.Steps[len(g.Steps)-1].Layers != 32 {
		t.Errorf("%+v", g)
	}
	g = grow(t, "redis-cf(capacity=256)", 1, 20)
	if g.Deletes == 0 || g.Walked == 0 || g.Walked%256 != 0 || g.Checked != 1000 || g.Missing != 0 || g.Background != 1000 {
		t.Errorf("%+v", g)
	}
}

// Other filters: one that refuses and stays open to other keys, one that never grows, one
// that grows for ever.
func TestGrowthOfOthers(t *testing.T) {
	if g := grow(t, "cuckoo(b=4,f=12)", 0.5, 20); g.Copies != 8 || !g.Refused || g.Shut > g.Asked/2 || len(g.Steps) != 1 || g.Deletes != 0 {
		t.Errorf("%+v", g)
	}
	if g := grow(t, "sidecuckoo(b=4,f=12)", 0.5, 100); g.Copies != 100 || g.Refused || len(g.Steps) != 1 {
		t.Errorf("%+v", g)
	}
	if g := grow(t, "layered(b=4,f=12)", 0, 17); g.Copies != 17 || len(g.Steps) != 3 || g.Steps[2].Copies != 17 {
		t.Errorf("%+v", g)
	}
}
