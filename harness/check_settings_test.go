package harness

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"filterbench/internal/record"
)

// TestPlanRefusesWhatItsRecordsWould: settings under which a trial could not be recorded, or
// would accuse its filter wrongly, are refused before anything is measured.
func TestPlanRefusesWhatItsRecordsWould(t *testing.T) {
	churn := "kind=\"churn\"\npositives=10\nmax_queries=1000\ndeletes=false\nturnovers=%s\n"
	timed := "kind=\"time\"\ncalls=[\"batch\"]\nlookups=100\nops=%s\n"
	for _, c := range []struct{ part, want string }{
		{fmt.Sprintf(churn, "[0, 1, 2]"), ""},
		{fmt.Sprintf(churn, "[1, 1]"), "must be in increasing order, no value twice: 1 follows 1"},
		{fmt.Sprintf(churn, "[0, 0.0001, 1, 2]"), "turnovers 0 and 0.0001 of a window of 1000 keys are the same checkpoint"},
		{fmt.Sprintf(timed, `["hit", "delete"]`), ""},
		{fmt.Sprintf(timed, `["delete", "hit"]`), "delete takes out the keys that hit looks up; it must stand behind the lookups"},
	} {
		text := "title=\"t\"\nquestion=\"q\"\nexpect=\"e\"\n[[part]]\nname=\"p\"\nvariants=[\"bloom(bpk=8)\"]\nworkloads=[\"uniform\"]\ncapacity=[1000]\nfill=[1]\nreps=1\n" + c.part
		e, err := Decode("x", "x.toml", []byte(text))
		var plan Plan
		if err == nil {
			plan, err = Expand("quick", []Experiment{e})
		}
		if err == nil {
			err = plan.CheckKeys()
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v; want %q", c.part, err, c.want)
		}
	}
}

// TestPlanAsksForNoMoreThanThereIs: a plan is refused exactly when a trial of it would ask for
// more absent keys than its workload has, of which there are 2^15 here.
func TestPlanAsksForNoMoreThanThereIs(t *testing.T) {
	for name, part := range map[string]func(n int) record.Trial{
		"misses": func(n int) record.Trial {
			return record.Trial{Kind: record.KindTime, Call: record.CallBatch, Ops: []string{"hit", "miss"}, Lookups: n}
		},
		"refused": func(n int) record.Trial {
			return record.Trial{Kind: record.KindTime, Call: record.CallBatch, Ops: []string{"miss", "refused"}, Lookups: n - 1}
		},
		"mix": func(n int) record.Trial {
			return record.Trial{Kind: record.KindTime, Call: record.CallBatch, Ops: []string{"mix75"}, Lookups: 4 * n}
		},
		"hash": func(n int) record.Trial {
			return record.Trial{Kind: record.KindTime, Variant: "null", Call: record.CallBatch, Ops: []string{record.OpHash}, Lookups: n}
		},
		"erasure": func(n int) record.Trial { return record.Trial{Kind: record.KindErasure, Draws: n} },
		"latency": func(n int) record.Trial {
			return record.Trial{Kind: record.KindLatency, Capacity: 500, Fill: 0, Loads: []float64{0.5}, Lookups: n}
		},
		"arrivals": func(n int) record.Trial {
			return record.Trial{Kind: record.KindArrivals, Rates: []float64{1e6}, Arrival: record.ArrivalEven, Ops: []string{"miss"}, Lookups: n}
		},
	} {
		t.Run(name, func(t *testing.T) {
			for more := range 2 {
				trial := part(1<<15 + more)
				trial.Variant = cmp.Or(trial.Variant, "cuckoo(b=4,f=12)")
				trial.Workload, trial.Seed = "strided(stride=281474976710656)", 1
				if trial.Capacity == 0 {
					trial.Capacity, trial.Fill = 100, 1
				}
				refused := Plan{Trials: []record.Trial{trial}}.CheckKeys()
				if r := Measure(trial); (refused != nil) != (more > 0) || (refused != nil) != (r.Failed != "") {
					t.Errorf("%d too many: the plan says %v, and the trial %q", more, refused, r.Failed)
				}
			}
		})
	}
}

// TestTryNeedsNoMoreKeysThanAFileHas: what is looked up after deletes takes keys of the file
// alone, of odd numbers of them too.
func TestTryNeedsNoMoreKeysThanAFileHas(t *testing.T) {
	for n := uint64(2); n < 100; n++ {
		for _, trial := range DeleteTrials("cuckoo(b=4,f=12)", "uniform", n, 2, 1) {
			if need := mustInsert(trial); need > n || keysOf(trial) == 0 {
				t.Errorf("%d keys: a window of %d, and %d in all", n, keysOf(trial), need)
			}
		}
	}
}

// TestTryTimesWhatThereIs: as many lookups as a sample needs, or as there are absent keys for.
func TestTryTimesWhatThereIs(t *testing.T) {
	for workload, want := range map[string]int{"uniform": 1 << 16, "zipf(s=1.1)": 1 << 16, "strided(stride=281474976710656)": 21844, "sequential(start=0,absent=1)": 1 << 16} {
		trials, err := TryTrials("bloom(bpk=10)", workload, 1, 2, 10, 1000, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := (Plan{Trials: trials}).CheckKeys(); err != nil {
			t.Error(err)
		}
		for _, trial := range trials {
			if trial.Kind == record.KindTime && trial.Lookups != want {
				t.Errorf("%s: %d lookups; want %d", workload, trial.Lookups, want)
			}
		}
	}
}
