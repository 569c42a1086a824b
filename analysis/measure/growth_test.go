package measure_test

import (
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// TestGrowth: of two filters one is slower in the smaller table. When it is measured
// again as it was, the break stays; when the smaller table is then as fast as it should
// be, in as many repetitions, it is settled; and when one size alone has more
// repetitions, it was not measured again.
func TestGrowth(t *testing.T) {
	times := func(reps int, falling float64) *analysis.Dataset {
		m := newMaker(7)
		m.reps = reps
		for _, c := range []struct {
			variant string
			keys    uint64
			ns      float64
		}{
			{"null", 1000, 0}, {"bloom(bpk=12)", 1000, 1}, {"blocked(bpk=12)", 1000, falling},
			{"null", 10_000, 0}, {"bloom(bpk=12)", 10_000, 10}, {"blocked(bpk=12)", 10_000, 5},
		} {
			m.speed(record.Trial{Part: "bars", Variant: c.variant, Capacity: c.keys, Call: "batch", Ops: []string{"hit"}}, c.ns)
		}
		return m.dataset()
	}
	markExtra := func(d *analysis.Dataset, planned int) {
		for i := range d.Records {
			d.Records[i].Extra = d.Records[i].Rep >= planned
		}
	}
	if g := measure.GrowthOf(times(10, 4)); g.Series != 2 || g.Broken != 0 || len(g.Falls) != 0 || g.Alarms < 0.0010 || g.Alarms > 0.0012 {
		t.Errorf("times that grow: %+v", g)
	}
	once := times(10, 10)
	if g := measure.GrowthOf(once); g.Broken != 1 || g.Repeated != 0 || len(g.Falls) != 1 || g.Falls[0].Repeated() {
		t.Errorf("times that fall: %+v", g)
	}
	stays := times(20, 10)
	markExtra(stays, 10)
	g := measure.GrowthOf(stays)
	if g.Broken != 1 || g.Repeated != 1 || g.Settled != 0 || len(g.Falls) != 1 {
		t.Fatalf("times that still fall: %+v", g)
	}
	if f := g.Falls[0]; !f.Repeated() || !f.Net || f.Trial.Variant != "blocked(bpk=12)" || f.Small.Size != 1000 || f.Large.Size != 10_000 ||
		f.Small.Median.N != 20 || f.Small.Median.Value < 9.5 || f.Small.Median.Value > 10.5 {
		t.Errorf("the fall is %+v; want 10 ns against 5 in 20 repetitions", f)
	}
	settled, right := times(20, 10), times(20, 4)
	markExtra(settled, 10)
	for i := range settled.Records {
		if r := &settled.Records[i]; r.Extra {
			r.Outcome = right.Records[i].Time()
		}
	}
	if g := measure.GrowthOf(settled); g.Broken != 1 || g.Repeated != 1 || g.Settled != 1 || len(g.Falls) != 0 {
		t.Errorf("times that grow when measured again: %+v", g)
	}
	half := times(20, 10)
	markExtra(half, 10)
	kept := half.Records[:0]
	for _, r := range half.Records {
		if !r.Extra || r.Capacity == 1000 {
			kept = append(kept, r)
		}
	}
	half.Records = kept
	if g := measure.GrowthOf(half); g.Broken != 1 || g.Repeated != 0 {
		t.Errorf("measured again at one size: %+v", g)
	}
}
