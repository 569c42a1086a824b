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
	var trials []record.Trial
	for rep := range reps {
		t := record.Trial{Experiment: "try", Workload: w.String(), Capacity: n, Fill: 1, Rep: rep}
		t.Part, t.Kind, t.Variant = TryRate, record.KindFPR, v.String()
		t.Seed = dataSeed(seed, t)
		t.Queries, t.Capped = queries(shape, 1, n, positives, limit, reps)
		trials = append(trials, t)

		t.Queries, t.Capped = 0, false
		t.Part, t.Kind, t.Call, t.Lookups = TryTime, record.KindTime, callBatch, lookups
		t.Ops = []string{"insert", "hit", "miss", "mix50", "delete"}
		t.Seed = dataSeed(seed, t)
		trials = append(trials, t)
		if null := "null"; t.Variant != null { // null's times are their own baseline
			t.Variant = null
			trials = append(trials, t)
		}
	}
	return trials, nil
}
