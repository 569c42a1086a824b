package simulate

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"filterbench/harness"
	"filterbench/internal/record"
	"filterbench/internal/stattest"
	"filterbench/variants/families"
)

func planOf(t *testing.T, names ...string) harness.Plan {
	t.Helper()
	p, err := Plan("quick", names...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestEveryTrial: the plans of all declared experiments give records that a reader accepts,
// of every kind, with outcomes whose samples are numbers, and none that failed.
func TestEveryTrial(t *testing.T) {
	plan := planOf(t)
	most := map[string]int{} // of kinds that are measured, which takes its time, two trials will do
	plan.Trials = slices.DeleteFunc(plan.Trials, func(t record.Trial) bool {
		most[t.Kind]++
		_, drawn := draws[t.Kind]
		return !drawn && most[t.Kind] > 2
	})
	records := (&Run{Seed: 1}).Records(plan.Trials)
	kinds := map[string]int{}
	for i := range records {
		r := &records[i]
		kinds[r.Kind]++
		if _, err := r.Encode(); err != nil || r.Failed != "" {
			t.Fatalf("%s of %s/%s: %v %s", r.Kind, r.Experiment, r.Part, err, r.Failed)
		}
	}
	absent := map[string]bool{} // of programs that cannot be run here
	for _, t := range planOf(t).Absent {
		absent[t.Kind] = true
	}
	for _, k := range record.Kinds() {
		if kinds[k.Name] == 0 && !absent[k.Name] {
			t.Errorf("no record of kind %s", k.Name)
		}
	}
	for _, s := range record.Samples(records) {
		for _, v := range s.Values {
			if math.IsNaN(v.Amount) || math.IsInf(v.Amount, 0) {
				t.Errorf("%s of %s is %g", v.Unit, s.Name(), v.Amount)
			}
		}
	}
	m := Manifest(plan)
	if err := m.Check(); err != nil {
		t.Error(err)
	}
}

// TestRecordsDependOnTheirTrial: the same seed gives the same records in any company, another
// seed others.
func TestRecordsDependOnTheirTrial(t *testing.T) {
	trials := planOf(t, "fpr-cuckoo").Trials
	line := func(r record.Record) []byte {
		text, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	all := (&Run{Seed: 3}).Records(trials)
	reversed := slices.Clone(trials)
	slices.Reverse(reversed)
	again, other := (&Run{Seed: 3}).Records(reversed), (&Run{Seed: 4}).Records(trials)
	same := 0
	for i := range all {
		if !bytes.Equal(line(all[i]), line(again[len(again)-1-i])) {
			t.Fatalf("trial %d has another record in another order", i)
		}
		if bytes.Equal(line(all[i]), line(other[i])) {
			same++
		}
	}
	if same > len(all)/10 {
		t.Errorf("%d of %d records are the same with another seed", same, len(all))
	}
}

// ratios returns positives over what theory expects, for each trial of kind fpr that expects
// some.
func ratios(records []record.Record) (list []float64) {
	for i := range records {
		r := &records[i]
		if r.FPR() == nil || r.FPR().Stop != "" {
			continue
		}
		if p, ok := families.Predict(r.Shape, r.FPR().Distinct); ok && p.FPR < 0.5 && p.FPR*float64(r.FPR().Queries) > 20 {
			list = append(list, float64(r.FPR().Positives)/(p.FPR*float64(r.FPR().Queries)))
		}
	}
	return list
}

// TestRatesFollowTheory, and a factor on them, where it is asked for: two-sided, with a false
// alarm in a million.
func TestRatesFollowTheory(t *testing.T) {
	trials := planOf(t, "fpr-bloom", "fpr-cuckoo").Trials
	stattest.Mean(t, ratios((&Run{Seed: 5}).Records(trials)), 1, 1e-6)
	run := &Run{Seed: 5}
	run.Scale(Rate, 1.5, nil)
	stattest.Mean(t, ratios(run.Records(trials)), 1.5, 1e-6)
	run.Scale(Rate, 2, func(t record.Trial, _ string) bool { return families.NameOf(t.Variant) == "bloom" })
	var bloom, others []record.Record
	for _, r := range run.Records(trials) {
		if families.NameOf(r.Variant) == "bloom" {
			bloom = append(bloom, r)
		} else {
			others = append(others, r)
		}
	}
	stattest.Mean(t, ratios(bloom), 3, 1e-6)
	stattest.Mean(t, ratios(others), 1.5, 1e-6)
}

// TestStatistics: each statistic moves the number that it is named after.
func TestStatistics(t *testing.T) {
	for _, c := range []struct {
		s          Statistic
		experiment string
		kind       string
		of         func(*record.Record) float64
	}{
		{Rate, "fpr-bloom", record.KindFPR, func(r *record.Record) float64 { return float64(r.FPR().Positives) / float64(r.FPR().Queries) }},
		{Room, "load-factor", record.KindLoad, func(r *record.Record) float64 { return float64(r.Load().Accepted[0]) }},
		{Kicks, "kicks", record.KindKicks, func(r *record.Record) (sum float64) {
			for _, bin := range r.Kicks().Windows[0].Kicks {
				sum += float64(bin[0] * bin[1])
			}
			return sum
		}},
		{Copies, "duplicates", record.KindDuplicates, func(r *record.Record) float64 { return float64(r.Duplicates().Accepted[0][0]) }},
		{Denied, "fpr-bloom", record.KindFPR, func(r *record.Record) float64 { return float64(r.FPR().Missing) }},
		{Denied, "drift", record.KindDrift, func(r *record.Record) float64 {
			return float64(r.Drift().Checkpoints[len(r.Drift().Checkpoints)-1].Missing)
		}},
		{Deleted, "deletion", record.KindErasure, func(r *record.Record) float64 { return float64(r.Erasure().Succeeded) }},
		{Same, "places", record.KindPlaces, func(r *record.Record) float64 { return float64(r.Places().Same) }},
		{Refused, "places", record.KindCycle, func(r *record.Record) float64 { return float64(r.Cycle().Kicks.TimeQuantile(0)) }},
		{Heap, "memory", record.KindHeap, func(r *record.Record) float64 { return float64(r.Heap().Bytes) }},
		{Time, "throughput", record.KindTime, func(r *record.Record) float64 { return r.Time().Samples[0].PerOp() }},
		{Lost, "latency", record.KindParallel, func(r *record.Record) float64 { return float64(r.Parallel().Runs[0].Lost) }},
	} {
		low, high := &Run{Seed: 6}, &Run{Seed: 6}
		low.Set(c.s, 0.25, nil)
		high.Set(c.s, map[Statistic]float64{Kicks: 4, Copies: 3, Refused: 2, Heap: 1e6, Time: 90, Lost: 30}[c.s]+0.75, nil)
		trials := slices.DeleteFunc(slices.Clone(planOf(t, c.experiment).Trials), func(t record.Trial) bool { return t.Kind != c.kind })
		a, b := low.Records(trials), high.Records(trials)
		moved := 0
		for i := range a {
			if x, y := c.of(&a[i]), c.of(&b[i]); y > x || math.IsNaN(x) && !math.IsNaN(y) {
				moved++
			}
		}
		if moved < len(a)/4 || moved == 0 {
			t.Errorf("%s moves %d of %d trials of kind %s", c.s, moved, len(a), c.kind)
		}
	}
}
