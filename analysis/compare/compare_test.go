package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"filterbench/internal/record"
)

func fromRecords(label string, records []record.Record) *Data {
	return FromRecords(label, manifest(), records)
}

func TestSameRunTwice(t *testing.T) {
	records := sample(8, nil)
	r := Compare(fromRecords("old", records), fromRecords("new", records), 0.05)
	for _, c := range r.Cells {
		if c.Verdict != Equal || c.Change != 0 || c.Old != c.New {
			t.Errorf("%+v; want equal", c)
		}
	}
	if len(r.Cells) != 5 || r.Same != 16 || len(r.Counts)+len(r.OldOnly)+len(r.NewOnly)+len(r.Notes) != 0 {
		t.Errorf("%d cells, %d same, %v %v %v %v", len(r.Cells), r.Same, r.Counts, r.OldOnly, r.NewOnly, r.Notes)
	}
}

func TestExactUnitNeedsNoTest(t *testing.T) {
	bigger := func(r *record.Record) { r.Shape.Bits++ }
	r := Compare(fromRecords("old", sample(2, nil)), fromRecords("new", sample(2, bigger)), 0.05)
	i := slices.IndexFunc(r.Cells, func(c Cell) bool { return c.Unit == record.UnitBitsPerKey })
	if c := r.Cells[i]; c.Verdict != Worse || c.Q != 0 {
		t.Errorf("one bit more in two repetitions: %+v; want worse", c)
	}
}

// TestExactValuesAreASet: the same value in another number of repetitions is the same.
func TestExactValuesAreASet(t *testing.T) {
	r := Compare(fromRecords("old", sample(8, nil)), fromRecords("new", sample(6, nil)), 0.05)
	for _, c := range r.Cells {
		if c.Unit == record.UnitBitsPerKey && c.Verdict != Equal {
			t.Errorf("eight equal values and six: %+v", c)
		}
	}
}

// TestPagesAreNoCounts: how many of its pages a system gave is no behaviour of the code.
func TestPagesAreNoCounts(t *testing.T) {
	huge := func(r *record.Record) {
		if r.Time() != nil {
			r.Time().TableBytes, r.Time().HugeBytes = 4096, 4096
		}
	}
	if r := Compare(fromRecords("old", sample(8, nil)), fromRecords("new", sample(8, huge)), 0.05); len(r.Counts) > 0 {
		t.Errorf("counts differ: %+v", r.Counts)
	}
}

// TestDirections: more is worse where lower is better, and the other way round.
func TestDirections(t *testing.T) {
	low, high := []float64{1, 2, 3, 4, 5, 6, 7, 8}, []float64{11, 12, 13, 14, 15, 16, 17, 18}
	for _, c := range []struct {
		better   string
		old, new []float64
		want     Verdict
	}{
		{"lower", low, high, Worse}, {"lower", high, low, Better},
		{"higher", low, high, Better}, {"higher", high, low, Worse},
		{"", low, high, Differs}, {"lower", low, low, Equal},
	} {
		side := func(values []float64) *Data {
			d := newCollector("x")
			d.data.units["u"] = record.Unit{Name: "u", Better: c.better, Assume: "nothing"}
			for _, v := range values {
				d.add("X", "u", v)
			}
			return d.data
		}
		if got := Compare(side(c.old), side(c.new), 0.05).Cells[0]; got.Verdict != c.want {
			t.Errorf("better %q, %v -> %v: %s; want %s", c.better, c.old[0], c.new[0], got.Verdict, c.want)
		}
	}
}

func TestMissingCells(t *testing.T) {
	records := sample(8, nil)
	without := slices.DeleteFunc(slices.Clone(records), func(r record.Record) bool { return r.Time() != nil })
	r := Compare(fromRecords("old", records), fromRecords("new", without), 0.05)
	if len(r.OldOnly) != 1 || !strings.HasPrefix(r.OldOnly[0], "Time/") || !strings.HasSuffix(r.OldOnly[0], " ns/op") || len(r.NewOnly) != 0 {
		t.Errorf("only in old %v, only in new %v", r.OldOnly, r.NewOnly)
	}
	r = Compare(fromRecords("old", without), fromRecords("new", records), 0.05)
	if len(r.NewOnly) != 1 || len(r.OldOnly) != 0 {
		t.Errorf("only in old %v, only in new %v", r.OldOnly, r.NewOnly)
	}
}

func TestNotes(t *testing.T) {
	other := manifest()
	other.Machine.CPU, other.Toolchain.Go = "Another CPU", ""
	r := Compare(fromRecords("old", sample(8, nil)), FromRecords("new", other, sample(8, nil)), 0.05)
	if want := []string{`cpu differs: "Example CPU" and "Another CPU"; times and heaps are not comparable as they stand`}; !slices.Equal(r.Notes, want) {
		t.Errorf("notes %q; want %q", r.Notes, want)
	}
	rng := rand.New(rand.NewPCG(6, 6))
	few := func(int) []float64 { return noisy(rng, 50, 0.1, 4) }
	r = Compare(timings("old", 30, few), timings("new", 30, few), 0.05)
	if len(r.Notes) != 1 || !strings.HasPrefix(r.Notes[0], "30 of 30 tested cells have too few samples") {
		t.Errorf("four values in each of thirty cells: notes %q", r.Notes)
	}
}

func TestRelative(t *testing.T) {
	for _, c := range [][3]float64{
		{10, 12, 0.2}, {10, 8, -0.2}, {0, 0, 0}, {0, 3, math.MaxFloat64}, {0, -3, -math.MaxFloat64}, {-10, -5, 0.5},
	} {
		if got := relative(c[0], c[1]); math.Abs(got-c[2]) > 1e-15 && got != c[2] {
			t.Errorf("from %g to %g is %g; want %g", c[0], c[1], got, c[2])
		}
	}
}

func TestAlphaPanics(t *testing.T) {
	for _, alpha := range []float64{0, 1, math.NaN()} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("alpha %g is taken", alpha)
				}
			}()
			Compare(&Data{}, &Data{}, alpha)
		}()
	}
}

// TestClocksAreCompared: times on a core beside wall times are not comparable, and that is
// said; equal clocks are not mentioned, nor is that of a run without times.
func TestClocksAreCompared(t *testing.T) {
	data := func(clock func(*record.Record)) *Data {
		return FromRecords("x", manifest(), sample(8, clock))
	}
	core := func(r *record.Record) {
		if r.Time() != nil {
			r.Time().Samples[0].CPUNS = r.Time().Samples[0].ElapsedNS
		}
	}
	untimed := func(r *record.Record) {
		if r.Time() != nil {
			r.Outcome, r.Failed = nil, "not timed"
		}
	}
	for name, c := range map[string]struct {
		old, new func(*record.Record)
		notes    int
	}{"wall and core": {nil, core, 1}, "core": {core, core, 0}, "wall": {nil, nil, 0}, "without times": {core, untimed, 0}} {
		r := Compare(data(c.old), data(c.new), 0.05)
		if len(r.Notes) != c.notes || c.notes == 1 && !strings.HasPrefix(r.Notes[0], `clock differs: "wall time" and "time on a core"; times`) {
			t.Errorf("%s: notes %q", name, r.Notes)
		}
	}
}
