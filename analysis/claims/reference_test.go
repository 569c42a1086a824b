package claims

import (
	"fmt"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/internal/sample"
)

// The verdicts that the committed run gives from counts, which are the same on
// every machine. A changed rule shows here; so does a changed run, after which they
// are to be read again and pinned anew.
func TestVerdictsOfTheCommittedRun(t *testing.T) {
	d, err := analysis.Load("../../results/reference")
	if err != nil {
		t.Fatal(err)
	}
	wantVerdicts(t, evaluated(t, d), map[string]Verdict{
		"FPR-1": Conditional, "FPR-2": Refuted, "FPR-3": Conditional, "FPR-4": Conditional, "FPR-5": Conditional, "FPR-6": Confirmed,
		"FPR-7": Conditional, "FPR-8": Confirmed, "FPR-9": Conditional, "FPR-10": Conditional, "FPR-11": Conditional,
		"FPR-12": Conditional, "FPR-13": Conditional, "FPR-14": Conditional, "FPR-15": Conditional,

		"SPC-1": Refuted, "SPC-2": Refuted, "SPC-3": Conditional, "SPC-4": Refuted, "SPC-5": Conditional, "SPC-6": Refuted,
		"SPC-7": Confirmed, "SPC-8": Refuted, "SPC-9": Refuted, "SPC-10": Conditional, "SPC-11": Refuted, "SPC-12": Conditional, "SPC-13": Conditional,

		"LOAD-1": Confirmed, "LOAD-2": Undecided, "LOAD-3": Conditional, "LOAD-4": Confirmed, "LOAD-5": Conditional, "LOAD-6": Confirmed,
		"LOAD-7": Conditional, "LOAD-8": Refuted, "LOAD-9": Conditional, "LOAD-10": Confirmed, "LOAD-11": Conditional, "LOAD-12": Conditional,

		"DUP-1": Confirmed, "DUP-2": Confirmed, "DUP-3": Conditional, "DUP-4": Refuted, "DUP-5": Conditional, "DUP-6": Conditional,
		"DUP-7": Refuted, "DUP-8": Conditional, "DUP-9": Conditional, "DUP-10": Conditional,
		"DEL-1": Confirmed, "DEL-2": Confirmed, "DEL-3": Conditional,

		"SPD-1": Conditional, "SPD-2": Refuted, "SPD-3": Undecided, "SPD-4": Undecided, "SPD-5": Undecided,
		"SPD-6": Conditional, "SPD-7": Refuted, "SPD-8": Conditional, "SPD-9": Conditional, "SPD-10": Refuted,
	})
}

// A cuckoo filter that were fifty times better than it is would save more than
// 40 %, one that were twenty times better would not.
func TestSavingOnBothSides(t *testing.T) {
	for better, want := range map[uint64]Verdict{50: Confirmed, 20: Refuted} {
		m := sample.New(5)
		for _, bpk := range []int{8, 12, 16, 20} {
			m.FPR("space", "bloom", fmt.Sprintf("bloom(bpk=%d)", bpk), "uniform", 65536, 0, 1, 20000)
		}
		m.FPR("space", "four-slots", "cuckoo(b=4,f=8)", "uniform", 0, 65536, 0.95, 2_000_000)
		d := m.Dataset("")
		for i := range d.Records {
			if r := &d.Records[i]; r.Part == "four-slots" {
				r.FPR().Positives /= better
			}
		}
		wantVerdicts(t, evaluated(t, d), map[string]Verdict{"SPC-1": want})
	}
}
