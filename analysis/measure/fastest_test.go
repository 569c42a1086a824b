package measure_test

import (
	"slices"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/stat"
)

// The fastest is found by what was timed, those that scatter around it are tied with it,
// and so is one that is slower by less than the noise.
func TestFastestOf(t *testing.T) {
	m := newMaker(9)
	m.reps = 12
	names, times := []string{"null", "blocked(bpk=12)", "bloom(bpk=12)", "cuckoo(b=4,f=8)", "cuckoo(b=4,f=12)"}, []float64{0, 30, 20, 20, 21.5}
	for i, name := range names {
		m.lookups(name, 996147, times[i])
	}
	cells, err := m.dataset().Cells("throughput", "size")
	if err != nil {
		t.Fatal(err)
	}
	cells = slices.DeleteFunc(cells, func(c analysis.Cell) bool { return c.Variant == "null" })
	for _, c := range []struct {
		noise float64
		tied  int
	}{{0, 1}, {0.12, 2}, {0.8, 3}} {
		best, ok := measure.FastestOf(cells, "miss", c.noise)
		if !ok || best.Variant != "bloom(bpk=12)" && best.Variant != "cuckoo(b=4,f=8)" || len(best.Ties) != c.tied {
			t.Errorf("noise %g: %s, tied with %v, %t", c.noise, best.Variant, best.Ties, ok)
		}
	}
	if _, ok := measure.FastestOf(cells, "delete", 0); ok {
		t.Error("the fastest of none")
	}
}

func TestTold(t *testing.T) {
	at := func(lo, x, hi float64) stat.Median { return stat.Median{Value: x, Lo: lo, Hi: hi} }
	for _, c := range []struct {
		a, b  stat.Median
		noise float64
		want  bool
	}{
		{at(9, 10, 11), at(19, 20, 21), 0, true}, {at(19, 20, 21), at(9, 10, 11), 0, true},
		{at(9, 10, 11), at(10, 20, 21), 0, false}, {at(9.9, 10, 10.1), at(10.2, 10.3, 10.4), 0.05, false},
		{at(-1, 0.5, 2), at(3, 4, 5), 0.05, true},
	} {
		if got := measure.Told(c.a, c.b, c.noise); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}
