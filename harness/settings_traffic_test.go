package harness

import (
	"strings"
	"testing"

	"filterbench/internal/record"
)

// TestTrafficSettings: the settings of single operations are bounded, each way of
// arriving and each guard is a trial of its own, and mistakes are named.
func TestTrafficSettings(t *testing.T) {
	part := func(kind, variant, rest string) string {
		return "title='t'\nquestion='q'\nexpect='e'\nseed=1\n[[part]]\nname='p'\nkind='" + kind + "'\nvariants=['" + variant + "']\nworkloads=['uniform']\ncapacity=[1000]\nreps=2\n" + rest
	}
	arrivals := "fill=[1]\nlookups=100\n"
	for _, c := range []struct{ kind, variant, rest, wrong string }{
		{record.KindArrivals, "cuckoo(b=4,f=12)", arrivals + "rates=[1e5,1e6]\narrivals=['even','poisson']\nops=['mix50']", ""},
		{record.KindArrivals, "cuckoo(b=4,f=12)", arrivals + "rates=[1e6,1e5]\narrivals=['even']\nops=['mix50']", "increasing"},
		{record.KindArrivals, "cuckoo(b=4,f=12)", arrivals + "rates=[10]\narrivals=['even']\nops=['mix50']", "rates"},
		{record.KindArrivals, "cuckoo(b=4,f=12)", arrivals + "rates=[1e5]\narrivals=['late']\nops=['mix50']", "even, poisson"},
		{record.KindArrivals, "cuckoo(b=4,f=12)", arrivals + "rates=[1e5]\narrivals=['even']\nops=['insert']", "hit, miss or a mix"},
		{record.KindArrivals, "cuckoo(b=4,f=12)", arrivals + "rates=[1e5]\narrivals=['even']\nops=['hit','miss']", "takes one"},
		{record.KindParallel, "bloom(bpk=12)", "fill=[1]\nguards=['atomic','mutex']\ngoroutines=[1,2]", ""},
		{record.KindParallel, "bloom(bpk=12)", "fill=[1]\nguards=['hope']\ngoroutines=[1,2]", "guards"},
		{record.KindParallel, "cuckoo(b=4,f=12)", "fill=[1]\nguards=['atomic']\ngoroutines=[1,2]", "cannot be shared"},
		{record.KindParallel, "bloom(bpk=12)", "fill=[1]\nguards=['mutex']\ngoroutines=[0]", "goroutines"},
		{record.KindParallel, "bloom(bpk=12)", "fill=[1]\nguards=['mutex']", "needs key"},
		{record.KindLatency, "bloom(bpk=12)", "loads=[0.5]\nlookups=10\nrates=[1e5]", "no use"},
	} {
		plan, err := func() (Plan, error) {
			e, err := Decode("x", "x.toml", []byte(part(c.kind, c.variant, c.rest)))
			if err != nil {
				return Plan{}, err
			}
			return Expand("standard", []Experiment{e})
		}()
		switch {
		case c.wrong == "" && (err != nil || len(plan.Trials) != 4):
			t.Errorf("%s: %d trials, error %v; want 4", c.rest, len(plan.Trials), err)
		case c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)):
			t.Errorf("%s: error %v, want one on %q", c.rest, err, c.wrong)
		}
		for _, trial := range plan.Trials {
			if !alone(trial.Kind) || EstimateTrial(trial).Seconds <= 0 {
				t.Errorf("%s does not run alone, or costs nothing", trial.Kind)
			}
		}
	}
}
