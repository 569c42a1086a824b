package measure_test

import (
	"math"
	"testing"

	"filterbench/analysis/internal/sample"
	"filterbench/analysis/measure"
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
		m := sample.New(7)
		m.Builds(c.floor, c.inserts)
		list, _, err := measure.Bars(m.Dataset("made-up"))
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
