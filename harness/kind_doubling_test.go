package harness

import (
	"testing"

	"filterbench/internal/record"
	"filterbench/internal/stattest"
	"filterbench/variants/families"
)

// TestDoubling: a filter without false positives has none at any doubling, one of fixed size
// keeps its bits and has the rate of its formula for the keys that came, one that grows keeps
// its rate, and one that refuses has the keys that it took. Rates are tested on both sides
// with a false alarm in a million.
func TestDoubling(t *testing.T) {
	of := func(variant string) (*record.Record, []record.Doubled) {
		r := measure(t, record.Trial{Kind: record.KindDoubling, Variant: variant, Capacity: 1000, Fill: 17, Lookups: 40_000})
		steps := r.Doubling().Steps
		if len(steps) != 5 || steps[4].Inserted != 16_000 {
			t.Fatalf("%s: %d doublings, the last is %+v", variant, len(steps), steps[len(steps)-1])
		}
		for _, s := range steps {
			if s.Missing > 0 || s.Queries != 40_000 {
				t.Errorf("%s: %+v", variant, s)
			}
		}
		return r, steps
	}
	if _, steps := of("exact"); steps[4].Positives != 0 || steps[4].Refused != 0 {
		t.Errorf("exact: %+v", steps[4])
	}
	over := make([][]float64, 5) // rates over the formula's, by doubling: one for each filter, which scatter more than their lookups
	for seed := range record.Seed(60) {
		r := measure(t, record.Trial{Kind: record.KindDoubling, Variant: "bloom(bpk=10)", Capacity: 1000, Fill: 16, Lookups: 10_000, Seed: seed + 1})
		for i, s := range r.Doubling().Steps {
			p, ok := families.Predict(r.Shape, s.Inserted)
			if !ok || s.Bits != r.Shape.Bits {
				t.Fatalf("bloom: %+v of %+v", s, r.Shape)
			}
			over[i] = append(over[i], float64(s.Positives)/float64(s.Queries)/p.FPR)
		}
	}
	for _, rates := range over {
		stattest.Mean(t, rates, 1, 1e-6)
	}
	if r, steps := of("scalable(fpr=0.01,first=1000)"); steps[4].Bits < 8*r.Shape.Bits || steps[4].Layers < 4 || steps[4].Positives > 2*400 {
		t.Errorf("scalable: %+v", steps[4])
	}
	if r, steps := of("cuckoo(b=4,f=12)"); steps[4].Accepted() > r.Shape.Cells || steps[4].Refused == 0 || steps[4].Bits != r.Shape.Bits {
		t.Errorf("cuckoo: %+v", steps[4])
	}
}
