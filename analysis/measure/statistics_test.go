package measure

import (
	"math"
	"testing"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/shape"
)

// row is one repetition of one cell.
func row(of ...*record.Record) Row { return Row{Of: of} }

// The bits of a filter with a side dictionary count the dictionary: more with more
// repeated keys, and never as few as the table alone.
func TestDictionaryCounts(t *testing.T) {
	table := shape.Shape{Family: "sidecuckoo", Bits: 16384 * 12, Cells: 16384, BucketSlots: 4, FingerprintBits: 12}
	r := &record.Record{Trial: record.Trial{Variant: "sidecuckoo(b=4,f=12)"}, Shape: table, Outcome: &record.FPR{Filled: record.Filled{Distinct: 14000}}}
	plain := float64(table.Bits) / 14000
	few, many := BitsCounted(r, 100), BitsCounted(r, 14000)
	if !(few > plain) || !(many > 5*plain) || !(many > few) {
		t.Errorf("%g bits alone, %g with a hundred repeated keys, %g with all", plain, few, many)
	}
	r.Variant = "quotient(r=9)"
	if got := BitsCounted(r, 14000); got != plain {
		t.Errorf("a filter without a dictionary takes %g, want %g", got, plain)
	}
	loads := &record.Load{Accepted: []uint64{14000}, Distinct: []uint64{7000}}
	side := &record.Record{Trial: record.Trial{Variant: "sidecuckoo(b=4,f=12)", Workload: "repeat(r=2)"}, Shape: table, Outcome: loads}
	if got := RepeatedBits(side); !(got > float64(table.Bits)/7000) {
		t.Errorf("%g bits for each distinct key where all repeat, the table alone takes %g", got, float64(table.Bits)/7000)
	}
}

// The error of the number of keys is against live keys, though occupied slots may be the
// number of copies to the last; a key that was refused stays among the inserts.
func TestKeysAreNotCopies(t *testing.T) {
	k := record.Drifted{Inserted: 1000, Refused: 50, Live: 100, Copies: 250, Used: 250, Missing: 5}
	r := &record.Record{Outcome: &record.Drift{Checkpoints: []record.Drifted{{Live: 1}, k}}}
	for _, c := range []struct {
		s    Statistic
		want float64
	}{{KeysOff, 1.5}, {CopiesOff, 0}, {DeniedAtEnd, 0.05}, {RefusedAtEnd, 0.05}} {
		if got := c.s.Of(row(r)); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %g, want %g", c.s.Name, got, c.want)
		}
	}
}

// Ratios of kicks are the first load over the second.
func TestKicksRatios(t *testing.T) {
	r := &record.Record{Trial: record.Trial{Loads: []float64{0.5, 0.9, 0.95}}, Outcome: &record.Kicks{Windows: []record.KickWindow{
		{Kicks: record.Histogram{{0, 100}}}, {Kicks: record.Histogram{{4, 100}}}, {Kicks: record.Histogram{{20, 98}, {60, 2}}},
	}}}
	if got := KicksOver(0.95, 0.9).Of(row(r)); math.Abs(got-20.8/4) > 1e-9 {
		t.Errorf("kicks at 95 %% are %g times those at 90 %%, want 5.2", got)
	}
	if got := KicksRise.Of(row(r)); got != 60 {
		t.Errorf("the 99th percentile rises by %g, want 60", got)
	}
	if got := Kicks99(0.9).Of(row(r)); got != 4 {
		t.Errorf("the 99th percentile at 90 %% is %g, want 4", got)
	}
}

// A filling is refused before a load if it holds fewer keys than that share of its slots.
func TestRefusedBefore(t *testing.T) {
	r := &record.Record{Shape: shape.Shape{Cells: 100}, Outcome: &record.Load{Accepted: []uint64{89, 90, 91, 95}}}
	if hits, trials := RefusedBefore(0.9).Count(r); hits != 1 || trials != 4 {
		t.Errorf("%d of %d, want 1 of 4", hits, trials)
	}
	if got := FreeShare.Of(row(r)); math.Abs(got-0.0875) > 1e-12 {
		t.Errorf("%g are left free, want 0.0875", got)
	}
}

// Curves are straight between their points, cross where the dearer becomes the cheaper,
// and say nothing beyond their ends.
func TestCurves(t *testing.T) {
	a, b := curve{{1, 4}, {5, 8}, {9, 12}}, curve{{1, 2}, {9, 18}}
	if got := a.at(3); got != 6 {
		t.Errorf("between 4 and 8 bits lie %g", got)
	}
	if got := crossing(a, b); math.Abs(got-3) > 1e-12 {
		t.Errorf("they cross at %g, want 3", got)
	}
	if !math.IsNaN(a.at(10)) || !math.IsNaN(crossing(b, a)) {
		t.Error("something is known beyond the ends, or of a crossing the other way")
	}
	if got := a.rateAt(6); math.Abs(got-0.125) > 1e-12 {
		t.Errorf("6 bits buy a rate of %g, want 1/8", got)
	}
	if got := largestRatio(a, b); got != 2 {
		t.Errorf("the largest ratio is %g, want 2", got)
	}
}

// Handover is where the filters begin to weigh less for good.
func TestHandover(t *testing.T) {
	weigh := func(keys uint64, bytes int64) *record.Record {
		return &record.Record{Trial: record.Trial{Capacity: keys}, Outcome: &record.Heap{Bytes: bytes}}
	}
	w := Row{Of: []*record.Record{weigh(10, 100), weigh(100, 1000), weigh(1000, 10_000)}, With: []*record.Record{weigh(10, 1000), weigh(100, 2000), weigh(1000, 5000)}}
	if got := handover(w); math.Abs(got-100*math.Sqrt(10)) > 1e-6 {
		t.Errorf("handover at %g keys, want 316", got)
	}
}

// Statistics of counts add repetitions up; a share is exact, a rate has an interval.
func TestCounted(t *testing.T) {
	c := analysis.Cell{}
	for rep := range 3 {
		c.Records = append(c.Records, &record.Record{Trial: record.Trial{Rep: rep}, Outcome: &record.FPR{Queries: 1000, Positives: uint64(10 + rep)}})
	}
	if x := Positives.Estimate([]analysis.Cell{c}, nil, nil); x.Value != 0.011 || !(x.Lo < 0.011 && 0.011 < x.Hi) {
		t.Errorf("33 of 3000 are %+v", x)
	}
	if x := PositivesOver(33).Estimate([]analysis.Cell{c}, nil, nil); math.Abs(x.Value-1.0/3) > 1e-12 || x.Lo != x.Hi {
		t.Errorf("11 a repetition over 33 are %+v", x)
	}
}

// What goroutines lost is counted where two or more worked at once on two cores or more.
func TestBitsLost(t *testing.T) {
	runs := []record.ParallelRun{
		{Op: record.ParallelInsert, Goroutines: 1, Ops: 10, Lost: 100},
		{Op: record.ParallelInsert, Goroutines: 2, Ops: 10, Lost: 3, Extra: 1},
		{Op: record.ParallelLookup, Goroutines: 4, Ops: 20, Missing: 2},
	}
	for procs, want := range map[int][2]uint64{1: {0, 0}, 2: {6, 1020}, 4: {6, 1020}} {
		r := &record.Record{Outcome: &record.Parallel{Bits: 1000, Procs: procs, Runs: runs}}
		if bad, of := BitsLost.Count(r); bad != want[0] || of != want[1] {
			t.Errorf("%d cores: %d of %d, want %v", procs, bad, of, want)
		}
	}
}

// What a filter adds to waits is the difference of the slowest in a hundred, on either
// side, and the spread leaves out what all callers see.
func TestWaits(t *testing.T) {
	// two turns without an interruption, one with
	waits := func(usual, slow, nothing int64) *record.Record {
		turn := record.ArrivalWindow{Median: usual, Tail: slow, NullMedian: nothing, NullTail: nothing + 10}
		jolt := record.ArrivalWindow{Median: usual, Tail: slow + 2e6, NullMedian: nothing, NullTail: nothing + 10}
		return &record.Record{Outcome: &record.Arrivals{Runs: []record.ArrivalRun{{Rate: 1e6, Null: record.Histogram{{uint64(nothing), 1000}}, Windows: []record.ArrivalWindow{turn, jolt, turn}}}}}
	}
	for _, c := range [][3]int64{{100, 400, 50}, {100, 300, 60}, {50, 9000, 40}} {
		of, over := waits(c[0], c[1], c[2]), waits(100, 250, 50)
		if got, want := WaitAdded(1e6).Of(row(of)), float64(c[1]-c[2]-10); got != want {
			t.Errorf("%v: %g ns are added, want %g", c, got, want)
		}
		if got, want := WaitSpread(1e6).Of(Row{Of: []*record.Record{of}, Over: []*record.Record{over}}), float64(c[1]-c[0]-150); got != want {
			t.Errorf("%v: the spread is %g ns more, want %g", c, got, want)
		}
	}
	if got := WaitAdded(1e5).Of(row(waits(1, 2, 1))); !math.IsNaN(got) {
		t.Errorf("a rate without lookups adds %g", got)
	}
	if a, b := NullTail(1e6).Of(row(waits(1, 2, 100))), NullTail(1e6).Of(row(waits(1, 2, 300))); a >= b {
		t.Errorf("null's waits of 100 and 300 ns are told as %g and %g", a, b)
	}
}
