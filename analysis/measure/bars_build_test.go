package measure_test

import (
	"math"
	"testing"

	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// TestBuildBars: made-up builds on either side of each bar are judged so, and the
// ratios are those that were made up. The noise is 1 % of a time, 2 of 12 of which are
// the loop's: a median of ten ratios that is off by 5 % has a probability below 10^-9.
func TestBuildBars(t *testing.T) {
	for _, c := range []struct {
		floor, inserts float64
		kind           string
		want           measure.Standing
		cells          int
	}{
		{1.1, 2, "build", measure.Met, 2},
		{1.1, 1.2, "build", measure.NotMet, 2},
		{1.1, 2, "build-floor", measure.Prize, 1},
		{1.4, 2, "build-floor", measure.Met, 1},
		{1.8, 2, "build-floor", measure.NotMet, 1},
	} {
		m := newMaker(7)
		m.builds(c.floor, c.inserts)
		list, _, err := measure.Bars(m.dataset())
		if err != nil {
			t.Fatal(err)
		}
		cells := 0
		for _, b := range list {
			want := c.floor
			if b.Kind == "build" {
				want = c.inserts
			}
			if math.Abs(b.Value.Value/want-1) > 0.05 {
				t.Errorf("a ratio of %g is found to be %+v", want, b)
			}
			if b.Kind == c.kind {
				cells++
				if b.Standing != c.want {
					t.Errorf("builds %g times the floor, inserts %g times a build: %+v, want %q", c.floor, c.inserts, b, c.want)
				}
			}
		}
		if cells != c.cells || len(list) != 3 {
			t.Errorf("%d bars of kind %s among %d, want %d among 3", cells, c.kind, len(list), c.cells)
		}
	}
}

// builds makes the part of builds: that of a blocked filter takes so many times the
// floor, and inserts into a cuckoo filter so many times as long as its build.
func (m *maker) builds(floor, inserts float64) {
	m.reps = 10
	for _, v := range []struct {
		variant       string
		insert, build float64
	}{{"null", 0, 0}, {"floor(bpk=12,lines=1)", 10, 10}, {"blocked(bpk=12)", 20, 10 * floor}, {"cuckoo(b=4,f=16)", 10 * inserts, 10}} {
		for _, call := range []string{"single", "batch"} {
			t := record.Trial{Part: "build", Variant: v.variant, Capacity: 996147, Call: call, Ops: []string{"insert", record.OpBuild}}
			m.speeds(t, func(op string) float64 {
				if op == record.OpBuild {
					return v.build
				}
				return v.insert
			})
		}
	}
}
