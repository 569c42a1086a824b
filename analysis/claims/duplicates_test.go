package claims

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"filterbench/analysis/internal/sample"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// made returns the verdicts on records that make puts together.
func made(t *testing.T, make func(*sample.Maker)) map[string]Result {
	t.Helper()
	m := sample.New(5)
	make(m)
	return results(t, m)
}

// The program is decided by what the library printed, and by nothing without it.
func TestProgram(t *testing.T) {
	for outcomes, want := range map[string]Verdict{"": Undecided, printed: Confirmed, "++++-----------": Refuted, "+++++++++++++++": Refuted} {
		got := made(t, func(m *sample.Maker) {
			m.Program("cuckoo(b=4,f=8)", printed)
			if outcomes != "" {
				m.Program("seiflotfy", outcomes)
			}
		})
		wantVerdicts(t, got, map[string]Verdict{"DUP-1": want})
	}
	m := sample.New(5)
	m.Program("cuckoo(b=4,f=8)", printed)
	m.Program("seiflotfy", printed)
	d := m.Dataset("")
	d.Records[len(d.Records)-1].Duplicates().Sequence = "++++-----------"
	got := evaluated(t, d)
	wantVerdicts(t, got, map[string]Verdict{"DUP-1": Conditional})
	if !strings.Contains(got["DUP-1"].Condition, "++++-----------") {
		t.Errorf("the other sequence is not named: %s", got["DUP-1"].Condition)
	}
}

// An eighth of the different keys confirms, a hundredth refutes, and where the ratio
// passes an eighth is said.
func TestWastedSlots(t *testing.T) {
	for share, want := range map[float64]Verdict{1: Confirmed, 0.1: Refuted} {
		got := made(t, func(m *sample.Maker) {
			for r, part := range map[int]float64{1: 1, 4: 1, 8: share} {
				m.Load("duplicates", "multiset", "cuckoo(b=4,f=12)", fmt.Sprintf("repeat(r=%d)", r), 16384, 10, part)
			}
		})
		wantVerdicts(t, got, map[string]Verdict{"DUP-4": want})
		if want == Refuted && !strings.Contains(got["DUP-4"].Line, "between 4 and 8 copies") {
			t.Errorf("where an eighth is passed is not said: %s", got["DUP-4"].Line)
		}
	}
}

// A caller who deletes every copy loses keys, or does not.
func TestLookFirst(t *testing.T) {
	for denied, want := range map[float64]map[string]Verdict{
		0.2:   {"DUP-5": Conditional, "DUP-6": Conditional},
		0.005: {"DUP-5": Refuted, "DUP-6": Refuted},
	} {
		got := made(t, func(m *sample.Maker) {
			for _, policy := range record.Policies {
				m.Drift("drift", "policies", "cuckoo(b=4,f=12)", "zipf(s=1,keys=20000)", 0, 8192, policy, map[string]float64{"check": denied, "last": 0.002}[policy])
			}
		})
		wantVerdicts(t, got, want)
	}
}

// A refusal under the policy that looks first is a failure that it did not remove.
func TestLookFirstRefuses(t *testing.T) {
	m := sample.New(5)
	for _, policy := range record.Policies {
		m.Drift("drift", "policies", "cuckoo(b=4,f=12)", "zipf(s=1,keys=20000)", 0, 8192, policy, map[string]float64{"check": 0.2}[policy])
	}
	d := m.Dataset("")
	for i := range d.Records {
		if r := &d.Records[i]; r.Policy == record.PolicyCheck {
			last := &r.Drift().Checkpoints[len(r.Drift().Checkpoints)-1]
			last.Refused = last.Inserted / 50
		}
	}
	wantVerdicts(t, evaluated(t, d), map[string]Verdict{"DUP-5": Refuted})
}

// remedied are records of a cuckoo filter, an exact set and a remedy.
func remedied(m *sample.Maker, name string, bits float64, copies uint64) {
	m.Remedy("exact", 80, 5000, 90)
	m.Remedy("cuckoo(b=4,f=12)", 12.6, 8, 20)
	if name != "" {
		m.Remedy(name, bits, copies, 30)
	}
}

// A remedy must hold what is asked of it; without one nothing is decided.
func TestRemedies(t *testing.T) {
	for name, c := range map[string]struct {
		bits   float64
		copies uint64
		want   Verdict
		reason string
	}{
		"":                 {0, 0, Undecided, "no records of the remedies"},
		"countingcuckoo":   {20, 5000, Conditional, "countingcuckoo at"},
		"stash":            {20, 100, Refuted, "stash (100 copies)"},
		"quotient":         {40, 5000, Refuted, "times the bits"},
		"chained(b=4)":     {25, 5000, Conditional, "chained(b=4) at"},
		"layered(b=4,f=8)": {26, 5000, Refuted, "times the bits"},
	} {
		got := made(t, func(m *sample.Maker) { remedied(m, name, c.bits, c.copies) })["DUP-9"]
		if got.Verdict != c.want || !strings.Contains(got.Line+got.Condition, c.reason) {
			t.Errorf("%s is %s: %s %s", name, got.Verdict, got.Line, got.Condition)
		}
	}
	m := sample.New(5)
	remedied(m, "chained(b=4)", 15, 5000)
	d := m.Dataset("")
	for i := range d.Records {
		if r := &d.Records[i]; r.Variant == "chained(b=4)" && r.Drift() != nil {
			r.Drift().Checkpoints[0].Missing, r.Drift().Checkpoints[0].Causes.Other = 1, 1
			break
		}
	}
	if got := evaluated(t, d)["DUP-9"]; got.Verdict != Refuted || !strings.Contains(got.Line, "1 keys denied") {
		t.Errorf("a remedy that lost a key is %s: %s", got.Verdict, got.Line)
	}
}

// A dictionary defeats the purpose if filter and dictionary are half as large as the
// set or more, also where one key alone is repeated.
func TestDictionary(t *testing.T) {
	for setBits, want := range map[float64]Verdict{20: Confirmed, 80: Refuted, 0: Undecided} {
		got := made(t, func(m *sample.Maker) {
			if setBits > 0 {
				m.Remedy("exact", setBits, 5000, 90)
			}
			m.Remedy("sidecuckoo(b=4,f=12)", 12.6, 5000, 30)
			m.Load("multisets", "repeat", "sidecuckoo(b=4,f=12)", "repeat(r=4)", 16384, 5, 1)
		})["DUP-7"]
		if got.Verdict != want {
			t.Errorf("a set of %g bits per key: %s: %s", setBits, got.Verdict, got.Line)
		}
	}
}

// Sets and multisets are told apart, once there is a library among them.
func TestSetOrMultiset(t *testing.T) {
	m := sample.New(5)
	m.Erasure("others", "cuckoo(b=4,f=12)", 31129, 0, 0.9, 1)
	wantVerdicts(t, results(t, m), map[string]Verdict{"DUP-8": Undecided})
	m.Erasure("others", "some-library", 31129, 0, 0.9, 1)
	d := m.Dataset("")
	got := evaluated(t, d)["DUP-8"]
	if got.Verdict != Conditional || !strings.Contains(got.Condition, "pile up in cuckoo(b=4,f=12) and some-library") {
		t.Errorf("two multisets: %s %s", got.Verdict, got.Condition)
	}
	for i := range d.Records {
		if r := &d.Records[i]; r.Variant == "some-library" {
			r.Erasure().TwiceStill = r.Erasure().Twice / 500
		}
	}
	if got = evaluated(t, d)["DUP-8"]; !strings.Contains(got.Condition, "kept once in some-library") {
		t.Errorf("a set: %s", got.Condition)
	}
}

// A library that loses keys beside copies makes the condition.
func TestLibrariesThatLoseKeys(t *testing.T) {
	m := sample.New(3)
	m.Reps = 16
	m.Duplicates("duplicates", "hot-4", "cuckoo(b=4,f=12)", 16384, 0.5)
	m.Copies("multisets", "copies", "some-library", 15564, 0, 0.9, 24, 8, 500)
	d := m.Dataset("")
	wantVerdicts(t, evaluated(t, d), map[string]Verdict{"DUP-10": Refuted})
	d.Records[len(d.Records)-1].Duplicates().Missing = 1
	got := evaluated(t, d)["DUP-10"]
	if got.Verdict != Conditional || !strings.Contains(got.Condition, "some-library") {
		t.Errorf("%s: %s", got.Verdict, got.Condition)
	}
}

// Wrong deletes that follow theory confirm both claims; three times as many keys that
// look present, or ten times as many wrong deletes, do not.
func TestDeletes(t *testing.T) {
	for skew, want := range map[float64]map[string]Verdict{
		1:  {"DEL-1": Confirmed, "DEL-2": Confirmed},
		10: {"DEL-1": Refuted, "DEL-2": Refuted},
	} {
		got := made(t, func(m *sample.Maker) {
			for _, b := range []int{2, 4, 8} {
				for _, f := range []int{8, 12, 16} {
					m.Erasure("cuckoo", fmt.Sprintf("cuckoo(b=%d,f=%d)", b, f), 0, 65536, 0.8, skew)
				}
			}
		})
		wantVerdicts(t, got, want)
	}
}

// Clearing bits that denied no key would be a way to delete.
func TestClearingBits(t *testing.T) {
	m := sample.New(5)
	m.Reps = 24 // so that no loss among so many lookups shows something
	m.Churn("churn", "deleting", "counting(bpk=40,w=4)", 62259, []float64{0, 1, 2, 4}, true)
	m.Erasure("others", "naivebloom(bpk=10)", 31129, 0, 0.9, 1)
	d := m.Dataset("")
	got := evaluated(t, d)["DEL-3"]
	if got.Verdict != Conditional || !strings.Contains(got.Condition, "whose deletes clear bits") {
		t.Errorf("%s: %s %s", got.Verdict, got.Line, got.Condition)
	}
	shape := sample.Shape("naivebloom(bpk=10)", 31129, 0)
	if share := theory.ClearedLoss(shape.Cells, 2801, shape.Probes); share < 0.1 {
		t.Fatalf("the made-up filter loses %g: the case shows nothing", share)
	}
	for i := range d.Records {
		if r := &d.Records[i]; r.Erasure() != nil {
			r.Erasure().RestLost = 0
		}
	}
	wantVerdicts(t, evaluated(t, d), map[string]Verdict{"DEL-3": Refuted})
	if i := slices.IndexFunc(duplicateClaims, func(c Claim) bool { return c.decide == nil }); i >= 0 {
		t.Errorf("%s has no rule", duplicateClaims[i].ID)
	}
}
