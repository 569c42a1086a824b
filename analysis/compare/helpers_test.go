package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// noisy returns n values around center whose logarithms have standard deviation sd.
func noisy(rng *rand.Rand, center, sd float64, n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = center * math.Exp(sd*rng.NormFloat64())
	}
	return values
}

// timings returns a set of cells in ns/op.
func timings(label string, cells int, values func(cell int) []float64) *Data {
	c := newCollector(label)
	c.data.units[record.UnitTime] = record.Unit{Name: record.UnitTime, Better: "lower", Assume: "nothing"}
	for i := range cells {
		for _, v := range values(i) {
			c.add(fmt.Sprintf("Time/cell=%03d", i), record.UnitTime, v)
		}
	}
	return c.data
}

// sample is a results folder of reps repetitions of one FPR and one timing trial.
func sample(reps int, change func(*record.Record)) []record.Record {
	var records []record.Record
	for rep := range reps {
		fpr := record.Trial{Experiment: "demo", Part: "rate", Kind: record.KindFPR, Variant: "cuckoo(b=4,f=12)",
			Workload: "uniform", Slots: 1024, Fill: 0.9, Rep: rep, Seed: record.Seed(rep), Queries: 1000}
		timed := fpr
		timed.Part, timed.Kind, timed.Queries, timed.Call, timed.Ops, timed.Lookups = "speed", record.KindTime, 0, "batch", []string{"miss"}, 1000
		shape := theory.Shape{Family: "cuckoo", Bits: 12288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12}
		n := uint64(rep)
		records = append(records,
			record.Record{Schema: record.Schema, ID: fpr.ID(), Trial: fpr, Shape: shape, Outcome: &record.FPR{
				Filled:  record.Filled{Inserted: 922, Accepted: 922, Distinct: 922, Members: 922},
				Queries: 1000, Positives: 10 + n}},
			record.Record{Schema: record.Schema, ID: timed.ID(), Trial: timed, Shape: shape, Outcome: &record.Time{
				Accepted: 922, Start: fmt.Sprint(rep), Samples: []record.Sample{{Op: "miss", Ops: 1000, ElapsedNS: 12000 + 125*int64(n)}}}})
	}
	for i := range records {
		if change != nil {
			change(&records[i])
		}
		if err := records[i].Check(); err != nil {
			panic(err)
		}
	}
	return slices.Clip(records)
}

func manifest() record.Manifest {
	return record.Manifest{Schema: record.Schema, Machine: record.Machine{CPU: "Example CPU", OS: "linux", Arch: "amd64"},
		Toolchain: record.Toolchain{Go: "go1.26.0"}}
}
