package measure_test

import (
	"math"
	"testing"

	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// profiles makes a blocked filter that takes so much beyond its floor in a small table
// and in a large one, whose floors are 2 and 20 ns.
func profiles(t *testing.T, small, large float64) map[string]measure.Profile {
	t.Helper()
	m := newMaker(11)
	m.reps = 10
	for _, at := range []struct {
		keys         uint64
		floor, above float64
	}{{15564, 2, small}, {996147, 20, large}} {
		for i, name := range []string{"null", "floor(bpk=12,lines=1)", "blocked(bpk=12)"} {
			ns := []float64{0, at.floor, at.floor + at.above}[i]
			m.speed(record.Trial{Part: "bars", Variant: name, Capacity: at.keys, Call: "batch", Ops: []string{"hit"}}, ns)
		}
	}
	list, err := measure.Profiles(m.dataset())
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]measure.Profile{}
	for _, p := range list {
		found[p.Bar.Kind] = p
	}
	return found
}

// TestProfile: what was put into a time is found in its parts, and the part that keeps
// it above the bar is named. Medians of ten times with an error of 1 % are off by 0.4 %:
// a nanosecond is many times that.
func TestProfile(t *testing.T) {
	for _, c := range []struct {
		small, large float64
		want         measure.Cause
	}{
		{15, 15, measure.ByArithmetic}, // 10 is left beside a floor of 20
		{1, 15, measure.ByRest},
		{8, 16, measure.ByBoth},
		{15, 12, measure.ByArithmetic}, // of which memory hides 3
	} {
		p, ok := profiles(t, c.small, c.large)["floor"]
		if !ok {
			t.Fatalf("%+v: no profile", c)
		}
		near := func(name string, got, want float64) {
			if math.Abs(got-want) > 1 {
				t.Errorf("%+v: %s is %g, want %g", c, name, got, want)
			}
		}
		near("the loop", p.Loop.Value, 2)
		near("the lines", p.Lines.Value, 20)
		near("arithmetic", p.Arithmetic.Value, c.small)
		near("the rest", p.Rest.Value, c.large-c.small)
		near("what is allowed", p.Allowed, 30)
		near("the whole", p.Loop.Value+p.Lines.Value+p.Arithmetic.Value+p.Rest.Value, p.Gross.Value)
		if p.Cause != c.want || p.Small != 15564 {
			t.Errorf("%+v: %+v", c, p)
		}
	}
	if got := profiles(t, 4, 4); len(got) != 1 || got["near"].Cause != measure.ByArithmetic {
		t.Errorf("only the bar of 4 ns is not met, by 4 of 6: %+v", got)
	}
	if got := profiles(t, 1, 4); len(got) != 0 {
		t.Errorf("profiles of bars that are met: %+v", got)
	}
}
