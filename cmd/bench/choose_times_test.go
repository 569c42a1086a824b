package main

import (
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/advise"
	"filterbench/analysis/choose"
	"filterbench/analysis/measure"
	"filterbench/harness"
	"filterbench/internal/record"
)

// BenchmarkAdviserTimes sets the adviser's times beside those of this machine: lookups of absent
// keys in filters that it designs for a million keys, as a multiple of what it promises for the machine of the
// committed run. It says something on that machine only.
func BenchmarkAdviserTimes(b *testing.B) {
	model, err := choose.Reference()
	if err != nil {
		b.Fatal(err)
	}
	for _, family := range []string{"bloom", "blocked", "splitblock", "cuckoo", "semisort", "quotient"} {
		b.Run(family, func(b *testing.B) {
			r, err := advise.Rank(advise.Need{Keys: 1e6, Rate: 0.001}, model)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				for _, a := range r.Answers {
					if a.Family == family && a.Miss != nil {
						b.ReportMetric(missNow(b, a)/a.Miss.NS, "x-promised")
						break
					}
				}
			}
		})
	}
}

// missNow is the net time of a lookup of an absent key, on this machine.
func missNow(b *testing.B, a advise.Answer) float64 {
	b.Helper()
	trials, err := harness.TryTrials(a.Variant, "uniform", uint64(a.Keys), 5, 10, 1000, 1)
	if err != nil {
		b.Fatal(err)
	}
	d := &analysis.Dataset{}
	for _, t := range trials {
		if t.Kind == record.KindTime {
			d.Records = append(d.Records, harness.Measure(t))
		}
	}
	cells, err := d.Cells("try", harness.TryTime)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range cells {
		if t, ok := measure.Time(c, "miss"); ok && c.Variant == a.Variant {
			return t.Net.Value
		}
	}
	b.Fatal("nothing was timed")
	return 0
}
