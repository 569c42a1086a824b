package compare

import (
	"reflect"
	"testing"

	"filterbench/internal/record"
)

// TestCountsDiffer changes single counts: each is found, with its path, and times
// alone are not.
func TestCountsDiffer(t *testing.T) {
	old := fromRecords("old", sample(8, nil))
	for name, c := range map[string]struct {
		change func(*record.Record)
		want   []string
	}{
		"positives": {func(r *record.Record) {
			if r.FPR() != nil && r.Rep == 3 {
				r.FPR().Positives++
			}
		}, []string{"fpr.positives: 13 -> 14"}},
		"shape": {func(r *record.Record) {
			if r.FPR() != nil && r.Rep == 3 {
				r.Shape.Bits *= 2
				r.Shape.Probes = 2
			}
		}, []string{"shape.bits: 12288 -> 24576", "shape.probes: absent -> 2"}},
		"failed": {func(r *record.Record) {
			if r.FPR() != nil && r.Rep == 3 {
				r.Outcome, r.Failed = nil, "out of memory"
			}
		}, []string{"failed: absent -> \"out of memory\"", "fpr: {\"accepted\":922,\"distinct\":922,\"inserted\":922,\"members\":922,... -> absent"}},
		"accepted while timed": {func(r *record.Record) {
			if r.Time() != nil && r.Rep == 3 {
				r.Time().Accepted--
			}
		}, []string{"time.accepted: 922 -> 921"}},
		"operations": {func(r *record.Record) {
			if r.Time() != nil && r.Rep == 3 {
				r.Time().Samples[0].Ops = 999
			}
		}, []string{"time.samples[0].n: 1000 -> 999"}},
		"one more sample": {func(r *record.Record) {
			if r.Time() != nil && r.Rep == 3 {
				r.Time().Samples = append(r.Time().Samples, record.Sample{Op: "hit", Ops: 1, ElapsedNS: 1})
			}
		}, []string{`time.samples: [{"elapsed_ns":0,"n":1000,"op":"miss"}] -> [{"elapsed_ns":0,"n":1000,"op":"miss"},{"elapsed_ns":0,"n":1...`}},
		"times only": {func(r *record.Record) {
			if r.Time() != nil {
				r.SpinNS, r.Time().Samples[0].Counters = 31000, map[string]uint64{"cycles": 5}
				r.Time().Start, r.Time().Samples[0].ElapsedNS, r.Time().Samples[0].CPUNS = "later", 77, 7
			}
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := Compare(old, fromRecords("new", sample(8, c.change)), 0.05)
			var diffs []string
			for _, change := range r.Counts {
				diffs = append(diffs, change.Diffs...)
			}
			if !reflect.DeepEqual(diffs, c.want) || r.Same != 16-len(r.Counts) {
				t.Errorf("diffs %q, %d same; want %q", diffs, r.Same, c.want)
			}
		})
	}
}

// TestAllocationsAreNoCounts: of an audit all else is compared.
func TestAllocationsAreNoCounts(t *testing.T) {
	trial := record.Trial{Experiment: "demo", Part: "sheet", Kind: record.KindAudit, Variant: "bloom(bpk=10)", Workload: "uniform", Capacity: 100}
	audit := func(change func(*record.Audit)) map[string]*record.Record {
		a := record.Audit{Queries: 10, Positives: 1, AllocOps: 256, InsertAllocs: 5}
		change(&a)
		return map[string]*record.Record{trial.ID(): {Schema: record.Schema, ID: trial.ID(), Trial: trial, Outcome: &a}}
	}
	old := audit(func(*record.Audit) {})
	if changes, same := compareCounts(old, audit(func(a *record.Audit) { a.InsertAllocs, a.LookupAllocs = 7, 1 })); len(changes) > 0 || same != 1 {
		t.Errorf("allocations are compared: %v", changes)
	}
	if changes, _ := compareCounts(old, audit(func(a *record.Audit) { a.Positives = 2 })); len(changes) != 1 {
		t.Errorf("positives are not: %v", changes)
	}
}

// TestExtraIsNoCount: that a repetition was planned on one side and measured again on the
// other changes nothing; how many keys it accepted does.
func TestExtraIsNoCount(t *testing.T) {
	trial := record.Trial{Experiment: "demo", Part: "size", Kind: record.KindTime, Variant: "bloom(bpk=10)", Workload: "uniform", Capacity: 100, Rep: 12}
	timed := func(accepted uint64, extra bool) map[string]*record.Record {
		return map[string]*record.Record{trial.ID(): {Schema: record.Schema, ID: trial.ID(), Trial: trial, Extra: extra, Outcome: &record.Time{Accepted: accepted}}}
	}
	if changes, same := compareCounts(timed(100, true), timed(100, false)); len(changes) > 0 || same != 1 {
		t.Errorf("an extra repetition is compared: %v", changes)
	}
	if changes, _ := compareCounts(timed(100, true), timed(99, false)); len(changes) != 1 {
		t.Errorf("its counts are not: %v", changes)
	}
}

// TestUnseededCountsDiffer: those of a filter that draws random numbers of its own are
// neither the same nor changed, whichever side says so.
func TestUnseededCountsDiffer(t *testing.T) {
	trial := record.Trial{Experiment: "demo", Part: "load", Kind: record.KindLoad, Variant: "cuckoo(b=4,f=12)", Workload: "uniform", Slots: 100}
	load := func(n uint64, unseeded bool) map[string]*record.Record {
		return map[string]*record.Record{trial.ID(): {Schema: record.Schema, ID: trial.ID(), Trial: trial, Unseeded: unseeded, Outcome: &record.Load{Accepted: []uint64{n}}}}
	}
	for _, one := range []bool{false, true} {
		for _, other := range []bool{false, true} {
			changes, same := compareCounts(load(90, one), load(91, other))
			if (len(changes) == 1) != (!one && !other) || same != 0 {
				t.Errorf("unseeded %v and %v: %v, %d same", one, other, changes, same)
			}
		}
	}
}
