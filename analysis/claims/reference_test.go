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
		"FPR-2": Refuted, "FPR-4": Confirmed, "FPR-6": Confirmed, "FPR-7": Conditional, "FPR-8": Confirmed, "FPR-9": Confirmed, "FPR-13": Conditional,
		"SPC-7": Confirmed, "SPC-8": Refuted, "SPC-10": Undecided, // the run is older than the experiment memory
		"LOAD-1": Confirmed, "LOAD-3": Conditional, "LOAD-5": Conditional, "LOAD-6": Confirmed, "LOAD-9": Conditional, "LOAD-12": Conditional,
		"DUP-2": Confirmed, "DUP-3": Conditional, "DUP-10": Refuted, "DEL-3": Conditional,
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
				r.FPR.Positives /= better
			}
		}
		wantVerdicts(t, evaluated(t, d), map[string]Verdict{"SPC-1": want})
	}
}
