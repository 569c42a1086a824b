package record

import (
	"math"
	"testing"

	"filterbench/variants/shape"
)

// exampleLatencies returns one record of each kind that times operations one by one
// or goroutines together.
func exampleLatencies(trial func(kind string) Trial) []Record {
	clock := Histogram{{40, 900}, {41, 100}}
	latency, arrivals, cold, parallel := trial(KindLatency), trial(KindArrivals), trial(KindCold), trial(KindParallel)
	latency.Fill, latency.Loads, latency.Lookups = 0, []float64{0.5, 0.9}, 100
	arrivals.Rates, arrivals.Arrival, arrivals.Ops, arrivals.Lookups = []float64{1e5, 1e6}, ArrivalPoisson, []string{"mix50"}, 100
	cold.Draws, cold.Lookups = 3, 1000
	parallel.Variant, parallel.Guard, parallel.Goroutines = "bloom(bpk=12)", GuardAtomic, []int{1, 2}
	shape := shape.Shape{Family: "cuckoo", Bits: 12288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12}
	records := []Record{
		{Trial: latency, Outcome: &Latency{Accepted: 921, Clock: clock, Start: "2026-01-02T03:04:05Z", Windows: []LatencyWindow{
			{Op: "insert", From: 0.495, To: 0.505, Times: Histogram{{50, 9}, {128, 1}}},
			{Op: "insert", From: 0.895, To: 0.905, Refused: 1, Times: Histogram{{50, 8}, {256, 1}, {4096, 1}}},
			{Op: "hit", Times: Histogram{{45, 100}}},
		}}},
		{Trial: arrivals, Outcome: &Arrivals{Accepted: 921, Clock: clock, Start: "2026-01-02T03:04:05Z", Runs: []ArrivalRun{
			{Rate: 1e5, Ops: 100, Times: Histogram{{60, 99}, {132, 1}}, DueNS: 990_000, BehindNS: 60},
			{Rate: 1e6, Ops: 100, Times: Histogram{{60, 90}, {512, 10}}, DueNS: 99_000, BehindNS: 516},
		}}},
		{Trial: cold, Outcome: &Cold{Accepted: 921, Swept: 1 << 20, Clock: Histogram{{90, 3}}, First: Histogram{{592, 2}, {1024, 1}},
			Again: Histogram{{50, 3}}, Warm: Sample{Op: "hit", Ops: 1000, ElapsedNS: 9000}, Start: "2026-01-02T03:04:05Z"}},
		{Trial: parallel, Outcome: &Parallel{Keys: 921, Bits: 5000, Procs: 2, Start: "2026-01-02T03:04:05Z", Runs: []ParallelRun{
			{Op: ParallelInsert, Goroutines: 1, Ops: 921, ElapsedNS: 36_840},
			{Op: ParallelLookup, Goroutines: 2, Ops: 921, ElapsedNS: 9210},
			{Op: ParallelMixed, Goroutines: 2, Ops: 921, ElapsedNS: 46_050, Reads: 800},
		}}},
	}
	for i := range records {
		r := &records[i]
		r.Schema, r.ID, r.Shape = Schema, r.Trial.ID(), shape
	}
	return records
}

// TestBins: every time is in exactly one bin, none is wider than a 32nd of its times, or a quarter of
// long ones,
// and times that can be told apart by single nanoseconds are.
func TestBins(t *testing.T) {
	at := func(ns uint64) {
		low, width, share := BinOf(ns), BinWidth(BinOf(ns)), uint64(32)
		if ns >= 1<<16 {
			share = 4
		}
		if ns < low || ns-low >= width || BinOf(low) != low || width > 1 && width > low/share {
			t.Fatalf("%d ns is in the bin from %d, %d wide", ns, low, width)
		}
		if end := low + width; end != 0 && (BinOf(end) != end || BinOf(end-1) != low) {
			t.Fatalf("the bin from %d ends before %d and at %d", low, end, BinOf(end-1))
		}
	}
	for ns := range uint64(1 << 18) {
		at(ns)
	}
	for shift := range 64 {
		for _, off := range []uint64{0, 1, 12345} {
			at(1<<shift - off)
		}
	}
	if BinWidth(63) != 1 || BinWidth(64) != 2 {
		t.Errorf("the bins of 63 and 64 ns are %d and %d wide, want 1 and 2", BinWidth(63), BinWidth(64))
	}
}

// TestTimeQuantile takes the nearest rank and the middle of its bin.
func TestTimeQuantile(t *testing.T) {
	h := Histogram{{10, 98}, {100, 1}, {256, 1}}
	for q, want := range map[float64]float64{0: 10, 0.5: 10, 0.98: 10, 0.981: 100.5, 0.99: 100.5, 0.999: 259.5, 1: 259.5} {
		if got := h.TimeQuantile(q); got != want {
			t.Errorf("quantile %g is %g, want %g", q, got, want)
		}
	}
	if got := (Histogram{}).TimeQuantile(0.5); !math.IsNaN(got) {
		t.Errorf("the median of nothing is %g", got)
	}
}

// TestLatencyChecks: what no trial can give is refused.
func TestLatencyChecks(t *testing.T) {
	for name, spoil := range map[string]func(*Record){
		"a size inside a bin":     func(r *Record) { r.Latency().Windows[0].Times = Histogram{{131, 1}} },
		"more refusals than keys": func(r *Record) { r.Latency().Windows[0].Refused = 11 },
		"an unknown operation":    func(r *Record) { r.Latency().Windows[0].Op = "guess" },
		"too few times":           func(r *Record) { r.Arrivals().Runs[0].Ops++ },
		"no rate":                 func(r *Record) { r.Arrivals().Runs[0].Rate = 0 },
		"no warm lookups":         func(r *Record) { r.Cold().Warm.Ops = 0 },
		"more lost than set":      func(r *Record) { r.Parallel().Runs[0].Lost = 5001 },
		"no goroutine":            func(r *Record) { r.Parallel().Runs[0].Goroutines = 0 },
	} {
		records := exampleLatencies(func(kind string) Trial { return Trial{Kind: kind, Variant: "null"} })
		spoiled := 0
		for i := range records {
			r := &records[i]
			if err := r.Check(); err != nil {
				t.Fatalf("the example of %s is not one: %v", r.Kind, err)
			}
			func() {
				defer func() { recover() }() // the one that the case is not about
				spoil(r)
			}()
			if r.Check() != nil {
				spoiled++
			}
		}
		if spoiled != 1 {
			t.Errorf("%s: %d records are refused, want 1", name, spoiled)
		}
	}
}

// TestBinIndex: bins are numbered in the order of their times, without gaps, and as
// [BinOf] draws them.
func TestBinIndex(t *testing.T) {
	low := uint64(0)
	for i := range TimeBins {
		if BinLow(i) != low || BinIndex(low) != i || BinIndex(low+BinWidth(low)-1) != i {
			t.Fatalf("bin %d begins at %d, want %d", i, BinLow(i), low)
		}
		low += BinWidth(low)
	}
	if low != 0 {
		t.Errorf("the last bin ends at %d, want 2^64, which is 0", low)
	}
}
