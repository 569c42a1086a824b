package measure_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"filterbench/analysis/measure"
)

// costs makes a run in which looking up costs so many nanoseconds, the loop apart.
func costs(t *testing.T, ns map[string]float64) measure.CostSize {
	t.Helper()
	m := newMaker(3)
	m.reps = 12
	for _, name := range []string{"null", "exact", "bloom(bpk=12)", "blocked(bpk=12)", "cuckoo(b=4,f=16)"} {
		if x, ok := ns[name]; ok {
			m.lookups(name, 15564, x)
		}
	}
	list, err := measure.CostMap(m.dataset())
	if err != nil || len(list) != 1 {
		t.Fatalf("%d sizes, %v", len(list), err)
	}
	return list[0]
}

// The formulas hold: a filter pays exactly from its break-even on, a cheap filter wins
// little work, an accurate one more, and an exact set what a false positive is dear for.
func TestCostMap(t *testing.T) {
	s := costs(t, map[string]float64{"null": 0, "exact": 300, "blocked(bpk=12)": 10, "cuckoo(b=4,f=16)": 20})
	for _, c := range s.Contenders {
		at := c.BreakEven()
		if c.Overhead(at*0.999) < at*0.999 || c.Overhead(at*1.001) > at*1.001 {
			t.Errorf("%s does not break even at %g", c.Variant, at)
		}
	}
	var order []string
	for _, b := range s.Grid {
		if !slices.Contains(order, b.Variant) {
			order = append(order, b.Variant)
		}
		if pays := b.Work > s.PaysFrom; pays != (b.Variant != measure.NoFilter) {
			t.Errorf("at %g ns %s is best, and filters pay from %g on", b.Work, b.Variant, s.PaysFrom)
		}
		if b.Overhead > b.Work {
			t.Errorf("at %g ns the best costs %g", b.Work, b.Overhead)
		}
	}
	if want := []string{measure.NoFilter, "blocked(bpk=12)", "cuckoo(b=4,f=16)", "exact"}; !slices.Equal(order, want) {
		t.Errorf("the best are %v, want %v", order, want)
	}
	if last := s.Grid[len(s.Grid)-1]; last.Work < 0.999e7 || last.Probability < 0.99 {
		t.Errorf("the grid ends with %+v", last)
	}
	if !(s.PaysLo <= s.PaysFrom && s.PaysFrom <= s.PaysHi) || s.PaysLo == s.PaysHi {
		t.Errorf("filters pay from %g on, %g to %g", s.PaysFrom, s.PaysLo, s.PaysHi)
	}
}

// Between filters that are as fast nobody is sure, and the seed is fixed.
func TestCostProbability(t *testing.T) {
	equal := map[string]float64{"null": 0, "bloom(bpk=12)": 20, "cuckoo(b=4,f=16)": 20, "blocked(bpk=12)": 20}
	s, again := costs(t, equal), costs(t, equal)
	unsure := false
	for i, b := range s.Grid {
		if !reflect.DeepEqual(b, again.Grid[i]) {
			t.Fatalf("at %g ns %+v and then %+v", b.Work, b, again.Grid[i])
		}
		unsure = unsure || b.Probability < 0.95
		if (b.Probability < 0.95) != (len(b.Ties) > 0) || slices.Contains(b.Ties, b.Variant) {
			t.Errorf("ties of %+v", b)
		}
		if math.IsNaN(b.Probability) || b.Probability > 1+1e-9 {
			t.Errorf("%+v", b)
		}
	}
	if !unsure {
		t.Error("which of three equal filters is the best is known everywhere")
	}
}

// Within a budget nothing has more bits, an exact set is out, and what is the best within
// all budgets is it within its own.
func TestCostBudgets(t *testing.T) {
	m := newMaker(3)
	m.reps = 12
	times := []float64{0, 300, 30, 10, 14, 20}
	for i, name := range []string{"null", "exact", "bloom(bpk=12)", "blocked(bpk=8)", "blocked(bpk=12)", "cuckoo(b=4,f=16)"} {
		m.lookups(name, 15564, times[i])
	}
	d := m.dataset()
	winners := map[float64]string{}
	for _, budget := range append([]float64{0}, measure.CostBudgets...) {
		list, err := measure.CostMapWithin(d, budget)
		if err != nil || len(list) != 1 || list[0].Budget != budget {
			t.Fatalf("budget %g: %+v, %v", budget, list, err)
		}
		for _, c := range list[0].Contenders {
			if budget > 0 && (c.Bits > budget || c.Variant == "exact") || !(c.Bits > 0) {
				t.Errorf("budget %g has %s with %g bits", budget, c.Variant, c.Bits)
			}
		}
		winners[budget] = list[0].Grid[len(list[0].Grid)-1].Variant
	}
	// A miss that saves 10 ms wants the lowest rate.
	want := map[float64]string{0: "exact", 9.1: "blocked(bpk=8)", 13: "bloom(bpk=12)", 17: "cuckoo(b=4,f=16)"}
	if !reflect.DeepEqual(winners, want) {
		t.Errorf("the best for much work are %v, want %v", winners, want)
	}
}
