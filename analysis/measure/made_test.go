package measure_test

import (
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/simulate"
)

// maker collects trials of a made-up run.
type maker struct {
	simulate.Run
	reps   int
	trials []record.Trial
	times  map[timedCell]float64 // nanoseconds by cell and operation, the loop included
}

func newMaker(seed uint64) *maker {
	m := &maker{reps: 8, times: map[timedCell]float64{}}
	m.Seed = seed
	return m
}

func (m *maker) add(t record.Trial) { m.trials = append(m.trials, simulate.Repeat(t, m.reps)...) }

// dataset is what was made, as if it had been read from a folder.
func (m *maker) dataset() *analysis.Dataset {
	var manifest record.Manifest
	manifest.Machine.Caches = []record.Cache{{Name: "L1d", Bytes: 32 << 10}, {Name: "L2", Bytes: 1 << 20}}
	run := m.Run
	run.Change(simulate.Time, func(t record.Trial, op string, usual float64) float64 {
		if ns, ok := m.times[cellOf(t, op)]; ok {
			return ns
		}
		return usual
	})
	records := run.Records(m.trials)
	for i := range records {
		if records[i].Variant == nobody {
			records[i].Variant = "made-up-filter"
		}
	}
	return &analysis.Dataset{Dir: "made-up", Manifest: manifest, Records: records}
}

// timedCell is what tells the times of a cell from others.
type timedCell struct {
	part, variant, call, pages, op string
	keys                           uint64
	depth, twin                    int
}

func cellOf(t record.Trial, op string) timedCell {
	return timedCell{t.Part, t.Variant, t.Call, t.Pages, op, t.Capacity, t.Depth, t.Twin}
}

// nobody stands for a filter that nobody knows.
const nobody = "boom-stable(bpk=10,fpr=0.01)"

// rate makes a cell of kind fpr.
func (m *maker) rate(experiment, variant string, size record.Trial, fill, positives float64) {
	size.Experiment, size.Part, size.Kind, size.Variant, size.Workload, size.Fill = experiment, "p", record.KindFPR, variant, "uniform", fill
	m.add(simulate.Asking(size, positives, m.reps))
}

// of makes a cell of another kind.
func (m *maker) of(experiment, kind, variant string, t record.Trial) {
	t.Experiment, t.Part, t.Kind, t.Variant = experiment, "p", kind, variant
	if t.Workload == "" {
		t.Workload = "uniform"
	}
	m.add(t)
}

// time makes a cell of kind time whose operations take what ns says beyond the loop.
func (m *maker) time(t record.Trial, loop float64, ns func(op string) float64) {
	t.Kind, t.Workload, t.Fill, t.Lookups = record.KindTime, "uniform", 1, 100_000
	for _, op := range t.Ops {
		if op != record.OpHash { // which the loops have by themselves
			m.times[cellOf(t, op)] = loop + ns(op)
		}
	}
	m.add(t)
}

// lookups makes a cell of misses of the experiment throughput, whose loop takes 1.5 ns.
func (m *maker) lookups(variant string, keys uint64, ns float64) {
	m.time(record.Trial{Experiment: "throughput", Part: "size", Variant: variant, Capacity: keys, Call: "batch", Ops: []string{"miss"}}, 1.5, func(string) float64 { return ns })
}

// speed makes a cell of the experiment of bars, whose loop takes 2 ns.
func (m *maker) speed(t record.Trial, ns float64) { m.speeds(t, func(string) float64 { return ns }) }

func (m *maker) speeds(t record.Trial, ns func(op string) float64) {
	m.Noise, t.Experiment = 0.01, "speed-bars"
	m.time(t, 2, ns)
}

// cost is a filter and its nanoseconds.
type cost struct {
	variant string
	ns      float64
}

var three = []string{"insert", "hit", "miss"}

// speedBars makes the experiment: lookups that take so many times the floor, libraries
// that take so many times as long as filters, and a second twin that takes so many times
// as long as the first.
func (m *maker) speedBars(floor, library, twin float64) {
	m.reps = 10
	scale := func(n uint64) float64 { return 1 + 4*math.Log10(float64(n)/10_000) }
	for _, v := range []cost{{"null", 0}, {"floor(bpk=12,lines=1)", 1}, {"floor(bpk=16.84,lines=2)", 2}, {"blocked(bpk=12)", floor}, {"cuckoo(b=4,f=16)", 2 * floor}} {
		for _, n := range []uint64{15564, 996147} {
			m.speed(record.Trial{Part: "bars", Variant: v.variant, Capacity: n, Call: "batch", Ops: append(slices.Clone(three), record.OpHash)}, v.ns*scale(n))
			for i, factor := range []float64{1, twin} {
				m.speed(record.Trial{Part: "twins", Variant: v.variant, Capacity: n, Call: "batch", Ops: three, Twin: i}, (2+v.ns*scale(n))*factor-2)
			}
		}
		for pages, factor := range map[string]float64{record.PagesSmall: 1.5, record.PagesHuge: 1} {
			m.speed(record.Trial{Part: "pages", Variant: v.variant, Capacity: 7969177, Call: "batch", Ops: three, Pages: pages}, v.ns*scale(7969177)*factor)
		}
		for _, call := range []string{"chain", "single"} {
			m.speed(record.Trial{Part: "speeds", Variant: v.variant, Capacity: 996147, Call: call, Ops: three[1:]}, 4*v.ns)
		}
		for _, depth := range []int{1, 8, 64, 0} {
			m.speed(record.Trial{Part: "speeds", Variant: v.variant, Capacity: 996147, Call: "batch", Depth: depth, Ops: three[1:]}, v.ns)
		}
	}
	m.libraries("libraries", "batch", cost{"null", 0}, cost{"blocked(fpr=0.01)", 8}, cost{"bab-bloom(fpr=0.01)", 8 * library}, cost{"cuckoo(b=4,f=8)", 10}, cost{"seiflotfy-cuckoo", 10 * library})
}

func (m *maker) libraries(part, call string, costs ...cost) {
	for _, c := range costs {
		m.speed(record.Trial{Part: part, Variant: c.variant, Capacity: 996147, Call: call, Ops: three}, c.ns)
	}
}

// peers adds libraries to those of speedBars, and the rates of all: they take so many
// times as long as filters, the one without its hash half as many. Two have nothing to
// stand against.
func (m *maker) peers(library float64) {
	m.libraries("libraries", "batch", cost{"floor(bpk=12,lines=1)", 1}, cost{"blocked(fpr=0.0039)", 9}, cost{"bloom(fpr=0.01)", 16}, cost{"cuckoo(b=4,f=12)", 11},
		cost{"xor", 9 * library}, cost{"bab-bloom(fpr=0.01,hash=none)", 4 * library}, cost{"ipfs-bloom(fpr=0.01)", 30}, cost{nobody, 40})
	m.libraries("libraries-single", "single", cost{"null", 0}, cost{"cuckoo(b=4,f=8)", 15}, cost{"seiflotfy-cuckoo", 15 * library})
	m.reps = 1
	rates := map[string]float64{
		"blocked(fpr=0.01)": 0.0105, "blocked(fpr=0.0039)": 0.0039, "bloom(fpr=0.01)": 0.01, "cuckoo(b=4,f=8)": 0.03, "cuckoo(b=4,f=12)": 0.002,
		"xor": 0.0039, "bab-bloom(fpr=0.01)": 0.01, "bab-bloom(fpr=0.01,hash=none)": 0.01, "seiflotfy-cuckoo": 0.029,
		"ipfs-bloom(fpr=0.01)": 0.0005, nobody: 0.01,
	}
	for variant, rate := range rates {
		m.Set(simulate.Rate, rate, func(t record.Trial, _ string) bool { return t.Part == "rates" && t.Variant == variant })
		m.add(record.Trial{Experiment: "speed-bars", Part: "rates", Kind: record.KindFPR, Variant: variant, Workload: "uniform", Capacity: 996147, Fill: 1, Queries: 50_000_000})
	}
}

// kernels makes a filter whose kernels take so many nanoseconds, at two sizes.
func (m *maker) kernels(scalar, swar, simd float64) {
	m.reps = 12
	for _, n := range []uint64{15564, 498073} {
		for _, c := range []cost{{"null", 0}, {"cuckoo(b=4,f=8,kernel=scalar)", scalar}, {"cuckoo(b=4,f=8,kernel=swar)", swar}, {"cuckoo(b=4,f=8,kernel=simd)", simd}} {
			m.time(record.Trial{Experiment: "throughput", Part: "kernels", Variant: c.variant, Capacity: n, Call: "batch", Ops: three[1:]}, 1.5, func(string) float64 { return c.ns })
		}
	}
}
