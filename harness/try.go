package harness

import (
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/workloads"
)

// Experiments that answer questions about one filter, outside any file.
const (
	TryRate = "rate" // part: false-positive rate, load and kicks
	TryTime = "time" // part: nanoseconds per operation, null included
	TryLeft = "left" // part: what is held after deletes, of different keys or of copies
)

// What the keys of one timed sample may take, and how few there may be nonetheless.
const (
	tryTexts    = 64 << 20
	fewestTries = 64
)

// TryTrials plans the trials that tell what a variant would do on keys of a
// workload, sized for n of them: reps fillings, each asked for enough absent keys
// to expect positives/reps of them, at most limit in all; and reps timings beside
// those of null.
func TryTrials(variant, workload string, n uint64, reps int, positives, limit, seed uint64) ([]record.Trial, error) {
	v, err := catalog.Parse(variant)
	if err != nil {
		return nil, err
	}
	w, err := workloads.Parse(workload)
	if err != nil {
		return nil, err
	}
	shape, err := v.Shape(variants.Size{Keys: n})
	if err != nil {
		return nil, err
	}
	lookups := int(min(max(n, 1<<16), 1<<18))
	if text := textBytes(w.String()); text > 0 { // keys of 64 KiB are looked up less often
		lookups = int(min(uint64(lookups), max(fewestTries, tryTexts/text)))
	}
	keys, err := OpenWorkload(w.String(), seed)
	if err != nil {
		return nil, err
	}
	lookups = int(max(1, min(uint64(lookups), keys.Absents()/3*2))) // misses, and half of a mix: each key is asked for once
	var trials []record.Trial
	for rep := range reps {
		t := record.Trial{Experiment: "try", Workload: w.String(), Capacity: n, Fill: 1, Rep: rep}
		t.Part, t.Kind, t.Variant = TryRate, record.KindFPR, v.String()
		t.Seed = dataSeed(seed, t)
		t.Queries, t.Capped = queries(shape, 1, n, positives, limit, reps)
		trials = append(trials, t)

		t.Queries, t.Capped = 0, false
		t.Part, t.Kind, t.Call, t.Lookups = TryTime, record.KindTime, record.CallBatch, lookups
		t.Ops = []string{"insert", "hit", "miss", "mix50", "delete"}
		if program, is := catalog.ProgramOf(t.Variant); is {
			if err := program.Lacks(); err != nil {
				return nil, err
			}
			t.Call, t.Ops = record.CallSingle, []string{"insert", "hit", "miss"} // the ways in which programs are timed
		}
		t.Seed = dataSeed(seed, t)
		trials = append(trials, t)
		if null := "null"; t.Variant != null { // null's times are their own baseline
			t.Variant = null
			trials = append(trials, t)
		}
	}
	return trials, nil
}

// tryTurnovers is how often each key is replaced, or each copy, before what is held is looked up.
var tryTurnovers = []float64{0, 1}

// DeleteTrials plans what tells whether a variant that deletes holds what it should after
// deletes: at half of its n keys, rounded down, each of which is replaced once by another.
func DeleteTrials(variant, workload string, n uint64, reps int, seed uint64) []record.Trial {
	var trials []record.Trial
	for rep := range reps {
		t := record.Trial{
			Experiment: "try", Part: TryLeft, Kind: record.KindChurn, Variant: variant, Workload: workload,
			Capacity: n, Fill: float64(n/2) / float64(n), Rep: rep, Queries: 1000, Turnovers: tryTurnovers, Deletes: true,
		}
		t.Seed = dataSeed(seed, t)
		trials = append(trials, t)
	}
	return trials
}

// CopyTrials plans the same for a stream of n copies, of fewer keys, all inserted and all
// deleted when they leave.
func CopyTrials(variant, workload string, n uint64, reps int, seed uint64) []record.Trial {
	trials := DeleteTrials(variant, workload, n, reps, seed)
	for i := range trials {
		t := &trials[i]
		t.Kind, t.Policy, t.Deletes, t.Fill = record.KindDrift, record.PolicyEvery, false, 1
		t.Seed = dataSeed(seed, *t)
	}
	return trials
}

// AuditTrials plans what holds a filter to what anybody would expect of it, at sizes at which
// the libraries of the report are audited: asked for keys, or for slots so that its table can be
// overfilled.
func AuditTrials(variant string, slots bool, reps int, seed uint64) []record.Trial {
	const copies, hot, lookups = 24, 5, 300_000
	var trials []record.Trial
	for rep := range reps {
		t := record.Trial{
			Experiment: "audit", Part: "sheet", Kind: record.KindAudit, Variant: variant, Workload: "uniform",
			Capacity: 15_000, Fill: 1, Rep: rep, Copies: copies, Draws: hot, Queries: lookups,
		}
		if slots {
			t.Part, t.Capacity, t.Slots, t.Fill = "full", 0, 1<<14, 0.9
		}
		t.Seed = dataSeed(seed, t)
		trials = append(trials, t)
	}
	return trials
}
