package claims

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/internal/sample"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// Kicks at a fixed load that do not depend on the size confirm constant time, kicks
// that are up to a fifth more in the largest table refute it, and kicks that are more at
// 95 % alone make a condition of it.
func TestKicksBySize(t *testing.T) {
	m := sample.New(3)
	m.Inserts = 60_000
	m.KicksBySize()
	d := m.Dataset("")
	wantVerdicts(t, evaluated(t, d), map[string]Verdict{"LOAD-10": Confirmed})
	grow := func(window int) {
		for i := range d.Records {
			if r := &d.Records[i]; r.Slots == 1048576 && r.Shape.BucketSlots == 4 {
				h := slices.Clone(r.Kicks().Windows[window].Kicks)
				for j := range h {
					h[j][0] = h[j][0] * 6 / 5 // only from five kicks on
				}
				r.Kicks().Windows[window].Kicks = measure.Merge(h)
			}
		}
	}
	grow(3) // 95 %
	got := evaluated(t, d)
	wantVerdicts(t, got, map[string]Verdict{"LOAD-10": Conditional})
	grow(2) // 90 %
	wantVerdicts(t, evaluated(t, d), map[string]Verdict{"LOAD-10": Refuted})
}

// Chains whose keys choose as they should follow the law; the quoted terms are off,
// which is the condition. Keys that look at two chains and take the first of them
// refute it, and so do chains that are all as long as they are with one choice.
func TestLongestChains(t *testing.T) {
	for really, want := range map[int]Verdict{2: Conditional, 1: Refuted} {
		m := sample.New(4)
		for _, n := range []uint64{1000, 20000} {
			m.Bins("bins-small", "chains(d=1)", n, 40, 1)
			m.Bins("bins-small", "chains(d=2)", n, 40, really)
		}
		got := results(t, m)
		wantVerdicts(t, got, map[string]Verdict{"LOAD-11": want})
		if want == Conditional && !strings.Contains(got["LOAD-11"].Condition, "as orders of growth") {
			t.Errorf("the condition is %q", got["LOAD-11"].Condition)
		}
	}
}

// A few fillings leave the longest chain open.
func TestFewChains(t *testing.T) {
	m := sample.New(4)
	m.Reps = 3
	for d := 1; d <= 2; d++ {
		for _, n := range []uint64{1000, 20000} {
			m.Bins("bins-small", fmt.Sprintf("chains(d=%d)", d), n, 1, d)
		}
	}
	wantVerdicts(t, results(t, m), map[string]Verdict{"LOAD-11": Undecided})
}

// Coinciding buckets in some filter refute that a hash that is not zero suffices;
// none in millions of keys confirm it; none in a few thousand decide nothing.
func TestCoincidences(t *testing.T) {
	for _, c := range []struct {
		keys  uint64
		share float64 // in parts of one over the number of buckets
		want  Verdict
	}{{200_000, 1, Refuted}, {1_000_000, 0, Confirmed}, {1000, 0, Undecided}} {
		m := sample.New(5)
		for _, slots := range []uint64{64, 1024, 65536} {
			m.Places("cuckoo(b=4,f=16)", slots, c.keys, 0)
			m.Places("cuckoo(b=4,f=16,alt=hashed)", slots, c.keys, 4*c.share/float64(slots))
			m.Places("cuckoo(b=4,f=16,alt=plain)", slots, c.keys, 4/float64(slots))
		}
		got := results(t, m)
		wantVerdicts(t, got, map[string]Verdict{"LOAD-8": c.want})
		if c.want == Refuted && !strings.Contains(got["LOAD-8"].Line, "between 256 buckets") {
			t.Errorf("the line does not say where coincidences become rare: %s", got["LOAD-8"].Line)
		}
	}
}

// Three keys that share two slots are one too many; one group of thousands in which
// the third found room, was refused early, or was lost beside a key with another
// place refutes that; a hundred groups are too few.
func TestCycles(t *testing.T) {
	made := func(groups int) *analysis.Dataset {
		m := sample.New(6)
		m.Cycle("three", "hashtable(d=2,b=1)", 3, groups, 500, false)
		m.Cycle("three", "hashtable(d=2,b=1,kicks=50)", 3, groups, 50, false)
		m.Cycle("three", "hashtable(d=3,b=1)", 3, groups, 0, true)
		return m.Dataset("")
	}
	wantVerdicts(t, evaluated(t, made(500)), map[string]Verdict{"LOAD-7": Conditional})
	wantVerdicts(t, evaluated(t, made(5)), map[string]Verdict{"LOAD-7": Undecided})
	for name, spoil := range map[string]func(*record.Cycle){
		"room":  func(c *record.Cycle) { c.Last--; c.Refused = record.Histogram{{0, 1}, {1, 499}} },
		"early": func(c *record.Cycle) { c.Kicks = record.Histogram{{3, 1}, {500, 499}} },
		"apart": func(c *record.Cycle) { c.Apart = record.Histogram{{0, 499}, {1, 1}} },
	} {
		d := made(500)
		spoil(d.Records[0].Cycle())
		if r := evaluated(t, d)["LOAD-7"]; r.Verdict != Refuted {
			t.Errorf("%s: %s, %s", name, r.Verdict, r.Line)
		}
	}
}

// Tables that hold to 90 % and become dear beyond confirm the policy, for four slots;
// tables that refuse earlier, or that are as cheap at 95 %, refute it; few fillings
// leave it open.
func TestPolicy(t *testing.T) {
	for _, c := range []struct {
		name  string
		share float64
		draws int
		flat  bool
		want  Verdict
	}{
		{"as it is", 0.985, 200, false, Conditional}, {"full early", 0.9, 200, false, Refuted},
		{"cheap", 0.985, 200, true, Refuted}, {"few", 0.985, 5, false, Undecided},
	} {
		m := sample.New(7)
		for _, b := range []int{2, 4, 8} {
			for _, slots := range []uint64{16384, 65536, 262144} {
				m.Load("load-factor", "large", fmt.Sprintf("cuckoo(b=%d,f=12)", b), "uniform", slots, c.draws, c.share)
			}
		}
		m.Kicks("kicks", "windows-4", "cuckoo(b=4,f=12)", 131072, []float64{0.8, 0.9, 0.95})
		d := m.Dataset("")
		for i := range d.Records {
			if r := &d.Records[i]; r.Kicks() != nil && c.flat {
				r.Kicks().Windows[2].Kicks = r.Kicks().Windows[1].Kicks
			}
		}
		if r := evaluated(t, d)["LOAD-12"]; r.Verdict != c.want {
			t.Errorf("%s: %s, want %s: %s", c.name, r.Verdict, c.want, r.Line)
		}
	}
}

// Hash tables that refuse a fifth earlier than filters refute the loads that are said
// of cuckoo hashing, whatever filters reach, and filters that do, whatever tables do.
func TestTablesAndFilters(t *testing.T) {
	for name, share := range map[string]struct{ filters, tables float64 }{"tables": {0.985, 0.8}, "filters": {0.8, 1}} {
		m := sample.New(3)
		for _, b := range []int{1, 2, 4, 8} {
			m.Load("load-factor", "large", fmt.Sprintf("cuckoo(b=%d,f=12)", b), "uniform", 262144, 10, share.filters)
			m.Load("load-factor", "tables", fmt.Sprintf("hashtable(d=2,b=%d)", b), "uniform", 16384, 10, share.tables)
		}
		for id, r := range results(t, m) {
			if (id == "LOAD-1" || id == "LOAD-3") && r.Verdict != Refuted {
				t.Errorf("early %s: %s is %s: %s", name, id, r.Verdict, r.Line)
			}
		}
	}
}
