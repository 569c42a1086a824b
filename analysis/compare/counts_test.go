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
			if r.FPR != nil && r.Rep == 3 {
				r.FPR.Positives++
			}
		}, []string{"fpr.positives: 13 -> 14"}},
		"shape": {func(r *record.Record) {
			if r.FPR != nil && r.Rep == 3 {
				r.Shape.Bits *= 2
				r.Shape.Probes = 2
			}
		}, []string{"shape.bits: 12288 -> 24576", "shape.probes: absent -> 2"}},
		"failed": {func(r *record.Record) {
			if r.FPR != nil && r.Rep == 3 {
				r.FPR, r.Failed = nil, "out of memory"
			}
		}, []string{"failed: absent -> \"out of memory\"", "fpr: {\"accepted\":922,\"distinct\":922,\"inserted\":922,\"members\":922,... -> absent"}},
		"accepted while timed": {func(r *record.Record) {
			if r.Time != nil && r.Rep == 3 {
				r.Time.Accepted--
			}
		}, []string{"time.accepted: 922 -> 921"}},
		"operations": {func(r *record.Record) {
			if r.Time != nil && r.Rep == 3 {
				r.Time.Samples[0].Ops = 999
			}
		}, []string{"time.samples[0].n: 1000 -> 999"}},
		"one more sample": {func(r *record.Record) {
			if r.Time != nil && r.Rep == 3 {
				r.Time.Samples = append(r.Time.Samples, record.Sample{Op: "hit", Ops: 1, ElapsedNS: 1})
			}
		}, []string{`time.samples: [{"elapsed_ns":0,"n":1000,"op":"miss"}] -> [{"elapsed_ns":0,"n":1000,"op":"miss"},{"elapsed_ns":0,"n":1...`}},
		"times only": {func(r *record.Record) {
			if r.Time != nil {
				r.Time.Start, r.Time.Samples[0].ElapsedNS = "later", 77
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
