package harness

import (
	"math"
	"testing"

	"filterbench/internal/record"
	"filterbench/variants/catalog"
)

// TestMachineChargesLines: a larger table costs its lines, as many as the filter touches, and
// estimates for no machine stay what they are everywhere.
func TestMachineChargesLines(t *testing.T) {
	m := &Machine{steps: []step{{1 << 14, 2}, {1 << 20, 5}, {1 << 26, 22}}, tried: map[string]opCosts{}}
	for _, c := range []struct {
		variant string
		lines   float64 // of a lookup of a member
	}{{"blocked(bpk=12)", 1}, {"cuckoo(b=4,f=12)", 2}, {"bloom(bpk=12)", 8}} {
		v, err := catalog.Parse(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		trial := func(keys uint64) record.Trial {
			return record.Trial{Kind: record.KindFPR, Variant: c.variant, Workload: "uniform", Capacity: keys, Fill: 1, Queries: 1000}
		}
		costs := func(keys uint64) opCosts {
			s, err := v.Shape(sizeOf(trial(keys)))
			if err != nil {
				t.Fatal(err)
			}
			return m.costs(v, s, trial(keys))
		}
		small, middle, large := costs(1000), costs(100_000), costs(40_000_000)
		if d := middle.hit - small.hit; math.Abs(d-3*c.lines) > 1e-6 {
			t.Errorf("%s: a hit costs %g ns more in 150 KB, want %g lines of 3 ns", c.variant, d, c.lines)
		}
		if d := large.insert - small.insert; math.Abs(d-20*c.lines) > 1e-6 {
			t.Errorf("%s: an insert costs %g ns more in 60 MB, want %g lines of 20 ns", c.variant, d, c.lines)
		}
		if d := large.miss - small.miss; d > 40+1e-6 {
			t.Errorf("%s: a miss costs %g ns more in 60 MB, want two lines at most", c.variant, d)
		}
		here, anywhere := Estimator{Machine: m}, Estimator{}
		if a, b := here.Of(trial(1e6)), anywhere.Of(trial(1e6)); a.Bytes != b.Bytes || a.Lookups != b.Lookups {
			t.Errorf("%s: a machine changes %d bytes into %d", c.variant, b.Bytes, a.Bytes)
		}
		if a, b := anywhere.Of(trial(1e6)), EstimateTrial(trial(1e6)); a != b {
			t.Errorf("%s: %+v without a machine, and %+v", c.variant, a, b)
		}
	}
}

// TestCalibrateClimbs: every size of table up to the largest is read, and none for nothing.
func TestCalibrateClimbs(t *testing.T) {
	m := Calibrate(1 << 22)
	if n := len(m.steps); n != 5 || m.steps[n-1].bytes != 1<<22 {
		t.Fatalf("%d sizes: %+v", n, m.steps)
	}
	for _, s := range m.steps {
		if !(s.ns > 0) {
			t.Errorf("a line of %d bytes costs %g ns", s.bytes, s.ns)
		}
	}
}
