package measure_test

import (
	"math"
	"slices"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// TestOwnCost: the harness's own cost is null's time less the hash's in the same
// repetition, to be below 1 ns and known to 0.1.
func TestOwnCost(t *testing.T) {
	for name, c := range map[string]struct {
		lookup func(rep int) float64 // ns of a lookup, of which the hash takes 1.5 and 0.3 more in odd repetitions
		want   measure.Standing
	}{
		"half a nanosecond":     {func(rep int) float64 { return 2 + 0.3*float64(rep%2) }, measure.Met},
		"two":                   {func(rep int) float64 { return 3.5 + 0.3*float64(rep%2) }, measure.NotMet},
		"below one, not known":  {func(rep int) float64 { return 1.8 + 0.06*float64(rep) }, measure.NotDecided},
		"around one":            {func(rep int) float64 { return 2.45 + 0.02*float64(rep) }, measure.NotDecided},
		"less than the hash is": {func(rep int) float64 { return 1.4 + 0.3*float64(rep%2) }, measure.Met},
	} {
		cell := analysis.Cell{Trial: record.Trial{Variant: "null", Capacity: 1000}}
		for rep := range 10 {
			loop := func(op string, ns float64) record.Sample {
				return record.Sample{Op: op, Ops: 1e6, CPUNS: int64(math.Round(ns * 1e6)), ElapsedNS: 1e9}
			}
			cell.Records = append(cell.Records, &record.Record{Outcome: &record.Time{Samples: []record.Sample{
				loop(record.OpHash, 1.5+0.3*float64(rep%2)), loop(record.OpHashLookup, c.lookup(rep))}}})
		}
		own, ok := measure.OwnCost(cell, record.OpHashLookup)
		if bars := measure.OwnBars(cell); !ok || len(bars) != 1 || bars[0].Standing != c.want || bars[0].Value != own || bars[0].Kind != "own" || bars[0].Op != "lookup" {
			t.Errorf("%s: %+v, %v, bars %+v; want %s", name, own, ok, bars, c.want)
		}
		if name == "two" && math.Abs(own.Value-2) > 1e-9 {
			t.Errorf("two are found to be %+v", own)
		}
	}
}

// TestOwnCostWithoutHash: records without the hash apart are listed with it.
func TestOwnCostWithoutHash(t *testing.T) {
	m := newMaker(7)
	m.speedBars(1.1, 3, 1)
	d := m.dataset()
	for i := range d.Records {
		if timed := d.Records[i].Time(); timed != nil {
			timed.Samples = slices.DeleteFunc(timed.Samples, func(s record.Sample) bool { return s.Op == record.OpHash })
		}
	}
	list, _, err := measure.Bars(d)
	if err != nil {
		t.Fatal(err)
	}
	loops := 0
	for _, b := range list {
		if b.Kind == "own" {
			t.Errorf("own cost without a hash: %+v", b)
		}
		if b.Kind == "null" {
			if loops++; b.Standing != measure.NotMet || b.Value.Value < 1.9 {
				t.Errorf("the loop with its hash: %+v", b)
			}
		}
	}
	if loops != 12 {
		t.Errorf("%d loops with their hash, want 12", loops)
	}
}
