package harness

import (
	"testing"

	"filterbench/internal/record"
)

// TestFit: different keys fit as they come; a plain cuckoo filter never keeps more copies
// than its two buckets have slots, whatever its size; who counts copies keeps up to as
// many as its counters can; who stores one fingerprint for all copies loses keys.
func TestFit(t *testing.T) {
	for _, c := range []struct {
		variant, workload string
		fits              bool
		sizes             int // at most
	}{
		{"cuckoo(b=4,f=12)", "uniform", true, 1},
		{"cuckoo(b=4,f=12)", "bursts(r=9,every=10)", false, 20},
		{"countingcuckoo(b=4,f=12,w=4)", "bursts(r=16,every=10)", true, 1},
		{"countingcuckoo(b=4,f=12,w=4)", "bursts(r=129,every=10)", false, 20},
		{"cuckooset(b=4,f=12)", "bursts(r=4,every=10)", false, 20},
		{"quotient(r=9)", "bursts(r=129,every=10)", true, 3},
		{"exact", "bursts(r=1000,every=100)", true, 1},
	} {
		r := Measure(record.Trial{Kind: record.KindFit, Variant: c.variant, Workload: c.workload, Capacity: 1000, Fill: 0.9, Seed: 5})
		if r.Failed != "" {
			t.Errorf("%s, %s: %s", c.variant, c.workload, r.Failed)
			continue
		}
		f := r.Fit()
		if f.Fits != c.fits || len(f.Sizes) > c.sizes || f.Distinct != 900 || f.Inserts < 900 {
			t.Errorf("%s, %s: fits %v after %d sizes, %d of %d distinct; want %v after %d at most", c.variant, c.workload, f.Fits, len(f.Sizes), f.Distinct, f.Inserts, c.fits, c.sizes)
		}
		if absorbs := c.variant == "cuckooset(b=4,f=12)"; !c.fits && absorbs != (f.Lost > 0) || !c.fits && absorbs != (f.Refused == 0) {
			t.Errorf("%s, %s: %d refused, %d lost", c.variant, c.workload, f.Refused, f.Lost)
		}
	}
}

// TestFitCountsSides: bytes beside the table are in the bits of what fits.
func TestFitCountsSides(t *testing.T) {
	r := Measure(record.Trial{Kind: record.KindFit, Variant: "sidecuckoo(b=4,f=12)", Workload: "bursts(r=8,every=2)", Capacity: 1000, Fill: 0.9, Seed: 5})
	f := r.Fit()
	if bits, ok := f.Bits(); !ok || f.Side == 0 || bits != f.Sizes[len(f.Sizes)-1].Bits+8*f.Side {
		t.Errorf("%d bits, %d bytes beside, fits %v", bits, f.Side, ok)
	}
}
