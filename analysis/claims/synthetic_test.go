package claims

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/internal/sample"
	"filterbench/internal/record"
)

// results evaluates made-up records, by id.
func results(t *testing.T, m *sample.Maker) map[string]Result {
	t.Helper()
	return evaluated(t, m.Dataset(""))
}

func evaluated(t *testing.T, d *analysis.Dataset) map[string]Result {
	t.Helper()
	list, err := Evaluate(d)
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]Result{}
	for _, r := range list {
		byID[r.ID] = r
	}
	return byID
}

// rates makes the records that the claims on rates need: filters that follow
// theory, times the maker's Skew, with so many false positives a filter.
func rates(change func(*sample.Maker), positives uint64) *sample.Maker {
	m := sample.New(7)
	change(m)
	for _, bpk := range []int{4, 6, 8, 10, 12, 14, 16, 20, 24} {
		m.FPR("fpr-bloom", "bits", fmt.Sprintf("bloom(bpk=%d)", bpk), "uniform", 65536, 0, 1, positives)
		m.FPR("fpr-bloom", "bits", fmt.Sprintf("blocked(bpk=%d)", bpk), "uniform", 65536, 0, 1, positives)
		m.FPR("fpr-bloom", "bits", fmt.Sprintf("counting(bpk=%d,w=4)", 4*bpk), "uniform", 65536, 0, 1, positives)
	}
	for _, bpk := range []int{8, 12, 16} {
		for _, k := range []int{1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14} {
			m.FPR("fpr-bloom", "probes", fmt.Sprintf("bloom(bpk=%d,k=%d)", bpk, k), "uniform", 65536, 0, 1, positives)
		}
	}
	for b, fill := range map[int]float64{2: 0.84, 4: 0.95, 8: 0.97} {
		for _, f := range []int{8, 12, 16} {
			m.FPR("fpr-cuckoo", "", fmt.Sprintf("cuckoo(b=%d,f=%d)", b, f), "uniform", 0, 65536, fill, positives)
		}
	}
	return m
}

func unchanged(*sample.Maker) {}

// wantVerdicts compares verdicts, and shows the line of those that differ.
func wantVerdicts(t *testing.T, got map[string]Result, want map[string]Verdict) {
	t.Helper()
	for _, id := range slices.Sorted(maps.Keys(want)) {
		if r := got[id]; r.Verdict != want[id] {
			t.Errorf("%s is %s, want %s: %s %s", id, r.Verdict, want[id], r.Line, r.Condition)
		}
	}
}

// Filters that follow theory confirm what theory confirms and refute the rest.
func TestRatesThatFollowTheory(t *testing.T) {
	wantVerdicts(t, results(t, rates(unchanged, 20000)), map[string]Verdict{
		"FPR-1": Conditional, "FPR-3": Conditional, "FPR-4": Confirmed, "FPR-5": Conditional, "FPR-9": Confirmed,
		"FPR-14": Conditional, "FPR-15": Confirmed,
	})
}

// Rates a fifth above theory are not taken for theory's.
func TestRatesAboveTheory(t *testing.T) {
	got := results(t, rates(func(m *sample.Maker) { m.Skew = 1.2 }, 20000))
	wantVerdicts(t, got, map[string]Verdict{"FPR-1": Refuted, "FPR-5": Refuted, "FPR-9": Refuted, "FPR-14": Refuted, "FPR-15": Refuted})
}

// Few lookups decide nothing about a margin, and the power is stated. This is the
// difference between equivalence and a failure to reject: theory is inside these
// intervals.
func TestTooLittlePower(t *testing.T) {
	got := results(t, rates(unchanged, 100))
	for _, id := range []string{"FPR-1", "FPR-5", "FPR-14", "FPR-15"} {
		r := got[id]
		if r.Verdict != Undecided || !strings.Contains(r.Line, "could have been seen") {
			t.Errorf("%s from a hundred false positives is %s: %s", id, r.Verdict, r.Line)
		}
		if r.Effect.Known() && (r.Effect.Lo > 1 || r.Effect.Hi < 1) && r.Unit == "" {
			t.Errorf("%s: theory is outside %v, the test shows nothing", id, r.Effect)
		}
	}
}

// Without records nothing but arithmetic is decided, and each claim says why.
func TestNoRecords(t *testing.T) {
	for id, r := range evaluated(t, &analysis.Dataset{}) {
		if r.Arithmetic {
			continue
		}
		if r.Verdict != Undecided || r.Line == "" || len(r.Records()) > 0 {
			t.Errorf("%s without records is %s: %q from %d records", id, r.Verdict, r.Line, len(r.Records()))
		}
	}
}

// Every rule that is given a dataset without some experiment leaves the claim
// undecided or did not need it: no verdict comes from half of the records.
func TestMissingExperiment(t *testing.T) {
	m := rates(unchanged, 2000)
	d := m.Dataset("")
	d.Records = slices.DeleteFunc(slices.Clone(d.Records), func(r record.Record) bool { return r.Experiment == "fpr-cuckoo" })
	got := evaluated(t, d)
	if r := got["FPR-9"]; r.Verdict != Undecided || !strings.Contains(r.Line, "no records of") {
		t.Errorf("%s without cuckoo filters is %s: %s", r.ID, r.Verdict, r.Line)
	}
}

// One key denied refutes "never", however many were not.
func TestOneFalseNegative(t *testing.T) {
	m := rates(unchanged, 2000)
	d := m.Dataset("")
	d.Records[3].FPR().Missing = 1
	wantVerdicts(t, evaluated(t, d), map[string]Verdict{"FPR-4": Refuted})
	for i := range d.Records {
		if d.Records[i].Variant == d.Records[3].Variant {
			d.Records[i].Peer = "example.org/filter v1.0.0"
		}
	}
	if r := evaluated(t, d)["FPR-4"]; r.Verdict == Refuted {
		t.Errorf("a library's lost key refutes what is said of filters: %s", r.Line)
	}
}

// Tables that refuse just under the threshold confirm the loads that are claimed; tables
// that refuse a tenth earlier refute them.
func TestLoads(t *testing.T) {
	for share, want := range map[float64]map[string]Verdict{
		0.985: {"LOAD-1": Confirmed, "LOAD-2": Confirmed, "LOAD-3": Conditional, "LOAD-4": Confirmed, "LOAD-5": Conditional, "LOAD-6": Confirmed},
		0.9:   {"LOAD-1": Refuted, "LOAD-2": Refuted, "LOAD-3": Refuted, "LOAD-4": Refuted, "LOAD-5": Refuted, "LOAD-6": Refuted},
	} {
		m := sample.New(3)
		for _, b := range []int{1, 2, 4, 8} {
			for _, slots := range []uint64{16384, 262144} {
				m.Load("load-factor", "large", fmt.Sprintf("cuckoo(b=%d,f=12)", b), "uniform", slots, 10, share)
			}
		}
		for _, table := range []string{
			"hashtable(d=2,b=1)", "hashtable(d=2,b=2)", "hashtable(d=2,b=4)", "hashtable(d=2,b=8)",
			"hashtable(d=3,b=1)", "hashtable(d=4,b=1)", "hashtable(d=4,b=2)",
		} {
			m.Load("load-factor", "tables", table, "uniform", 16384, 10, share+0.015)
		}
		wantVerdicts(t, results(t, m), want)
	}
}

// Copies beyond the limit, refused copies that were cheap, and lost keys each turn
// the verdict on them.
func TestCopies(t *testing.T) {
	m := sample.New(3)
	m.Reps = 16 // so that no loss among so many lookups shows something
	for _, fill := range []float64{0, 0.5} {
		m.Duplicates("duplicates", "hot-4", "cuckoo(b=4,f=12)", 16384, fill)
	}
	d := m.Dataset("")
	wantVerdicts(t, evaluated(t, d), map[string]Verdict{"DUP-2": Confirmed, "DUP-3": Conditional, "DUP-10": Refuted})
	h := d.Records[0].Duplicates()
	h.Accepted = append(slices.Clone(h.Accepted), [2]uint64{9, 1})
	h.Refused = append(record.Histogram{{3, 1}}, h.Refused...)
	h.Leftover = 1
	wantVerdicts(t, evaluated(t, d), map[string]Verdict{"DUP-2": Refuted, "DUP-3": Refuted, "DUP-10": Confirmed})
}

// A filter that is twice as slow is called slower; equal ones are not.
func TestTimes(t *testing.T) {
	for _, c := range []struct {
		bloom float64
		want  Verdict
	}{{40, Conditional}, {20, Undecided}, {10, Refuted}} {
		m := sample.New(3)
		m.Reps = 12
		for _, n := range []uint64{15564, 996147} {
			m.Time("throughput", "size", "null", n, 1, "batch", []string{"hit", "miss"}, 0)
			m.Time("throughput", "size", "bloom(bpk=12)", n, 1, "batch", []string{"hit", "miss"}, c.bloom)
			m.Time("throughput", "size", "cuckoo(b=4,f=12)", n, 1, "batch", []string{"hit", "miss"}, 20)
		}
		wantVerdicts(t, results(t, m), map[string]Verdict{"SPD-1": c.want})
	}
}

// The crossing of two curves that are straight is found where they cross.
func TestCrossing(t *testing.T) {
	a := curve{{2, 6}, {4, 8}, {10, 14}} // information + 4
	b := curve{{1, 2}, {6, 9.5}, {12, 18.5}}
	if got := crossing(a, b); math.Abs(got-7) > 1e-9 { // 1.5 information + 0.5
		t.Errorf("crossing at %g, want 7", got)
	}
	if got := crossing(b, a); !math.IsNaN(got) {
		t.Errorf("the cheaper curve crosses downwards at %g", got)
	}
	if got := a.at(11); !math.IsNaN(got) {
		t.Errorf("a curve goes on beyond its points: %g", got)
	}
}
