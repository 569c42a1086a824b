package choose

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/families"
)

var committed = sync.OnceValues(func() (*analysis.Dataset, error) { return analysis.Load("../../results/reference") })

func run(t *testing.T) (*analysis.Dataset, *Run) {
	t.Helper()
	d, err := committed()
	if err != nil {
		t.Fatal(err)
	}
	r, err := Read(d)
	if err != nil {
		t.Fatal(err)
	}
	return d, r
}

// TestNoRowIsDominated goes over all records of the committed run, and not over the
// entries: no filter that will do has fewer bits at no higher rate, or surely less time
// with no more bits.
func TestNoRowIsDominated(t *testing.T) {
	d, r := run(t)
	deletes := deleting(d)
	type cell struct {
		analysis.Cell
		rate  float64
		times map[string]stat.Median
	}
	var rated, timed []cell
	for _, name := range d.Experiments() {
		cells, err := d.Cells(name, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cells {
			family := analysis.FamilyOf(c.Variant)
			if c.Hash != "" || strings.Contains(c.Variant, "hash=none") || family == "exact" || family == "hashtable" || c.Fill > 1 {
				continue
			}
			switch {
			case c.Kind == record.KindFPR && c.Size() >= fewestKeys && refused(c) == 0:
				f, err := measure.FPR(c)
				if err != nil {
					t.Fatal(err)
				}
				rated = append(rated, cell{c, f.Rate, nil})
			case c.Kind == record.KindTime && c.Size() == 996147 && c.Pages == "" && c.Twin == 0 && c.Fill == 1 && c.Depth == 0:
				p, known := families.Predict(c.Shape(), c.Records[0].Time().Accepted)
				if !known {
					continue
				}
				times := map[string]stat.Median{}
				for _, op := range c.Ops {
					if m, ok := measure.Time(c, op); ok && m.HasNet() {
						times[op] = m.Net
					}
				}
				timed = append(timed, cell{c, p.FPR, times})
			}
		}
	}
	compared := 0
	for _, rate := range []float64{0.05, 0.02, 0.01, 0.002, 0.001, 0.0001} {
		for _, need := range Needs {
			best, ok := r.Choose(need, rate)
			if !ok || need.Stream != "" || need.Plain || need.AnyN {
				continue
			}
			will := func(c cell) bool {
				family := analysis.FamilyOf(c.Variant)
				return need.Keep == nil || need.Keep(Entry{Deletes: deletes[family], Static: families.Named(family).Has(families.Static)})
			}
			if need.Op == "" {
				for _, c := range rated {
					if compared++; will(c) && c.rate <= best.Rate && measure.BitsPerKey(c.Cell) < best.Bits*(1-1e-3) {
						t.Errorf("%s at %g: %s with %.2f bits and %g is beaten by %s with %.2f and %g (%s, %s)", need.Words, rate, best.Variant, best.Bits, best.Rate, c.Variant, measure.BitsPerKey(c.Cell), c.rate, c.Experiment, c.Part)
					}
				}
				continue
			}
			for _, c := range timed {
				m, ok := c.times[need.Op]
				if compared++; !ok || !will(c) || c.Call != need.Call || c.rate > rate || measure.BitsPerKey(c.Cell) > best.Bits {
					continue
				}
				if m.Value < best.Amount() && measure.Told(m, best.Time[need.Op], r.Noise) {
					t.Errorf("%s at %g: %s with %.1f ns is beaten by %s with %.1f ns", need.Words, rate, best.Variant, best.Amount(), c.Variant, m.Value)
				}
			}
		}
	}
	if compared < 1000 {
		t.Errorf("only %d comparisons", compared)
	}
}

func refused(c analysis.Cell) (n uint64) {
	for _, r := range c.Records {
		n += r.FPR().Inserted - r.FPR().Accepted
	}
	return n
}

// TestDictionaryCounts: a dictionary is among the bits of the filter that keeps it. What
// theory says of its size on the stream of Zipf's law is more than its table.
func TestDictionaryCounts(t *testing.T) {
	d, _ := run(t)
	list, err := Streams(d, "multisets", "stream")
	if err != nil {
		t.Fatal(err)
	}
	bits := map[string]float64{}
	for _, s := range list {
		if strings.HasPrefix(s.Workload, "zipf") {
			bits[analysis.FamilyOf(s.Variant)] = s.Bits
		}
	}
	if ratio := bits["sidecuckoo"] / bits["cuckoo"]; !(ratio > 1.5 && ratio < 2.5) {
		t.Errorf("with its dictionary sidecuckoo takes %.2f times the bits of the table alone, want 1.5 to 2.5 times", ratio)
	}
	repeats, err := EveryKey(d, "multisets", "repeat")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range repeats {
		if analysis.FamilyOf(x.Variant) == "sidecuckoo" && x.Copies == 2 && x.Bits < 100 {
			t.Errorf("every key twice: %.1f bits for each key, less than the 16 bytes of its place", x.Bits)
		}
	}
}

// TestKeysRefusedOutrightAreLost: a key of which every copy was refused is one of the
// caller's keys.
func TestKeysRefusedOutrightAreLost(t *testing.T) {
	d, _ := run(t)
	list, err := Streams(d, "drift", "policies")
	if err != nil {
		t.Fatal(err)
	}
	var lost, denied uint64
	for _, s := range list {
		lost, denied = lost+s.Lost, denied+s.Denied
	}
	if denied != 0 || lost == 0 {
		t.Errorf("%d accepted keys are denied and %d keys lost; want none of the first and some that were refused outright", denied, lost)
	}
	if i := slices.IndexFunc(list, func(s Stream) bool { return s.Lost > 0 && s.Sound() }); i >= 0 {
		t.Errorf("%s loses keys and counts as sound", list[i].Variant)
	}
}

// TestRepeatedKeys: expected numbers of keys that come twice or more, against sums over
// a stream small enough to be worked out.
func TestRepeatedKeys(t *testing.T) {
	// Three keys with shares 6/11, 3/11 and 2/11, drawn twice: the same one twice.
	want := (36.0 + 9 + 4) / 121
	if got := zipfRepeated(1, 3, 2); math.Abs(got-want) > 1e-12 {
		t.Errorf("%g keys, want %g", got, want)
	}
	for workload, want := range map[string]float64{"repeat(r=4)": 25, "repeat(r=1)": 0, "hot(share=0.1)": 1, "uniform": 0, "bursts(every=10,r=11)": 5} {
		if got := repeatedKeys(workload, 100); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %g keys, want %g", workload, got, want)
		}
	}
}

// TestAnyNumberOfKeys: who cannot choose the number of keys pays for the tables that
// double; a filter that is sized exactly pays nothing.
func TestAnyNumberOfKeys(t *testing.T) {
	_, r := run(t)
	seen := 0
	for _, e := range r.Rated {
		switch {
		case e.Variant == "cuckoo(b=4,f=12)" && e.Averaged:
			seen++
			if e.AnyBits < 17.5 || e.AnyBits > 19 {
				t.Errorf("%s takes %.2f bits on average, want about 12.6/ln 2", e.Variant, e.AnyBits)
			}
		case e.Variant == "cuckoo(b=4,f=12,buckets=any)" || e.Variant == "bloom(bpk=10)":
			seen++
			if e.AnyBits != e.Bits {
				t.Errorf("%s takes %.2f bits on average and %.2f at one size", e.Variant, e.AnyBits, e.Bits)
			}
		case e.Variant == "semisort(f=10)":
			seen++
			if math.Abs(e.AnyBits-e.Bits/math.Ln2) > 1e-9 {
				t.Errorf("%s takes %.2f bits on average, want %.2f/ln 2", e.Variant, e.AnyBits, e.Bits)
			}
		}
	}
	if seen < 4 {
		t.Errorf("only %d entries looked at", seen)
	}
}

// deleting lists the families of which a deletion was recorded.
func deleting(d *analysis.Dataset) map[string]bool {
	can := map[string]bool{}
	for i := range d.Records {
		r := &d.Records[i]
		deletes := r.Duplicates() != nil || r.Drift() != nil || r.Churn() != nil && r.Deletes || r.Audit() != nil && r.Audit().Deletes > 0
		if r.Time() != nil {
			deletes = slices.ContainsFunc(r.Time().Samples, func(s record.Sample) bool { return s.Op == "delete" })
		}
		if deletes {
			can[analysis.FamilyOf(r.Variant)] = true
		}
	}
	return can
}

// TestFastestIsFastest: no filter that will do is surely faster than the one chosen, and
// of those that are as fast none has fewer bits.
func TestFastestIsFastest(t *testing.T) {
	_, r := run(t)
	chosen := 0
	for _, rate := range []float64{0.05, 0.01, 0.001} {
		for _, need := range Needs {
			best, ok := r.Choose(need, rate)
			if need.Op == "" || !ok {
				continue
			}
			chosen++
			field := r.Field(need, rate)
			least := slices.MinFunc(field, func(a, b Entry) int { return cmp.Compare(need.amount(a), need.amount(b)) })
			if measure.Told(best.Time[need.Op], least.Time[need.Op], r.Noise) {
				t.Errorf("%s at %g: %s takes %.1f ns, and %s %.1f", need.Words, rate, best.Variant, best.Amount(), least.Variant, need.amount(least))
			}
			for _, e := range field {
				if e.Bits < best.Bits && !measure.Told(e.Time[need.Op], least.Time[need.Op], r.Noise) {
					t.Errorf("%s at %g: %s has %.1f bits, and %s, as fast, %.1f", need.Words, rate, best.Variant, best.Bits, e.Variant, e.Bits)
				}
			}
		}
	}
	if chosen < 10 {
		t.Errorf("only %d choices by time", chosen)
	}
}
