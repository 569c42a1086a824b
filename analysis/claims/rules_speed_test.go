package claims

import (
	"testing"

	"filterbench/analysis/internal/sample"
)

// A Bloom filter whose hits are over before eight hashes are made refutes that it needs
// them; one that takes longer than eight hashes confirms it.
func TestHashesPerOperation(t *testing.T) {
	for bloom, want := range map[float64]Verdict{3: Refuted, 80: Confirmed} {
		m := sample.New(3)
		m.Reps = 12
		for i, name := range []string{"null", "bloom(bpk=12)", "cuckoo(b=4,f=12)"} {
			m.Time("throughput", "size", name, 15564, 1, "batch", []string{"hit", "miss"}, []float64{0, bloom, 8}[i])
		}
		wantVerdicts(t, results(t, m), map[string]Verdict{"SPD-2": want})
	}
}

// SIMD that is twice as fast helps, equal times refute it, and where it helps only half
// of the fingerprints the others are named. A record of another kernel than its name
// says does not count.
func TestKernels(t *testing.T) {
	for _, c := range []struct {
		scalar, twelve float64
		really         string
		want           Verdict
	}{{40, 40, "simd", Conditional}, {20, 20, "simd", Refuted}, {40, 20, "simd", Conditional}, {40, 40, "swar", Undecided}} {
		m := sample.New(3)
		m.Reps = 12
		for _, n := range []uint64{15564, 498073} {
			cell := func(name string, ns float64) {
				m.Time("throughput", "kernels", name, n, 1, "batch", []string{"hit", "miss"}, ns)
			}
			cell("null", 0)
			for i, base := range []string{"cuckoo(b=4,f=8", "cuckoo(b=4,f=12", "cuckoo(b=4,f=16"} {
				cell(base+",kernel=scalar)", []float64{c.scalar, c.twelve, c.scalar}[i])
				cell(base+",kernel=swar)", 20)
				cell(base+",kernel=simd)", 20)
			}
		}
		d := m.Dataset("")
		for i := range d.Records {
			if s := &d.Records[i].Shape; s.Kernel == "simd" {
				s.Kernel = c.really
			}
		}
		got := evaluated(t, d)["SPD-6"]
		if got.Verdict != c.want {
			t.Errorf("%+v: %s, %s", c, got.Verdict, got.Line)
		}
	}
}
