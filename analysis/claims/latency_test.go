package claims

import (
	"strings"
	"testing"

	"filterbench/analysis/internal/sample"
)

// ruled evaluates made-up times of single operations.
func ruled(t *testing.T, traffic sample.Traffic) map[string]Result {
	t.Helper()
	m := sample.New(5)
	m.Reps = 12
	m.Latencies(traffic)
	return results(t, m)
}

// Tails of the one filter alone confirm the claim; tails of both, or of none, refute it.
func TestTails(t *testing.T) {
	for name, c := range map[string]struct {
		traffic sample.Traffic
		want    Verdict
	}{
		"as said":          {sample.Traffic{}, Conditional},
		"none in either":   {sample.Traffic{CuckooTail: 60}, Refuted},
		"in both":          {sample.Traffic{BloomTail: 900}, Refuted},
		"in Bloom instead": {sample.Traffic{BloomTail: 900, CuckooTail: 60}, Refuted},
	} {
		got := ruled(t, c.traffic)["SPD-3"]
		if got.Verdict != c.want {
			t.Errorf("%s: %s, want %s: %s %s", name, got.Verdict, c.want, got.Line, got.Condition)
		}
		if name == "as said" && !strings.Contains(got.Condition, "load of 90 % on") {
			t.Errorf("the condition is %q", got.Condition)
		}
	}
}

// Times as they are said confirm both claims on requests, faster ones refute the first,
// and slower ones of the cuckoo filter the second.
func TestRequests(t *testing.T) {
	for name, c := range map[string]struct {
		traffic sample.Traffic
		want    map[string]Verdict
	}{
		"as said":                 {sample.Traffic{Bloom99: 28e3, Cuckoo99: 12e3}, map[string]Verdict{"SPD-4": Conditional, "SPD-5": Refuted}},
		"fast":                    {sample.Traffic{}, map[string]Verdict{"SPD-4": Refuted, "SPD-5": Conditional}},
		"less steady":             {sample.Traffic{Cuckoo99: 900}, map[string]Verdict{"SPD-4": Refuted, "SPD-5": Refuted}},
		"interrupted yet short":   {sample.Traffic{Bloom99: 5e3, Cuckoo99: 4e3, Null99: 3e3}, map[string]Verdict{"SPD-4": Refuted, "SPD-5": Conditional}},
		"interrupted and as said": {sample.Traffic{Bloom99: 28e3, Cuckoo99: 12e3, Null99: 4e6}, map[string]Verdict{"SPD-4": Undecided, "SPD-5": Undecided}},
		"interrupted":             {sample.Traffic{Bloom99: 4e6, Cuckoo99: 4e6, Null99: 4e6}, map[string]Verdict{"SPD-4": Undecided, "SPD-5": Undecided}},
		"alike":                   {sample.Traffic{Bloom99: 300, Cuckoo99: 300}, map[string]Verdict{"SPD-5": Conditional}},
	} {
		got := ruled(t, c.traffic)
		t.Log(name, got["SPD-5"].Condition)
		wantVerdicts(t, got, c.want)
		if (name == "alike" || name == "interrupted yet short") != strings.Contains(got["SPD-5"].Condition, "for the bound alone") {
			t.Errorf("%s: the condition is %q", name, got["SPD-5"].Condition)
		}
	}
}

// A lookup that takes what is said confirms it, one that takes so long when cold makes
// that the condition, and one that never does refutes it.
func TestSingleShot(t *testing.T) {
	for _, c := range []struct {
		warm, first float64
		want        Verdict
	}{{0.2e6, 0.2e6, Conditional}, {20, 0.2e6, Conditional}, {20, 900, Refuted}} {
		got := ruled(t, sample.Traffic{Warm: c.warm, First: c.first})["SPD-7"]
		if got.Verdict != c.want || c.want == Conditional && strings.Contains(got.Condition, "caches") != (c.warm == 20) {
			t.Errorf("%g ns warm and %g cold: %s, want %s: %s %s", c.warm, c.first, got.Verdict, c.want, got.Line, got.Condition)
		}
	}
}

// Nothing lost while the control loses confirms; one bit or one key refutes; a control
// that loses nothing, or goroutines that never ran at once, leave it open.
func TestAtomicBits(t *testing.T) {
	for name, c := range map[string]struct {
		traffic sample.Traffic
		want    Verdict
	}{
		"sound":      {sample.Traffic{TornFinds: 40}, Conditional},
		"a bit":      {sample.Traffic{TornFinds: 40, Lost: 1}, Refuted},
		"a key":      {sample.Traffic{TornFinds: 40, Denied: 1}, Refuted},
		"no control": {sample.Traffic{}, Undecided},
		"one core":   {sample.Traffic{TornFinds: 40, Procs: 1}, Undecided},
	} {
		if got := ruled(t, c.traffic)["SPD-8"]; got.Verdict != c.want {
			t.Errorf("%s: %s, want %s: %s", name, got.Verdict, c.want, got.Line)
		}
	}
}
