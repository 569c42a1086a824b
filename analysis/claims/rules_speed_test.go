package claims

import (
	"fmt"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/internal/sample"
)

// A Bloom filter that keeps the rate of independent probes with one hash refutes that it
// needs several, one with twice the rate confirms it; what the loops took changes nothing.
func TestHashesPerOperation(t *testing.T) {
	for _, c := range []struct {
		skew, bloom float64
		want        Verdict
	}{{1, 3, Refuted}, {1, 80, Refuted}, {2, 3, Confirmed}, {2, 80, Confirmed}} {
		m := sample.New(3)
		m.Reps, m.Skew = 12, c.skew
		for _, bpk := range []int{8, 12, 16} {
			m.FPR("fpr-bloom", "bits", fmt.Sprintf("bloom(bpk=%d)", bpk), "uniform", 65536, 0, 1, 20_000)
		}
		for i, name := range []string{"null", "bloom(bpk=12)", "cuckoo(b=4,f=12)"} {
			m.Time("throughput", "size", name, 15564, 1, "batch", []string{"hit", "miss"}, []float64{0, c.bloom, 8}[i])
		}
		got := results(t, m)
		wantVerdicts(t, got, map[string]Verdict{"SPD-2": c.want})
		if !strings.Contains(got["SPD-2"].Line, "with its loop") {
			t.Errorf("what a hash takes is not told: %s", got["SPD-2"].Line)
		}
	}
}

// disturb gives records of one filter and size the times of another loop: null's, now a
// little more and now a little less, as where small tables are timed beside interruptions.
func disturb(d *analysis.Dataset, filter string, keys uint64) {
	for i := range d.Records {
		r := &d.Records[i]
		if r.Variant != filter || r.Capacity != keys || r.Time() == nil {
			continue
		}
		for j := range r.Time().Samples {
			s := &r.Time().Samples[j]
			s.ElapsedNS = int64((1.5 + 0.4*float64(r.Rep%2*2-1)) * float64(s.Ops))
			s.CPUNS = 0
		}
	}
}

// Net times below nothing at the smallest size leave that size open, and the largest
// decides: for the claim, or against it.
func TestNothingLeft(t *testing.T) {
	for _, c := range []struct {
		bloom float64
		want  Verdict
	}{{40, Conditional}, {10, Refuted}, {20, Undecided}} {
		m := sample.New(3)
		m.Reps = 12
		for _, n := range []uint64{15564, 124518, 996147, 7969177} {
			m.Time("throughput", "size", "null", n, 1, "batch", []string{"hit", "miss"}, 0)
			m.Time("throughput", "size", "bloom(bpk=12)", n, 1, "batch", []string{"hit", "miss"}, c.bloom)
			m.Time("throughput", "size", "cuckoo(b=4,f=12)", n, 1, "batch", []string{"hit", "miss"}, 20)
		}
		d := m.Dataset("")
		for _, n := range []uint64{15564, 124518, 996147} {
			disturb(d, "bloom(bpk=12)", n)
			disturb(d, "cuckoo(b=4,f=12)", n)
		}
		got := evaluated(t, d)["SPD-1"]
		if got.Verdict != c.want || c.want == Conditional && !strings.Contains(got.Condition, "not shown for hit with 15,564 keys") {
			t.Errorf("%g ns: %s, want %s: %s %s", c.bloom, got.Verdict, c.want, got.Line, got.Condition)
		}
	}
}

// Slower where the table is large and faster where it is small is a condition, and
// names the small one; the other way round the claim falls.
func TestSlowerSomewhere(t *testing.T) {
	for _, c := range []struct {
		small, large float64
		want         Verdict
	}{{5, 80, Conditional}, {80, 5, Conditional}} {
		m := sample.New(3)
		m.Reps = 12
		for i, n := range []uint64{15564, 7969177} {
			m.Time("throughput", "size", "null", n, 1, "batch", []string{"hit", "miss"}, 0)
			m.Time("throughput", "size", "bloom(bpk=12)", n, 1, "batch", []string{"hit", "miss"}, []float64{c.small, c.large}[i])
			m.Time("throughput", "size", "blocked(bpk=12)", n, 1, "batch", []string{"hit", "miss"}, 20)
		}
		got := results(t, m)["SPD-9"]
		named := map[bool]string{true: "15,564", false: "7,969,177"}[c.small < c.large]
		if got.Verdict != c.want || !strings.Contains(got.Condition, "not so for hit with "+named) {
			t.Errorf("%+v: %s: %s %s", c, got.Verdict, got.Line, got.Condition)
		}
	}
}

// With so few probes that a Bloom filter is as fast as a cuckoo filter, that is named;
// where it is faster with any number of probes the claim falls.
func TestProbes(t *testing.T) {
	for _, c := range []struct {
		few, many float64
		want      Verdict
	}{{40, 40, Conditional}, {10, 40, Conditional}, {10, 10, Refuted}} {
		m := sample.New(3)
		m.Reps = 12
		for _, n := range []uint64{15564, 996147} {
			for _, part := range []string{"size", "probes"} {
				m.Time("throughput", part, "null", n, 1, "batch", []string{"hit", "miss"}, 0)
				m.Time("throughput", part, "cuckoo(b=4,f=12)", n, 1, "batch", []string{"hit", "miss"}, 20)
			}
			m.Time("throughput", "size", "bloom(bpk=12)", n, 1, "batch", []string{"hit", "miss"}, c.many)
			m.Time("throughput", "probes", "bloom(bpk=12,k=4)", n, 1, "batch", []string{"hit", "miss"}, c.few)
			m.Time("throughput", "probes", "bloom(bpk=12,k=14)", n, 1, "batch", []string{"hit", "miss"}, c.many)
		}
		got := results(t, m)["SPD-1"]
		named := strings.Contains(got.Condition, "not so for hit with 15,564 keys of bloom(bpk=12,k=4)")
		if got.Verdict != c.want || named != (c.few < 20 && c.many > 20) {
			t.Errorf("%+v: %s: %s %s", c, got.Verdict, got.Line, got.Condition)
		}
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
