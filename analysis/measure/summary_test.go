package measure_test

import (
	"math"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/digits"
	"filterbench/internal/record"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

func only(t *testing.T, d *analysis.Dataset, experiment string) analysis.Cell {
	t.Helper()
	cells, err := d.Cells(experiment, "")
	if err != nil || len(cells) != 1 {
		t.Fatalf("%d cells, %v; want one", len(cells), err)
	}
	return cells[0]
}

// Theory is evaluated at what each repetition really held, and averaged with the
// weights of the pooled estimate.
func TestTheoryAtTheKeysThatAreHeld(t *testing.T) {
	m := newMaker(1)
	m.reps = 2
	m.rate("e", "cuckoo(b=4,f=8)", record.Trial{Slots: 1024}, 0.5, 100)
	d := m.dataset()
	d.Records[0].FPR().Distinct, d.Records[0].FPR().Queries, d.Records[0].FPR().Positives = 100, 3000, 5
	d.Records[1].FPR().Distinct, d.Records[1].FPR().Queries, d.Records[1].FPR().Positives = 900, 1000, 30
	f, err := measure.FPR(only(t, d, "e"))
	if err != nil {
		t.Fatal(err)
	}
	want := 0.75*theory.CuckooFPR(256, 100, 8) + 0.25*theory.CuckooFPR(256, 900, 8)
	if math.Abs(f.Theory-want) > 1e-15 || f.Bound != theory.CuckooUnionBoundFPR(4, 8) {
		t.Errorf("theory %g and bound %g, want %g and %g", f.Theory, f.Bound, want, theory.CuckooUnionBoundFPR(4, 8))
	}
}

func TestNoQueriesIsAnError(t *testing.T) {
	m := newMaker(1)
	m.rate("e", "bloom(bpk=10)", record.Trial{Capacity: 100}, 1, 100)
	d := m.dataset()
	d.Records[0].FPR().Queries = 0
	if _, err := measure.FPR(only(t, d, "e")); err == nil || !strings.Contains(err.Error(), "no lookups") {
		t.Errorf("error is %v", err)
	}
}

// A filter that deletes answers for its window, one that cannot for everything.
func TestChurnCountsTheKeysThatAnswer(t *testing.T) {
	m := newMaker(1)
	m.of("deleting", record.KindChurn, "counting(bpk=40,w=4)", record.Trial{Capacity: 1000, Fill: 0.95, Queries: 20_000, Turnovers: []float64{0, 3}, Deletes: true})
	m.of("keeping", record.KindChurn, "bloom(bpk=10)", record.Trial{Capacity: 1000, Fill: 0.95, Queries: 20_000, Turnovers: []float64{0, 3}})
	d := m.dataset()
	for _, c := range []struct {
		experiment string
		keys       uint64
	}{{"deleting", 950}, {"keeping", 3800}} {
		cell := only(t, d, c.experiment)
		points, err := measure.Churn(cell)
		if err != nil || len(points) != 2 {
			t.Fatalf("%d points, %v", len(points), err)
		}
		want, _ := families.Predict(cell.Shape(), c.keys)
		if got := points[1]; math.Abs(got.Theory-want.FPR) > 1e-12 || got.Turnover != 3 || got.Live != 8*950 {
			t.Errorf("%s: theory %g at turnover %g with %d live, want %g at 3 with 7600", c.experiment, got.Theory, got.Turnover, got.Live, want.FPR)
		}
	}
}

func TestChurnWithoutACheckpoint(t *testing.T) {
	m := newMaker(1)
	m.of("e", record.KindChurn, "bloom(bpk=10)", record.Trial{Capacity: 1000, Fill: 0.95, Queries: 20_000, Turnovers: []float64{0, 3}})
	d := m.dataset()
	d.Records[2].Churn().Checkpoints = d.Records[2].Churn().Checkpoints[:1]
	if _, err := measure.Churn(only(t, d, "e")); err == nil || !strings.Contains(err.Error(), "repetition 2 has no lookups at turnover 3") {
		t.Errorf("error is %v", err)
	}
}

func TestLoads(t *testing.T) {
	m := newMaker(1)
	m.reps = 2
	m.of("e", record.KindLoad, "cuckoo(b=4,f=12)", record.Trial{Workload: "repeat(r=2)", Slots: 1000, Draws: 2})
	d := m.dataset()
	d.Records[0].Shape.Cells, d.Records[1].Shape.Cells = 1000, 1000
	d.Records[0].Outcome = &record.Load{Accepted: []uint64{900, 100}, Distinct: []uint64{450, 50}, Kicks: []uint64{7, 1}}
	d.Records[1].Outcome = &record.Load{Accepted: []uint64{500, 600}, Distinct: []uint64{250, 300}, Kicks: []uint64{2, 2}, Unfilled: 1, Missing: 3}
	l, err := measure.Load(only(t, d, "e"))
	if err != nil {
		t.Fatal(err)
	}
	if got := l.Quantile(0.5).Value; got != 0.5 || l.Distribution[3] != 0.9 || l.Distinct.Quantile(0.5).Value != 0.25 || l.Missing != 3 {
		t.Errorf("median %g, distinct %v, %+v", got, l.Distinct, l)
	}
	if w := l.Warnings(); len(w) != 1 || !strings.Contains(w[0], "1 of 4 fillings ran out of keys") {
		t.Errorf("warnings are %q", w)
	}
}

func TestDuplicates(t *testing.T) {
	m := newMaker(1)
	m.reps = 2
	m.of("e", record.KindDuplicates, "cuckoo(b=4,f=12)", record.Trial{Slots: 1024, Fill: 0.5, Draws: 3, Copies: 24})
	d := m.dataset()
	d.Records[0].Outcome = &record.Duplicates{Background: 512, Accepted: record.Histogram{{8, 3}}, Refused: record.Histogram{{500, 48}}, Taken: record.Histogram{{0, 20}, {1, 4}}, Checked: 1000}
	d.Records[1].Outcome = &record.Duplicates{Background: 256, Accepted: record.Histogram{{7, 1}, {8, 2}}, Refused: record.Histogram{{500, 49}}, Taken: record.Histogram{{0, 23}}, Checked: 1000, Missing: 1, Leftover: 2}
	got, err := measure.Duplicates(only(t, d, "e"))
	if err != nil {
		t.Fatal(err)
	}
	if got.Load != 0.375 || got.Limit != 8 || measure.Events(got.Accepted) != 6 || measure.Events(got.Refused) != 97 || got.Checked != 2000 || got.Missing != 1 || got.Leftover != 2 {
		t.Errorf("summary is %+v", got)
	}
	// The upper end of 1 in 2000 solves (1-p)^2000 + 2000 p (1-p)^1999 = 0.025.
	if math.Abs(got.MissHi-2.783e-3) > 2e-6 {
		t.Errorf("at most %g are missing, want 2.783e-3", got.MissHi)
	}
}

func TestKicksMergeByWindow(t *testing.T) {
	m := newMaker(1)
	m.reps = 2
	m.of("e", record.KindKicks, "cuckoo(b=4,f=12)", record.Trial{Slots: 102_400, Draws: 4, Loads: []float64{0.5, 0.9}})
	d := m.dataset()
	for i := range d.Records {
		d.Records[i].Kicks().Windows[1].Kicks = record.Histogram{{uint64(i), 10}}
	}
	windows, err := measure.Kicks(only(t, d, "e"))
	if err != nil || len(windows) != 2 || measure.Mean(windows[1].Kicks) != 0.5 || measure.Events(windows[0].Kicks) != 8000 {
		t.Errorf("windows are %+v, %v", windows, err)
	}
	d.Records[1].Kicks().Windows = d.Records[1].Kicks().Windows[:1]
	if _, err := measure.Kicks(only(t, d, "e")); err == nil || !strings.Contains(err.Error(), "repetition 1 has not the windows") {
		t.Errorf("error is %v", err)
	}
}

func TestParam(t *testing.T) {
	for _, c := range []struct {
		name, key string
		want      float64
	}{
		{"bloom(bpk=9.5,k=7)", "bpk", 9.5}, {"bloom(bpk=9.5,k=7)", "k", 7}, {"bloom(bpk=9.5)", "k", math.NaN()},
		{"cuckoo(b=4,f=12)", "kicks", 500}, {"cuckoo(b=4,f=12,kicks=20)", "kicks", 20}, {"repeat(r=3)", "r", 3}, {"file(path=x)", "path", math.NaN()},
	} {
		if got := analysis.Param(c.name, c.key); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s of %s is %g, want %g", c.key, c.name, got, c.want)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", 1000006: "1,000,006"} {
		if got := digits.Thousands(n); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
	}
}

// Members are counted by family and kind; a denied one is never lost in the sum.
func TestNegatives(t *testing.T) {
	m := newMaker(1)
	m.reps = 2
	m.rate("a", "cuckoo(b=4,f=8)", record.Trial{Slots: 1024}, 0.5, 100)
	m.rate("b", "cuckoo(b=4,f=12)", record.Trial{Slots: 1024}, 0.5, 100)
	m.of("b", record.KindLoad, "cuckoo(b=4,f=8)", record.Trial{Slots: 1024, Draws: 1})
	m.rate("b", "bloom(bpk=10)", record.Trial{Capacity: 1000}, 1, 100)
	d := m.dataset()
	for i := range d.Records {
		if r := &d.Records[i]; r.Load() != nil {
			r.Load().Accepted, r.Load().Missing = []uint64{100}, uint64(i%2)
		}
	}
	list, err := measure.NegativesOf(d)
	if err != nil || len(list) != 3 {
		t.Fatalf("%d rows, %v; want bloom fpr, cuckoo fpr and cuckoo load", len(list), err)
	}
	for i, want := range []measure.Negatives{
		{Family: "bloom", Kind: record.KindFPR, Lookups: 2000},
		{Family: "cuckoo", Kind: record.KindFPR, Lookups: 4 * 512},
		{Family: "cuckoo", Kind: record.KindLoad, Lookups: 200, Missing: 1},
	} {
		got := list[i]
		if hi := got.Hi; hi <= float64(got.Missing)/float64(got.Lookups) || hi > 0.03 {
			t.Errorf("row %d: at most %g", i, hi)
		}
		got.Hi = 0
		if got != want {
			t.Errorf("row %d is %+v, want %+v", i, got, want)
		}
	}
}
