package harness

import (
	"slices"
	"testing"

	"filterbench/internal/record"
	"filterbench/variants"
)

// TestTimeBuilds: a build is timed over whole filters until enough keys went in, by its
// InsertAll where there is one, and has no time if the filter refuses. What else a trial
// times is not changed by it.
func TestTimeBuilds(t *testing.T) {
	for _, c := range []struct {
		variant, workload string
		fill              float64
		samples           []string
	}{
		{"null", "uniform", 1, []string{"build", "hit"}},
		{"blocked(bpk=12)", "uniform", 1, []string{"build", "hit"}},
		{"cuckoo(b=4,f=12)", "uniform", 1, []string{"build", "hit"}},
		{"cuckoo(b=4,f=12)", "urls", 1, []string{"build", "hit"}},
		{"cuckoo(b=4,f=12)", "uniform", 3, []string{"hit"}},
		{"set(of=hash)", "uniform", 1, []string{"build", "hit"}},
	} {
		r := Measure(record.Trial{Kind: record.KindTime, Variant: c.variant, Workload: c.workload, Capacity: 1000, Fill: c.fill,
			Seed: 1, Call: record.CallBatch, Ops: []string{record.OpBuild, "hit"}, Lookups: 2500})
		if r.Failed != "" {
			t.Fatal(c.variant, r.Failed)
		}
		var ops []string
		for _, s := range r.Time().Samples {
			ops = append(ops, s.Op)
			if n := 3 * uint64(1000*c.fill); s.Op == record.OpBuild && (s.Ops != n || s.ElapsedNS <= 0) {
				t.Errorf("%s: %d keys in %d ns, want %d", c.variant, s.Ops, s.ElapsedNS, n)
			}
		}
		if !slices.Equal(ops, c.samples) {
			t.Errorf("%s, %s, fill %g: samples of %v, want %v", c.variant, c.workload, c.fill, ops, c.samples)
		}
	}
}

// built is a filter that counts how it was filled.
type built struct {
	sleeper
	all, batches, singles int
}

func (b *built) Insert(uint64) error { b.singles++; return nil }

type builtBatch struct{ built }

func (b *builtBatch) InsertBatch(h []uint64) (int, error)    { b.batches++; return len(h), nil }
func (b *builtBatch) ContainsBatch(h []uint64, _ []bool) int { return len(h) }

type builtAll struct{ builtBatch }

func (b *builtAll) InsertAll([]uint64) error { b.all++; return nil }

// TestInsertAllFirst: a build is the fastest way into a filter that it has.
func TestInsertAllFirst(t *testing.T) {
	one, batch, all := &built{}, &builtBatch{}, &builtAll{}
	for _, f := range []variants.Filter{one, batch, all} {
		insertAll(f, make([]uint64, 7))
	}
	if one.singles != 7 || batch.singles != 0 || batch.batches != 1 || all.all != 1 || all.batches != 0 || all.singles != 0 {
		t.Errorf("%+v, %+v, %+v", one, batch, all)
	}
}
