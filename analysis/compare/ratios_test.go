package compare

import (
	"math/rand/v2"
	"strings"
	"testing"

	"filterbench/internal/record"
)

// timedBeside makes records of variants beside each other, whose operations take so long.
func timedBeside(rng *rand.Rand, reps int, cells map[string]map[string]float64) (records []record.Record) {
	for _, part := range []string{"a", "b"} {
		for variant, ns := range cells[part] {
			for i, x := range noisy(rng, ns, 0.02, reps) {
				const ops = 1 << 20
				r := record.Record{Trial: record.Trial{Experiment: "e", Part: part, Kind: record.KindTime, Variant: variant, Workload: "uniform", Capacity: 1000, Fill: 1, Rep: i, Call: "batch", Ops: []string{"hit"}}}
				r.Outcome = &record.Time{Samples: []record.Sample{{Op: "hit", Ops: ops, ElapsedNS: int64(x * ops)}}}
				records = append(records, r)
			}
		}
	}
	return records
}

// TestRatios: a machine that takes half as long again for all has the same ratios, and a filter
// that it takes longer for than for its neighbours is found, and it alone. Values scatter by
// 2 %, so that a median of eight is off by 10 % once in 1e20.
func TestRatios(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const reps = 8
	there := timedBeside(rng, reps, map[string]map[string]float64{"a": {"x": 2, "y": 5, "z": 9, "null": 1}, "b": {"x": 20, "y": 50, "z": 90, "w": 30, "gone": 1}})
	same := NewRatios(there, timedBeside(rng, reps, map[string]map[string]float64{"a": {"x": 3, "y": 7.5, "z": 13.5, "null": 7}, "b": {"x": 50, "y": 125, "z": 225, "w": 75}}), 0.05)
	if len(same.Machine) != 2 || len(same.Relations) != 7 || same.Within(0.1) != 7 || len(same.Changed(0.1)) != 0 {
		t.Errorf("on a slower machine: %+v", same)
	}
	for i, want := range []float64{1.5, 2.5} {
		if f := same.Machine[i].Factor; f < 0.97*want || f > 1.03*want { // three standard errors of a median of eight
			t.Errorf("%s: %g times as long; want about %g", same.Machine[i].Name, f, want)
		}
	}
	other := NewRatios(there, timedBeside(rng, reps, map[string]map[string]float64{"a": {"x": 3, "y": 12, "z": 13.5}, "b": {"x": 20, "y": 50, "z": 90, "w": 30}}), 0.05)
	changed := other.Changed(0.1)
	if len(changed) != 1 || !strings.HasPrefix(changed[0].Name, "y hit (e a") || changed[0].Change < 0.5 || other.Within(0.1) != 6 {
		t.Errorf("of a filter that takes 1.6 times as long beside its neighbours: %+v", changed)
	}
}
