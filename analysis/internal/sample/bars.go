package sample

import (
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// Speed makes one cell of the experiment of bars: its operations take ns beyond the
// loop, which takes 2.
func (m *Maker) Speed(t record.Trial, ns float64) {
	m.speeds(t, func(string) float64 { return ns })
}

// speeds is Speed with a time for each operation.
func (m *Maker) speeds(t record.Trial, ns func(op string) float64) {
	shape := Shape(t.Variant, t.Capacity, 0)
	if bpk := analysis.Param(t.Variant, "bpk"); shape.Family == "floor" {
		shape = theory.Shape{Family: "floor", Bits: uint64(bpk * float64(t.Capacity))}
	}
	t.Experiment, t.Kind, t.Workload, t.Fill, t.Lookups = "speed-bars", record.KindTime, "uniform", 1, 100_000
	m.add(t, shape, func(r *record.Record) {
		r.Outcome = &record.Time{Accepted: t.Capacity, Start: "2026-01-02T03:04:05Z"}
		if t.Pages != "" {
			r.Time().TableBytes = shape.Bits / 8
		}
		if t.Pages == record.PagesHuge {
			r.Time().HugeBytes = shape.Bits / 10
		}
		for _, op := range t.Ops {
			if op == record.OpHash {
				if shape.Family == "null" {
					r.Time().Samples = append(r.Time().Samples, ownLoops()...)
				}
				continue
			}
			each := (2 + ns(op)) * math.Exp(0.01*m.Rand.NormFloat64())
			r.Time().Samples = append(r.Time().Samples, timedLoop(op, 100_000, each))
		}
	})
}

// SpeedBars makes the experiment: lookups that take so many times the floor, libraries
// that take so many times as long as filters, and a second twin that takes so many times
// as long as the first.
func (m *Maker) SpeedBars(floor, library, twin float64) {
	reps := m.Reps
	m.Reps = 10
	three, two := []string{"insert", "hit", "miss"}[:3:3], []string{"hit", "miss"}
	ours := []struct {
		variant string
		ns      float64
	}{{"null", 0}, {"floor(bpk=12,lines=1)", 1}, {"floor(bpk=16.84,lines=2)", 2}, {"blocked(bpk=12)", floor}, {"cuckoo(b=4,f=16)", 2 * floor}}
	scale := func(n uint64) float64 { return 1 + 4*math.Log10(float64(n)/10_000) }
	for _, v := range ours {
		for _, n := range []uint64{15564, 996147} {
			m.Speed(record.Trial{Part: "bars", Variant: v.variant, Capacity: n, Call: "batch", Ops: append(three, record.OpHash)}, v.ns*scale(n))
			for i, factor := range []float64{1, twin} {
				m.Speed(record.Trial{Part: "twins", Variant: v.variant, Capacity: n, Call: "batch", Ops: three, Twin: i}, (2+v.ns*scale(n))*factor-2)
			}
		}
		for _, pages := range []string{record.PagesSmall, record.PagesHuge} {
			ns := v.ns * scale(7969177)
			if pages == record.PagesSmall {
				ns *= 1.5
			}
			m.Speed(record.Trial{Part: "pages", Variant: v.variant, Capacity: 7969177, Call: "batch", Ops: three, Pages: pages}, ns)
		}
		for _, call := range []string{"chain", "single"} {
			m.Speed(record.Trial{Part: "speeds", Variant: v.variant, Capacity: 996147, Call: call, Ops: two}, 4*v.ns)
		}
		for _, depth := range []int{1, 8, 64, 0} {
			m.Speed(record.Trial{Part: "speeds", Variant: v.variant, Capacity: 996147, Call: "batch", Depth: depth, Ops: two}, v.ns)
		}
	}
	for _, v := range []struct {
		variant string
		ns      float64
	}{{"null", 0}, {"blocked(fpr=0.01)", 8}, {"bab-bloom(fpr=0.01)", 8 * library}, {"cuckoo(b=4,f=8)", 10}, {"seiflotfy-cuckoo", 10 * library}} {
		m.Speed(record.Trial{Part: "libraries", Variant: v.variant, Capacity: 996147, Call: "batch", Ops: three}, v.ns)
	}
	m.Reps = reps
}

// Builds makes the part of builds: that of a blocked filter takes so many times the
// floor, and inserts into a cuckoo filter so many times as long as its build.
func (m *Maker) Builds(floor, inserts float64) {
	reps := m.Reps
	m.Reps = 10
	for _, v := range []struct {
		variant       string
		insert, build float64
	}{{"null", 0, 0}, {"floor(bpk=12,lines=1)", 10, 10}, {"blocked(bpk=12)", 20, 10 * floor}, {"cuckoo(b=4,f=16)", 10 * inserts, 10}} {
		for _, call := range []string{"single", "batch"} {
			t := record.Trial{Part: "build", Variant: v.variant, Capacity: 996147, Call: call, Ops: []string{"insert", record.OpBuild}}
			m.speeds(t, func(op string) float64 {
				if op == record.OpBuild {
					return v.build
				}
				return v.insert
			})
		}
	}
	m.Reps = reps
}
