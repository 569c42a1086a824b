package monotone

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/internal/stattest"
)

// made makes up repetitions of one operation at the sizes: time tells the net
// nanoseconds of a filter, to which a loop of 2 is added that null has too.
func made(sizes []uint64, reps int, time func(size uint64, rep int) float64) (records []record.Record) {
	for _, size := range sizes {
		for rep := range reps {
			for _, variant := range []string{"null", "bloom(bpk=12)"} {
				ns := 2.0
				if variant != "null" {
					ns += time(size, rep)
				}
				t := record.Trial{Experiment: "e", Part: "p", Kind: record.KindTime, Variant: variant, Workload: "uniform",
					Capacity: size, Fill: 1, Rep: rep, Seed: record.Seed(size + uint64(rep)), Call: "batch", Ops: []string{"miss"}}
				const ops = 1e9 // so that whole nanoseconds round nothing away
				records = append(records, record.Record{Schema: record.Schema, ID: t.ID(), Trial: t, Outcome: &record.Time{
					Samples: []record.Sample{{Op: "miss", Ops: ops, ElapsedNS: int64(ns * ops)}}}})
			}
		}
	}
	return records
}

func breaksOf(records []record.Record) (list []Break) {
	for _, s := range Find(records) {
		list = append(list, s.Breaks()...)
	}
	return list
}

// TestPlantedBreak: of four sizes the third took too long in nine of ten repetitions,
// and is found with the next. A slow loop, which null has too, is no break.
func TestPlantedBreak(t *testing.T) {
	sizes := []uint64{100, 1000, 10_000, 100_000}
	rng := rand.New(rand.NewPCG(1, 2))
	time := func(size uint64, rep int) float64 {
		ns := math.Log10(float64(size)) * math.Exp(0.01*rng.NormFloat64())
		if size == 10_000 && rep != 4 {
			ns += 2
		}
		return ns
	}
	records := made(sizes, 10, time)
	got := breaksOf(records)
	if len(got) != 1 || got[0].Small.Size != 10_000 || got[0].Large.Size != 100_000 {
		t.Fatalf("breaks %+v; want one between the last two sizes", got)
	}
	if g := got[0].Gap; g < 0.1 || g > 0.2 { // 6 against 5, less noise of 1 %
		t.Errorf("the gap is %g of the smaller's time; want a sixth or a little less", g)
	}
	slow := made(sizes, 10, func(size uint64, _ int) float64 { return math.Log10(float64(size)) })
	for i := range slow {
		if slow[i].Capacity == 10_000 {
			slow[i].Time().Samples[0].ElapsedNS += 5e9
		}
	}
	if got := breaksOf(slow); len(got) != 0 {
		t.Errorf("a loop that is slow for null too gives breaks %+v", got)
	}
	withoutNull := slices.DeleteFunc(slow, func(r record.Record) bool { return r.Variant == "null" })
	if got := breaksOf(withoutNull); len(got) != 1 || Find(withoutNull)[0].Net {
		t.Errorf("without null times are gross, and breaks are %+v; want one", got)
	}
}

// TestSmallDifferences: below what a loop is known to, nothing is called a break, and
// neither is anything with four repetitions.
func TestSmallDifferences(t *testing.T) {
	falling := func(by float64) func(uint64, int) float64 {
		return func(size uint64, rep int) float64 { return 5 - by*math.Log10(float64(size)) + float64(rep)*1e-6 }
	}
	for _, c := range []struct {
		by   float64
		reps int
		want int
	}{{0.09, 10, 0}, {0.11, 10, 1}, {1, 4, 0}, {1, 5, 1}} {
		if got := breaksOf(made([]uint64{100, 1000}, c.reps, falling(c.by))); len(got) != c.want {
			t.Errorf("%g ns less with %d repetitions: %d breaks, want %d", c.by, c.reps, len(got), c.want)
		}
	}
}

// TestFalseAlarm compares the formula with all orders of small samples, and with
// numbers counted by hand.
func TestFalseAlarm(t *testing.T) {
	for n := 1; n <= 8; n++ {
		for m := 1; m <= 8; m++ {
			alarms, orders := 0, 0
			for mask := range 1 << (n + m) { // which places the m take
				var x, y []float64
				for place := range n + m {
					if mask>>place&1 == 1 {
						y = append(y, float64(place))
					} else {
						x = append(x, float64(place))
					}
				}
				if len(x) != n {
					continue
				}
				orders++
				if stat.NewMedian(y).Hi < stat.NewMedian(x).Lo {
					alarms++
				}
			}
			if got, want := FalseAlarm(n, m), float64(alarms)/float64(orders); math.Abs(got-want) > 1e-9 {
				t.Errorf("%d and %d draws: %g, want %g", n, m, got, want)
			}
		}
	}
	for _, c := range []struct {
		n    int
		want float64
	}{{4, 1.0 / 70}, {5, 1.0 / 252}, {10, 101.0 / 184756}} {
		if got := FalseAlarm(c.n, c.n); math.Abs(got/c.want-1) > 1e-9 {
			t.Errorf("twice %d draws: %g, want %g", c.n, got, c.want)
		}
	}
	if FalseAlarm(0, 5) != 1 {
		t.Error("nothing to compare raises an alarm always")
	}
}

// TestNoise: pairs of equal points are called breaks as often as FalseAlarm says; a
// fault of the test by chance has probability 1e-6. The distribution is skewed, as
// times are.
func TestNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	noise := func(uint64, int) float64 { return 5 + 3*rng.ExpFloat64() }
	const pairs = 20_000
	for _, reps := range []int{5, 10} {
		found := 0
		draw := func() stat.Median {
			times := make([]float64, reps)
			for i := range times {
				times[i] = noise(0, i)
			}
			return stat.NewMedian(times)
		}
		for range pairs {
			if breaks(draw(), draw()) {
				found++
			}
		}
		// Breaks below Finest are not called: one in a few hundred of them with this spread.
		stattest.Rate(t, uint64(found), pairs, FalseAlarm(reps, reps), 1e-6)
		if s := Find(made([]uint64{1, 2, 3}, reps, noise)); len(s) != 1 || math.Abs(s[0].Alarms()-3*FalseAlarm(reps, reps)) > 1e-12 {
			t.Errorf("%d repetitions at three sizes: %+v; want the alarms of three pairs", reps, s)
		}
	}
}

// TestSeries: circumstances that differ in anything but size are different series.
func TestSeries(t *testing.T) {
	records := made([]uint64{10, 20}, 5, func(uint64, int) float64 { return 1 })
	more := made([]uint64{10, 20, 30}, 5, func(uint64, int) float64 { return 1 })
	for i := range more {
		more[i].Pages = record.PagesHuge
		more[i].ID = more[i].Trial.ID()
		more[i].Extra = more[i].Rep > 2
	}
	one := made([]uint64{10}, 5, func(uint64, int) float64 { return 1 })
	for i := range one {
		one[i].Depth = 8
		one[i].ID = one[i].Trial.ID()
	}
	got := Find(slices.Concat(records, more, one))
	if len(got) != 2 || len(got[0].Points)+len(got[1].Points) != 5 {
		t.Fatalf("series %+v; want one of two sizes and one of three", got)
	}
	for _, s := range got {
		for _, p := range s.Points {
			if p.Median.N != 5 || !s.Net || (p.Extra == 2) != (s.Trial.Pages == record.PagesHuge) {
				t.Errorf("%s pages: point %+v, net %v", s.Trial.Pages, p, s.Net)
			}
		}
	}
}
