package measure_test

import (
	"math"
	"slices"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// standings makes up the experiment and returns what the bars of a kind are.
func standings(t *testing.T, floor, library, twin float64) (map[string]map[measure.Standing]int, []measure.Bar, measure.Twins) {
	t.Helper()
	m := newMaker(7)
	m.speedBars(floor, library, twin)
	list, twins, err := measure.Bars(m.dataset())
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]map[measure.Standing]int{}
	for _, b := range list {
		if count[b.Kind] == nil {
			count[b.Kind] = map[measure.Standing]int{}
		}
		count[b.Kind][b.Standing]++
	}
	return count, list, twins
}

// TestBars: made-up filters on either side of each bar are judged so. The noise is 1 %
// of a time, and the margins are many times that: a wrong standing is a fault.
func TestBars(t *testing.T) {
	// Hit and miss of two filters: inside L2 at one size, beyond it at another and at a
	// third on two kinds of pages.
	for _, c := range []struct {
		floor, times float64
		kind         string
		want         measure.Standing
		cells        int
	}{
		{1.1, 3, "floor", measure.Prize, 12},
		{1.4, 3, "floor", measure.Met, 12},
		{2, 3, "floor", measure.NotMet, 12},
		{1.1, 3, "near", measure.Met, 4},
		{9, 3, "near", measure.NotMet, 4},
		{1.1, 3, "own", measure.Met, 4},
	} {
		got, list, _ := standings(t, c.floor, c.times, 1)
		if got[c.kind][c.want] != c.cells || len(got[c.kind]) != 1 {
			t.Errorf("%g times the floor, libraries %g times: %s bars are %v, want %d %q", c.floor, c.times, c.kind, got[c.kind], c.cells, c.want)
			for _, b := range list {
				if b.Kind == c.kind && b.Standing != c.want {
					t.Logf("%+v", b)
				}
			}
		}
		// A ratio's median has a standard deviation of 0.7 %, so that one in 10^12 is off by
		// 5 %; a ratio that is not net of the loop is off by 8 %.
		for _, b := range list {
			if b.Kind == "floor" && math.Abs(b.Value.Value/c.floor-1) > 0.05 {
				t.Errorf("%g times the floor is found to be %+v", c.floor, b)
			}
		}
	}
}

// TestTwins: equal pairs are told apart rarely, a second twin that takes 10 % more
// always; and no ratio within the spread of pairs counts as a difference.
func TestTwins(t *testing.T) {
	if _, _, twins := standings(t, 1.1, 3, 1); twins.Pairs != 30 || twins.Standing != measure.Met || twins.Spread > 0.03 {
		t.Errorf("equal twins: %+v", twins)
	}
	_, list, twins := standings(t, 1, 3, 1.1)
	if twins.Pairs != 30 || twins.Apart != 30 || twins.Standing != measure.NotMet || twins.Spread < 0.08 {
		t.Errorf("unequal twins: %+v", twins)
	}
	for _, b := range list {
		if b.Kind == "floor" && !b.Noise {
			t.Errorf("a ratio of about 1 beside twins that differ by a tenth is no noise: %+v", b)
		}
	}
}

// TestBarWithoutFloor: where the floor of the right size is missing a bar is listed and
// not decided.
func TestBarWithoutFloor(t *testing.T) {
	m := newMaker(7)
	m.speedBars(1, 3, 1)
	d := m.dataset()
	d.Records = slices.DeleteFunc(d.Records, func(r record.Record) bool { return analysis.FamilyOf(r.Variant) == "floor" })
	list, _, err := measure.Bars(d)
	if err != nil {
		t.Fatal(err)
	}
	open := 0
	for _, b := range list {
		if b.Kind != "floor" {
			continue
		}
		if open++; b.Standing != measure.NotDecided || b.Noise {
			t.Errorf("without a floor: %+v", b)
		}
	}
	if open != 12 {
		t.Errorf("%d bars over a floor that is missing, want 12", open)
	}
}

// TestFloorsOfTheSameRepetitionAndPages: a bar takes its floor from the same pages and
// the same repetition, and is not decided where it has none there, whatever others have.
func TestFloorsOfTheSameRepetitionAndPages(t *testing.T) {
	for _, c := range []struct {
		name string
		gone func(r *record.Record) bool
		open int // bars of the part with pages, of 2 filters, 2 operations and 2 kinds
	}{
		{"none", func(*record.Record) bool { return false }, 0},
		{"floors on huge pages", func(r *record.Record) bool { return r.Pages == record.PagesHuge }, 4},
		{"floors of one repetition", func(r *record.Record) bool { return r.Pages != "" && r.Rep == 3 }, 8},
	} {
		m := newMaker(7)
		m.speedBars(1.1, 3, 1)
		d := m.dataset()
		d.Records = slices.DeleteFunc(d.Records, func(r record.Record) bool { return analysis.FamilyOf(r.Variant) == "floor" && c.gone(&r) })
		list, _, err := measure.Bars(d)
		if err != nil {
			t.Fatal(err)
		}
		open := 0
		for _, b := range list {
			if b.Kind == "floor" && b.Pages != "" && b.Standing == measure.NotDecided {
				open++
			}
		}
		if open != c.open {
			t.Errorf("without %s %d bars are open, want %d", c.name, open, c.open)
		}
	}
}

// TestFewTwins: of fewer than twenty pairs one in twenty is no pair, and nothing is decided.
func TestFewTwins(t *testing.T) {
	m := newMaker(7)
	m.speedBars(1.1, 3, 1)
	d := m.dataset()
	d.Records = slices.DeleteFunc(d.Records, func(r record.Record) bool { return r.Part == "twins" && r.Capacity == 15564 })
	if _, twins, err := measure.Bars(d); err != nil || twins.Pairs != 15 || twins.Standing != measure.NotDecided || twins.Spread == 0 {
		t.Errorf("fifteen pairs: %+v, %v", twins, err)
	}
}

func TestNoBarsWithoutRecords(t *testing.T) {
	if list, twins, err := measure.Bars(newMaker(1).dataset()); err != nil || len(list) != 0 || twins.Pairs != 0 || twins.Standing != measure.NotDecided {
		t.Errorf("bars of nothing: %v, %+v, %v", list, twins, err)
	}
}
