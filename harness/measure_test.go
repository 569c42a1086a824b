package harness

import (
	"runtime"
	"testing"

	"filterbench/internal/record"
	"filterbench/internal/stattest"
	"filterbench/variants/families"
)

// measure does a trial that must not fail.
func measure(t *testing.T, trial record.Trial) *record.Record {
	t.Helper()
	trial.Workload = "uniform"
	if trial.Seed == 0 {
		trial.Seed = 0x5eed
	}
	r := Measure(trial)
	if r.Failed != "" {
		t.Fatalf("%+v failed: %s", trial, r.Failed)
	}
	if _, err := r.Encode(); err != nil {
		t.Fatalf("the record is not one: %v", err)
	}
	return &r
}

// TestFPRProbeCountsPositives checks the probe's arithmetic on filters whose answers
// are known: the exact set and the filter that says yes to everything.
func TestFPRProbeCountsPositives(t *testing.T) {
	for variant, positives := range map[string]uint64{"exact": 0, "null": 9999} {
		r := measure(t, record.Trial{Kind: record.KindFPR, Variant: variant, Capacity: 1000, Fill: 1, Queries: 9999}).FPR()
		want := record.FPR{Filled: record.Filled{Inserted: 1000, Accepted: 1000, Distinct: 1000, Members: 1000}, Queries: 9999, Positives: positives}
		if *r != want {
			t.Errorf("%s: %+v; want %+v", variant, *r, want)
		}
	}
}

// TestFPRProbeAgreesWithTheory compares the whole path from trial to count with the
// formula, two-sided; the alarm rate of each case is 1e-6. A query stream that held
// members, or a filter filled with other keys than were asked for, would show.
func TestFPRProbeAgreesWithTheory(t *testing.T) {
	for _, trial := range []record.Trial{
		{Variant: "bloom(bpk=8)", Capacity: 100_000, Fill: 1},
		{Variant: "blocked(bpk=8)", Capacity: 100_000, Fill: 0.7},
		{Variant: "cuckoo(b=4,f=8)", Slots: 65536, Fill: 0.9},
		{Variant: "cuckooset(b=4,f=8)", Slots: 65536, Fill: 0.9},
		{Variant: "countingcuckoo(b=4,f=8,w=4)", Slots: 65536, Fill: 0.9},
		{Variant: "stash(b=2,f=8,stash=8)", Slots: 65536, Fill: 0.8},
		{Variant: "sidecuckoo(b=4,f=8)", Slots: 65536, Fill: 0.9},
	} {
		trial.Kind, trial.Queries = record.KindFPR, 400_000
		r := measure(t, trial)
		p, ok := families.Predict(r.Shape, r.FPR().Distinct)
		if !ok {
			t.Fatalf("%s: no formula", trial.Variant)
		}
		stattest.Rate(t, r.FPR().Positives, r.FPR().Queries, p.FPR, 1e-6)
		if r.FPR().Missing != 0 || r.FPR().Members != keysOf(trial) {
			t.Errorf("%s: %d of %d members missing; want 0 of %d", trial.Variant, r.FPR().Missing, r.FPR().Members, keysOf(trial))
		}
	}
}

// TestOverfullCuckooKeepsItsKeys: refused keys are counted, and no accepted key is
// lost to them.
func TestOverfullCuckooKeepsItsKeys(t *testing.T) {
	r := measure(t, record.Trial{Kind: record.KindFPR, Variant: "cuckoo(b=4,f=12)", Slots: 4096, Fill: 1.5, Queries: 1000})
	f := r.FPR()
	refused := f.Inserted - f.Accepted
	if f.Inserted != 6144 || refused < 2048 || f.Accepted < 3900 || f.Missing != 0 || f.Members != f.Accepted {
		t.Errorf("%+v; want 6144 tried, at least 2048 refused, none missing", f)
	}
	if f.MaxKicks != 500 || f.Kicks < 500*refused {
		t.Errorf("%d refusals took %d kicks, at most %d; want 500 for each", refused, f.Kicks, f.MaxKicks)
	}
}

func TestLoadProbeStopsAtTheFirstRefusal(t *testing.T) {
	r := measure(t, record.Trial{Kind: record.KindLoad, Variant: "cuckoo(b=4,f=12)", Slots: 4096, Draws: 5}).Load()
	for i, n := range r.Accepted {
		if n < 3700 || n > 4096 || r.Distinct[i] != n || r.Kicks[i] == 0 {
			t.Errorf("draw %d: %d of 4096 accepted, %d distinct, %d kicks", i, n, r.Distinct[i], r.Kicks[i])
		}
		if i > 0 && n == r.Accepted[0] && r.Kicks[i] == r.Kicks[0] {
			t.Errorf("draw %d is draw 0 again", i)
		}
	}
	if r.Missing != 0 || r.Unfilled != 0 {
		t.Errorf("%d missing, %d unfilled; want none", r.Missing, r.Unfilled)
	}
}

// TestKicksProbe: the windows hold the inserts made inside them, no more and no
// less, and kicks rise with the load.
func TestKicksProbe(t *testing.T) {
	const slots, draws = 65536, 2
	r := measure(t, record.Trial{Kind: record.KindKicks, Variant: "cuckoo(b=4,f=12)", Slots: slots, Loads: []float64{0.3, 0.9}, Draws: draws}).Kicks()
	var means []float64
	for i, w := range r.Windows {
		var inserts, kicks uint64
		for _, bin := range w.Kicks {
			inserts += bin[1]
			kicks += bin[0] * bin[1]
		}
		// One percent of the slots, up to the rounding at both ends, in each draw.
		if want := uint64(draws * slots / 100); inserts < want-2*draws || inserts > want+2*draws {
			t.Errorf("window %d holds %d inserts; want about %d", i, inserts, want)
		}
		means = append(means, float64(kicks)/float64(inserts))
	}
	if means[0] > 0.1 || means[1] < 1 {
		t.Errorf("mean kicks %v at loads .3 and .9; want under .1 and over 1", means)
	}
}

// TestDuplicatesProbe: an empty table takes exactly 2b copies, refuses the rest
// with all its kicks, and loses no other key.
func TestDuplicatesProbe(t *testing.T) {
	for b, variant := range map[uint64]string{2: "cuckoo(b=2,f=12)", 4: "cuckoo(b=4,f=12)", 8: "cuckoo(b=8,f=12)"} {
		r := measure(t, record.Trial{Kind: record.KindDuplicates, Variant: variant, Slots: 4096, Draws: 20, Copies: 24}).Duplicates()
		if len(r.Accepted) != 1 || r.Accepted[0] != [2]uint64{2 * b, 20} {
			t.Errorf("b=%d: copies accepted %v; want %d for each of 20 keys", b, r.Accepted, 2*b)
		}
		if want := 20 * (24 - 2*b); len(r.Refused) != 1 || r.Refused[0] != [2]uint64{500, want} {
			t.Errorf("b=%d: kicks of refusals %v; want 500 for each of %d", b, r.Refused, want)
		}
	}
	r := measure(t, record.Trial{Kind: record.KindDuplicates, Variant: "cuckoo(b=4,f=8)", Slots: 4096, Fill: 0.9, Draws: 20, Copies: 24}).Duplicates()
	if r.Background == 0 || r.Checked != 20*r.Background || r.Missing != 0 || r.Leftover != 0 {
		t.Errorf("at load .9: %+v; want every other key found, during and after", r)
	}
}

// TestChurnProbe: counters that delete keep the window alone, so the rate stays;
// without deletes everything ever inserted stays in.
func TestChurnProbe(t *testing.T) {
	turnovers := []float64{0, 1, 3}
	trial := record.Trial{Kind: record.KindChurn, Variant: "counting(bpk=40,w=4)", Capacity: 20_000, Fill: 1, Turnovers: turnovers, Queries: 100_000}
	for _, deletes := range []bool{true, false} {
		trial.Deletes = deletes
		r := measure(t, trial)
		for i, c := range r.Churn().Checkpoints {
			kept := uint64(20_000)
			if !deletes {
				kept += uint64(turnovers[i] * 20_000)
			}
			p, _ := families.Predict(r.Shape, kept)
			stattest.Rate(t, c.Positives, c.Queries, p.FPR, 1e-6)
			if c.Live != 20_000 || c.Missing != 0 || c.Undeleted != 0 || c.Refused != 0 {
				t.Errorf("deletes %v, turnover %v: %+v", deletes, c.Turnover, c)
			}
		}
	}
}

// TestTimeProbe checks what can be checked of timings without a threshold: that
// all operations were done, in time that passed.
func TestTimeProbe(t *testing.T) {
	for _, variant := range []string{"null", "exact", "bloom(bpk=8)", "cuckoo(b=4,f=12)"} {
		for _, call := range []string{record.CallBatch, record.CallSingle} {
			r := measure(t, record.Trial{Kind: record.KindTime, Variant: variant, Capacity: 1000, Fill: 1, Call: call, Ops: record.Ops, Lookups: 2500}).Time()
			want := map[string]uint64{"insert": 3000, "hit": 2500, "miss": 2500, "mix5": 2500, "mix50": 2500, "mix95": 2500, "delete": 1000}
			if variant == "bloom(bpk=8)" {
				delete(want, "delete")
			}
			if len(r.Samples) != len(want) || r.Accepted != 1000 {
				t.Errorf("%s %s: %+v", variant, call, r)
			}
			for _, s := range r.Samples {
				if s.Ops != want[s.Op] || s.ElapsedNS <= 0 || runtime.GOOS == "linux" && s.CPUNS <= 0 {
					t.Errorf("%s %s: %+v; want %d operations in time above 0, also of the thread", variant, call, s, want[s.Op])
				}
			}
		}
	}
}

// A filter that takes any number of copies is not filled for ever: the draw ends and
// is counted as one that never refused.
func TestFillingWithoutEnd(t *testing.T) {
	r := Measure(record.Trial{
		Experiment: "demo", Part: "p", Kind: record.KindLoad, Variant: "quotient(r=9)", Workload: "zipf(s=0,keys=50)",
		Slots: 256, Seed: 1, Draws: 2,
	})
	if r.Failed != "" || r.Load().Unfilled != 2 || r.Load().Accepted[0] != enough*r.Shape.Cells || r.Load().Distinct[0] != 50 {
		t.Errorf("%s %+v", r.Failed, r.Load())
	}
}

// setProbe puts another probe in the place of a kind's.
func setProbe(name string, probe func(record.Trial, *record.Record) error) {
	k := kinds[name]
	k.probe = probe
	kinds[name] = k
}
