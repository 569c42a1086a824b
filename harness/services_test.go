package harness

import (
	"reflect"
	"strings"
	"testing"

	"filterbench/internal/record"
	"filterbench/internal/service"
)

func served(kind, variant, strategy, absent string) record.Trial {
	return record.Trial{Experiment: "e", Part: "p", Kind: kind, Variant: variant, Workload: "zipf(s=1,keys=500)", Capacity: 500, Fill: 1, Seed: 7,
		Strategy: strategy, Absent: absent, Share: 0.5, Cache: 0.1, Backend: record.BackendEmbedded, Lookups: 4000, Rates: []float64{1e5}, Seconds: 0.01}
}

// TestPenetration: who answers is a function of the trial, nothing stops a flood but a filter,
// and few keys are stopped by cached nulls alone.
func TestPenetration(t *testing.T) {
	count := func(variant, strategy, absent string) *record.Penetration {
		t.Helper()
		r := Measure(served(record.KindPenetration, variant, strategy, absent))
		again := Measure(served(record.KindPenetration, variant, strategy, absent))
		if err := r.Check(); err != nil || r.Failed != "" || !reflect.DeepEqual(r, again) {
			t.Fatalf("%s %s %s: %v %s, or another time otherwise", variant, strategy, absent, err, r.Failed)
		}
		return r.Penetration()
	}
	for _, absent := range record.Absents {
		p := count("null", record.StrategyNone, absent)
		if p.Attack.Reads != p.Attack.Sent || p.Attack.Sent < 1800 || p.Attack.Sent > 2200 || p.Legit.Stopped > 0 || p.Legit.Cached == 0 || p.Nulls > 0 || p.Kept != 50 {
			t.Errorf("with nothing, %s: %+v", absent, p)
		}
		if p := count("exact", record.StrategyFilter, absent); p.Attack.Stopped != p.Attack.Sent || p.Legit.Stopped > 0 {
			t.Errorf("exact, %s: %+v", absent, p)
		}
	}
	if p := count("null", record.StrategyNulls, record.AbsentFlood); p.Attack.Cached > 0 || 2*p.Nulls < p.Kept {
		t.Errorf("cached nulls, flood: %+v", p)
	}
	bloom := count("bloom(fpr=0.05)", record.StrategyFilter, record.AbsentKnown)
	if bloom.Pool != poolWant || bloom.Attack.Reads != bloom.Attack.Sent {
		t.Errorf("a filter and keys that pass it: %+v", bloom)
	}
	if p := count("bloom(fpr=0.05)", record.StrategyBoth, record.AbsentKnown); p.Pool != poolWant || p.Attack.Cached == 0 {
		t.Errorf("a filter, cached nulls and keys that pass: %+v", p)
	}
}

// TestService: all requests are counted, and those that arrive are timed from when they should.
func TestService(t *testing.T) {
	r := Measure(served(record.KindService, "bloom(fpr=0.05)", record.StrategyFilter, record.AbsentFlood))
	if err := r.Check(); err != nil || r.Failed != "" {
		t.Fatal(err, r.Failed)
	}
	n := uint64(0)
	for _, e := range r.Service().Ends {
		n += e.N
	}
	if run := r.Service().Runs[0]; n != 4000 || run.Ops != 1000 || run.Reads == 0 || run.Reads == run.Ops || r.Service().StoreBytes == 0 {
		t.Errorf("%d requests one after the other, then %+v", n, run)
	}
	bad := served(record.KindPenetration, "exact", record.StrategyFilter, record.AbsentFlood)
	bad.Workload = "zipf(s=1,keys=600)"
	if r := Measure(bad); !strings.Contains(r.Failed, "keys=500") {
		t.Errorf("keys beyond the rows: %q", r.Failed)
	}
}

// wrong answers are errors, not fast ones.
type wrong struct{ service.Store }

func (wrong) Has(uint64) (bool, error) { return true, nil }

func TestServiceAnswers(t *testing.T) {
	var r record.Record
	s, err := newTraffic(served(record.KindPenetration, "null", record.StrategyNone, record.AbsentFlood), &r)
	if err != nil {
		t.Fatal(err)
	}
	s.service.Store = wrong{s.service.Store}
	if _, err := s.get(12345, true); err == nil {
		t.Error("a row that was never written passes")
	}
}

func expiringTrial(variant, window string) record.Trial {
	return record.Trial{Experiment: "e", Part: "p", Kind: record.KindAgeing, Variant: variant, Workload: "uniform", Capacity: 1000, Fill: 1, Seed: 7,
		Window: window, Turnovers: []float64{1.3, 4.2, 6.7}, Lookups: 2000}
}

// TestAgeing: an exact set with deletes forgets to the unit, a ring after a generation, both
// hold the window, and by time as many keys have come in whole periods as by count.
func TestAgeing(t *testing.T) {
	for _, window := range record.Windows {
		for _, variant := range []string{"exact", "ring(g=10,fpr=0.001)", "cuckoo(b=4,f=12)"} {
			r := Measure(expiringTrial(variant, window))
			if err := r.Check(); err != nil || r.Failed != "" {
				t.Fatal(variant, err, r.Failed)
			}
			a := r.Ageing()
			asked, denied := a.Held(r.Trial)
			if denied > 0 || asked < 2000 || asked > 4000 {
				t.Errorf("%s by %s: %d of %d keys of the window are denied", variant, window, denied, asked)
			}
			soon, later := a.Late[0], a.Late[len(a.Late)-1]
			if lates := float64(soon.Yes) / float64(soon.Asked); variant == "exact" && soon.Yes+later.Yes > 0 || variant[0] == 'r' && (lates < 0.1 || lates > 0.9) {
				t.Errorf("%s by %s: %+v", variant, window, a.Late)
			}
			if deletes := variant[0] != 'r'; deletes != (a.Deletes > 0) || deletes != (a.Listed > 0) || deletes == (a.Swept > 0) {
				t.Errorf("%s by %s: %+v", variant, window, a)
			}
		}
	}
	n := 0
	for now := range uint64(4000) {
		n += arriving(record.WindowTime, now, 1000)
	}
	if n != 4000 {
		t.Errorf("%d keys come in four windows of a thousand", n)
	}
}

// TestRebuild: a rebuild inserts all live keys, and until then nothing is forgotten.
func TestRebuild(t *testing.T) {
	r := Measure(record.Trial{Experiment: "e", Part: "p", Kind: record.KindRebuild, Variant: "bloom(bpk=10)", Workload: "uniform", Capacity: 1000, Fill: 1, Seed: 7,
		Turnovers: []float64{2}, Stale: 0.1, Lookups: 20_000})
	b := r.Rebuild()
	if r.Check() != nil || b.Replaced != 2000 || b.Rebuilds != 20 || b.Reinserted != 20_000 || b.StaleYes != b.Stale || b.Missing > 0 || b.Live != 2000 ||
		b.Before.Positives <= b.Fresh.Positives*20/21 {
		t.Errorf("%s %+v", r.Failed, b)
	}
}

// TestSharding: all keys are found, wherever they went, and go about everywhere alike.
func TestSharding(t *testing.T) {
	trial := record.Trial{Experiment: "e", Part: "p", Kind: record.KindSharding, Variant: "cuckoo(b=4,f=12,buckets=any)", Workload: "uniform", Capacity: 8000, Fill: 1, Seed: 7, Lookups: 1000}
	one := Measure(trial)
	trial.Shards = 8
	eight := Measure(trial)
	for _, r := range []record.Record{one, eight} {
		if err := r.Check(); err != nil || r.Failed != "" || r.Sharding().Missing > 0 || r.Sharding().First == 0 {
			t.Fatalf("%v %s %+v", err, r.Failed, r.Sharding())
		}
	}
	if s := eight.Sharding(); s.Least < 850 || s.Most > 1150 || s.Most <= 1000 || s.First >= one.Sharding().First {
		t.Errorf("eight: %+v, one: %+v", s, one.Sharding())
	}
}

// TestPenalty: every service gets its requests in every turn, and the filter lets through its
// rate of them; the counts are those of the trial.
func TestPenalty(t *testing.T) {
	trial := served(record.KindPenalty, "bloom(fpr=0.05)", record.StrategyFilter, record.AbsentFlood)
	trial.Rates, trial.Seconds, trial.Draws = nil, 0, 5
	r, again := Measure(trial), Measure(trial)
	if err := r.Check(); err != nil || r.Failed != "" {
		t.Fatal(err, r.Failed)
	}
	if !reflect.DeepEqual(r.Penalty().Exact(trial), again.Penalty().Exact(trial)) {
		t.Error("another time otherwise")
	}
	var read, sent uint64
	for _, turn := range r.Penalty().Turns {
		read, sent = read+turn.Filter.Read, sent+turn.Filter.Read+turn.Filter.Stopped
		if turn.Nothing.Read < 200 || turn.Exact.Stopped < 1800 {
			t.Errorf("%+v", turn)
		}
	}
	// 1e-6 false alarms: 5 % of some 10,000 requests, and the filter's own rate about that
	if len(r.Penalty().Turns) != 5 || sent < 9000 || float64(read) < 0.03*float64(sent) || float64(read) > 0.07*float64(sent) {
		t.Errorf("%d of %d requests read the database", read, sent)
	}
}

// TestSemantics: the record has the answers of package semantics.
func TestSemantics(t *testing.T) {
	r := Measure(record.Trial{Experiment: "e", Part: "p", Kind: record.KindSemantics, Variant: "cuckoo(b=4,f=12)", Workload: "uniform", Capacity: 1000, Seed: 1})
	if err := r.Check(); err != nil || r.Failed != "" || r.Semantics().Copies != "8, then refuses" || r.Semantics().Tells != "yes, by its count" {
		t.Errorf("%v, %s, %+v", err, r.Failed, r.Semantics())
	}
}
