package harness

import (
	"testing"

	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
)

// TestEstimateOfGrowth: the memory of a filter that grows is planned for what it
// will have become, to the bit, whatever its first layer was.
func TestEstimateOfGrowth(t *testing.T) {
	for name, keys := range map[string]uint64{
		"scalable(fpr=0.01)":                      100_000,
		"scalable(fpr=0.01,first=7,growth=3)":     2000,
		"scalable(fpr=0.01,first=100000)":         100_000, // its first layer is just full
		"scalable(fpr=0.001,first=1000)":          5,
		"bloom(bpk=10)":                           5000,
		"scalable(fpr=0.01,first=1000,growth=16)": 1001, // one key too many for a layer
	} {
		v, err := catalog.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := v.New(variants.Size{Keys: keys}, 1)
		if err != nil {
			t.Fatal(err)
		}
		before := f.Shape()
		for i := range keys {
			if err := f.Insert(i * 0x9e3779b97f4a7c15); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := grown(before, keys), f.Shape().Bits; got != want {
			t.Errorf("%s with %d keys: planned for %d bits, has %d", name, keys, got, want)
		}
	}
	small := record.Trial{Kind: record.KindFPR, Variant: "scalable(fpr=0.01)", Workload: "uniform", Capacity: 1_000_000, Fill: 1}
	large := small
	large.Variant = "scalable(fpr=0.01,first=1000000)"
	if a, b := EstimateTrial(small).Bytes, EstimateTrial(large).Bytes; a < b {
		t.Errorf("a filter that begins small is planned with %d bytes, one that begins large with %d", a, b)
	}
}
