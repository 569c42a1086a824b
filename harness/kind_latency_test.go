package harness

import (
	"math"
	"math/rand/v2"
	"testing"

	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/shared"
)

// events counts the operations of a histogram.
func events(h record.Histogram) (n uint64) {
	for _, bin := range h {
		n += bin[1]
	}
	return n
}

// TestLatencyProbe: each window holds the inserts made at its load, the slots being
// the measure of a cuckoo filter and the capacity that of others.
func TestLatencyProbe(t *testing.T) {
	for variant, window := range map[string]float64{"bloom(bpk=12)": 100, "cuckoo(b=4,f=12)": 163.84, "null": 100} {
		r := measure(t, record.Trial{Kind: record.KindLatency, Variant: variant, Capacity: 10_000, Loads: []float64{0.5, 0.9}, Lookups: 777})
		l := r.Latency()
		if len(l.Windows) != 4 || events(l.Clock) != 777 {
			t.Fatalf("%s: %d windows and %d clocked, want 4 and 777", variant, len(l.Windows), events(l.Clock))
		}
		for i, op := range []string{"insert", "insert", "hit", "miss"} {
			w, want := l.Windows[i], 777.0
			if op == "insert" {
				want = window
			}
			if w.Op != op || math.Abs(float64(events(w.Times))-want) > 1 || w.Refused != 0 {
				t.Errorf("%s: window %d is %d of %s, want %g of %s", variant, i, events(w.Times), w.Op, want, op)
			}
		}
		if want := uint64(math.Ceil(0.905 * 100 * window)); l.Accepted != want {
			t.Errorf("%s: %d keys accepted, want %d", variant, l.Accepted, want)
		}
	}
	r := measure(t, record.Trial{Kind: record.KindLatency, Variant: "cuckoo(b=1,f=8)", Slots: 4096, Loads: []float64{0.3, 0.8}, Lookups: 10})
	if w := r.Latency().Windows; w[0].Refused != 0 || w[1].Refused == 0 || r.Latency().Accepted >= 3297 {
		t.Errorf("of one slot a bucket: %d and %d refused, %d accepted", w[0].Refused, w[1].Refused, r.Latency().Accepted)
	}
}

// stuck is a filter one of whose lookups takes long.
type stuck struct {
	variants.Filter
	calls, at int
	ns        int64
}

// Contains stays in its at-th call for so long.
func (s *stuck) Contains(uint64) bool {
	if s.calls++; s.calls == s.at {
		for start := monotonic(); monotonic()-start < s.ns; {
		}
	}
	return true
}

// TestArrivalsCountWaiting: of a lookup that takes 10 ms those wait that are due in the
// meantime, and their wait is in the times. The rate is one in 100 µs, so about a hundred
// are late by 5 ms on average.
func TestArrivalsCountWaiting(t *testing.T) {
	const n, rate, hold = 400, 1e4, int64(10e6)
	s := &stuck{Filter: nullFilter(), at: n + 50, ns: hold} // the first n calls are the warm-up
	due := dueTimes(record.ArrivalEven, rate, n, nil)
	var times latencies
	run, positives := arrive(s, make([]uint64, n), due, &times)
	late := func(h record.Histogram, ns uint64) (count uint64) {
		for _, bin := range h {
			if bin[0] >= ns {
				count += bin[1]
			}
		}
		return count
	}
	waits := times.histogram()
	if positives != n || run.Ops != n || run.DueNS != due[n-1] || events(waits) != n {
		t.Fatalf("%d positives in %d lookups, the last due at %d", positives, run.Ops, run.DueNS)
	}
	if got := late(waits, 1e6); got < 80 {
		t.Errorf("%d lookups ended more than 1 ms after they were due, want about 90", got)
	}
	if run.BehindNS < 0 {
		t.Errorf("the last ended %d ns before it was due", -run.BehindNS)
	}
}

// TestDueTimes: even arrivals are where they should be; the gaps of random ones have
// the mean and the variance of an exponential distribution. The sum of n gaps is off by
// 5 standard deviations in fewer than one case in a million; the test is two-sided.
func TestDueTimes(t *testing.T) {
	even := dueTimes(record.ArrivalEven, 1e6, 5, nil)
	for i, at := range even {
		if at != int64(1000*i) {
			t.Errorf("arrival %d is due at %d", i, at)
		}
	}
	const n = 100_000
	due := dueTimes(record.ArrivalPoisson, 1e6, n, rand.New(rand.NewPCG(1, 2)))
	if off := math.Abs(float64(due[n-1])/1000 - n); off > 5*math.Sqrt(n) {
		t.Errorf("%d arrivals take %d ns, off by %.0f gaps", n, due[n-1], off)
	}
	squares := 0.0
	for i := 1; i < n; i++ {
		gap := float64(due[i]-due[i-1])/1000 - 1
		squares += gap * gap
	}
	// The fourth central moment of an exponential gap is 9, so the variance of its square is 8.
	if off := math.Abs(squares - n); off > 5*math.Sqrt(8*n) {
		t.Errorf("the gaps have a variance of %g means, want 1", squares/n)
	}
}

// TestArrivalsProbe: every rate has its run, of as many lookups as are due.
func TestArrivalsProbe(t *testing.T) {
	trial := record.Trial{Kind: record.KindArrivals, Variant: "cuckoo(b=4,f=12)", Capacity: 1000, Fill: 1, Rates: []float64{1e5, 1e6},
		Arrival: record.ArrivalPoisson, Ops: []string{"mix50"}, Lookups: 3000}
	a := measure(t, trial).Arrivals()
	if len(a.Runs) != 2 || a.Runs[0].Ops != 3000 || a.Runs[1].Ops != 20_000 || a.Runs[1].Rate != 1e6 || a.Accepted != 1000 {
		t.Errorf("%+v", a)
	}
	for i, turns := range []int{3, 2} { // of a hundredth of a second each
		if run := a.Runs[i]; len(run.Windows) != turns || events(run.Null) != run.Ops || events(run.Times) != run.Ops {
			t.Errorf("run %d has %d turns with %d lookups in null, want %d with as many as in the filter, %d", i, len(run.Windows), events(run.Null), turns, run.Ops)
		}
	}
}

// TestColdProbe counts its shots.
func TestColdProbe(t *testing.T) {
	c := measure(t, record.Trial{Kind: record.KindCold, Variant: "bloom(bpk=12)", Capacity: 1000, Fill: 1, Draws: 3, Lookups: 5000}).Cold()
	if events(c.First) != 3 || events(c.Again) != 3 || events(c.Clock) != 3 || c.Warm.Ops != 5000 || c.Accepted != 1000 || c.Swept != sweepBytes {
		t.Errorf("%+v", c)
	}
}

// TestParallelProbe: sound filters lose nothing, whoever runs when; a table of bits is
// compared with one that a single goroutine fills, and that comparison finds a loss.
func TestParallelProbe(t *testing.T) {
	trial := record.Trial{Kind: record.KindParallel, Capacity: 20_000, Fill: 1, Goroutines: []int{1, 2, 4}}
	for _, c := range [][2]string{
		{"bloom(bpk=12)", record.GuardAtomic}, {"bloom(bpk=12)", record.GuardMutex}, {"cuckoo(b=4,f=12)", record.GuardSharded},
	} {
		trial.Variant, trial.Guard = c[0], c[1]
		p := measure(t, trial).Parallel()
		if len(p.Runs) != 8 || p.Keys != 20_000 || (p.Bits > 100_000) != (c[1] == record.GuardAtomic) {
			t.Fatalf("%v: %d runs, %d bits", c, len(p.Runs), p.Bits)
		}
		for _, run := range p.Runs {
			if run.Missing != 0 || run.Lost != 0 || run.Extra != 0 || run.Refused != 0 || run.Ops != 20_000 || run.ElapsedNS <= 0 {
				t.Errorf("%v: %+v", c, run)
			}
		}
	}
}

// TestParallelSeesLosses: a filter from which an eighth of the keys is kept has lost
// their bits, and denies them.
func TestParallelSeesLosses(t *testing.T) {
	b, err := newBench(record.Trial{Kind: record.KindParallel, Variant: "bloom(bpk=12)", Guard: record.GuardAtomic, Workload: "uniform", Capacity: 8000, Fill: 1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := &crew{bench: b, hashes: make([]uint64, 8000)}
	b.keys.HashInserts(c.hashes, 0, b.hashSeed)
	whole, part := c.mustFresh(t), c.mustFresh(t)
	c.insertAll(whole, 1)
	c.alone = whole
	c.hashes = c.hashes[:7000]
	run, refused := c.insertAll(part, 2)
	c.hashes = c.hashes[:8000]
	seen := c.lookUpAll(part, 2, refused)
	if run.Lost == 0 || run.Extra != 0 || seen.Missing < 900 || seen.Missing > 1000 {
		t.Errorf("%d bits lost, %d too many; %d of 1000 keys denied", run.Lost, run.Extra, seen.Missing)
	}
}

// mustFresh makes an empty filter of bits.
func (c *crew) mustFresh(t *testing.T) *shared.Bits {
	t.Helper()
	f, err := c.fresh()
	if err != nil {
		t.Fatal(err)
	}
	return f.(*shared.Bits)
}
