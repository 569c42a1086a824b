// Package simulate makes up runs for tests: the real plans of the real experiment files,
// with outcomes that are drawn from theory by a seeded generator in place of being measured.
// Any [Statistic] can be multiplied or set for some of the trials, so that a test can make a
// claim true, false, or just so.
//
// Shapes are those of the filters themselves. Rates of false positives follow the formulas of
// the families; loads, copies, places and losses those of package theory where there are some.
// Times follow no machine: they grow with the lines that a lookup touches and with the table.
// Kinds that nothing here draws are measured.
package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"
	"strconv"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"filterbench/experiments"
	"filterbench/harness"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// Statistic is something that a run can be made to have otherwise than theory says.
type Statistic string

// The statistics.
const (
	Rate     Statistic = "rate"     // of false positives
	Room     Statistic = "room"     // share of the slots that a table takes before it refuses
	Distinct Statistic = "distinct" // share of accepted inserts whose key is new
	Kicks    Statistic = "kicks"    // of an insert, on average
	Copies   Statistic = "copies"   // of one key that are accepted
	Denied   Statistic = "denied"   // share of the keys that are held, and denied
	Deleted  Statistic = "deleted"  // share of deletes of absent keys that are done
	Same     Statistic = "same"     // share of keys whose places coincide
	Refused  Statistic = "refused"  // keys of a group with the same places
	Heap     Statistic = "heap"     // bytes of the whole structure
	Time     Statistic = "time"     // nanoseconds of an operation, the loop included
	Lost     Statistic = "lost"     // bits that goroutines lose
)

// rule changes a statistic.
type rule struct {
	statistic Statistic
	change    func(t record.Trial, point string, usual float64) float64
}

// Where chooses trials, and points of them: the operation of a time, "" of other statistics.
type Where func(t record.Trial, point string) bool

// Run makes records up. The zero value follows theory.
type Run struct {
	Seed    uint64
	Scatter float64 // relative standard deviation of the rate between filters, beside that of counting
	Noise   float64 // relative standard deviation of times; 0 is 3 %

	rules []rule
}

// Change gives a statistic another value than the usual one, that of theory or of changes
// before.
func (r *Run) Change(s Statistic, to func(t record.Trial, point string, usual float64) float64) {
	r.rules = append(r.rules, rule{s, to})
}

// Scale multiplies a statistic where the function says so, everywhere if it is nil.
func (r *Run) Scale(s Statistic, factor float64, where Where) {
	r.Change(s, func(t record.Trial, point string, usual float64) float64 {
		if where != nil && !where(t, point) {
			return usual
		}
		return factor * usual
	})
}

// Set puts a value in the place of theory's.
func (r *Run) Set(s Statistic, value float64, where Where) {
	r.Change(s, func(t record.Trial, point string, usual float64) float64 {
		if where != nil && !where(t, point) {
			return usual
		}
		return value
	})
}

// Plan returns what declared experiments plan in a profile; all of them if none is named.
func Plan(profile string, names ...string) (harness.Plan, error) {
	files, err := experiments.Files.ReadDir(".")
	if err != nil {
		return harness.Plan{}, err
	}
	var chosen []harness.Experiment
	for _, f := range files {
		name := regexp.MustCompile(`^\d*-?|\.toml$`).ReplaceAllString(path.Base(f.Name()), "")
		if len(names) > 0 && !slices.Contains(names, name) {
			continue
		}
		text, err := experiments.Files.ReadFile(f.Name())
		if err != nil {
			return harness.Plan{}, err
		}
		e, err := harness.Decode(name, f.Name(), text)
		if err != nil {
			return harness.Plan{}, err
		}
		chosen = append(chosen, e)
	}
	if len(names) > 0 && len(chosen) < len(names) {
		return harness.Plan{}, fmt.Errorf("simulate: of the experiments %q only %d are declared", names, len(chosen))
	}
	return harness.Expand(profile, chosen)
}

// Manifest describes the made-up run of a plan.
func Manifest(p harness.Plan) record.Manifest {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	m := record.Manifest{
		Schema: record.Schema, Profile: p.Profile, Plan: p.Digest(), Trials: len(p.Trials),
		Machine:   record.Machine{CPU: "Sample CPU", Cores: 2, Caches: []record.Cache{{Name: "L1d", Bytes: 32 << 10}, {Name: "L2", Bytes: 1 << 20}}, MemoryBytes: 8 << 30, OS: "linux", Arch: "amd64"},
		Toolchain: record.Toolchain{Go: "go1.26.0", GOMAXPROCS: 2, GOGC: "100"},
		Runs:      []record.Run{{Start: start, End: start.Add(3 * time.Minute), Revision: "0123456789abcdef0123", Done: len(p.Trials)}},
	}
	for _, e := range p.Experiments {
		m.Experiments = append(m.Experiments, record.NewSource(e.Name, e.Source, record.Seed(e.Seed)))
	}
	return m
}

// Records makes the records of trials, in their order. Each depends on the run and on its
// trial alone, whatever other trials there are.
func (r *Run) Records(trials []record.Trial) []record.Record {
	list := make([]record.Record, len(trials))
	for i, t := range trials {
		list[i] = r.record(t)
	}
	return list
}

func (r *Run) record(t record.Trial) record.Record {
	draw, ok := draws[t.Kind]
	if !ok {
		return harness.Measure(t)
	}
	v, s := filterOf(t)
	id := t.ID()
	number, err := strconv.ParseUint(id, 16, 64)
	if err != nil {
		panic("simulate: an id is no number: " + err.Error())
	}
	f := &filter{run: r, trial: t, variant: v, shape: s, rng: rand.New(rand.NewPCG(r.Seed, number)),
		size: t.Capacity + t.Slots, keys: uint64(math.Round(t.Fill * float64(t.Capacity+t.Slots)))}
	rec := record.Record{Schema: record.Schema, ID: id, Trial: t, Shape: s, Peer: v.Peer(), Unseeded: v.Has(families.Unseeded)}
	rec.Outcome = draw(f)
	return rec
}

// filterOf returns the variant of a trial and its geometry.
func filterOf(t record.Trial) (variants.Variant, shape.Shape) {
	v, err := catalog.Parse(t.Variant)
	if err != nil {
		panic("simulate: " + err.Error())
	}
	s, err := v.Shape(variants.Size{Keys: t.Capacity, Slots: t.Slots})
	if err != nil {
		panic("simulate: " + err.Error())
	}
	return v, s
}

// ShapeOf returns the geometry of a trial's filter.
func ShapeOf(t record.Trial) shape.Shape {
	_, s := filterOf(t)
	return s
}

// Asking returns a trial of kind fpr that asks as many absent keys as it takes to expect so
// many false positives in reps repetitions; 10,000 where none or all are.
func Asking(t record.Trial, positives float64, reps int) record.Trial {
	s := ShapeOf(t)
	keys := uint64(math.Round(t.Fill * float64(t.Capacity+t.Slots)))
	if s.BucketSlots > 0 {
		keys = min(keys, s.Cells)
	}
	t.Queries = 10_000
	if p, ok := families.Predict(s, keys); ok && p.FPR > 0 && p.FPR < 1 {
		t.Queries = uint64(positives / p.FPR / float64(reps))
	}
	return t
}

// Repeat returns the repetitions of a trial, each with its seed.
func Repeat(t record.Trial, reps int) []record.Trial {
	list := make([]record.Trial, reps)
	for i := range list {
		t.Rep, t.Seed = i, record.Seed(1000+i)
		list[i] = t
	}
	return list
}

// filter is the made-up filter of a trial.
type filter struct {
	run     *Run
	trial   record.Trial
	variant variants.Variant
	shape   shape.Shape
	rng     *rand.Rand
	size    uint64 // capacity or slots
	keys    uint64 // inserted
}

// is returns the value of a statistic that is usual unless the run says otherwise.
func (f *filter) is(s Statistic, usual float64, point string) float64 {
	for _, rule := range f.run.rules {
		if rule.statistic == s {
			usual = rule.change(f.trial, point, usual)
		}
	}
	return usual
}

// share is the same of a share, which is at most 1.
func (f *filter) share(s Statistic, usual float64) float64 {
	return min(1, max(0, f.is(s, usual, "")))
}

// full is how many entries the table takes before it refuses, the most there are for one that
// never does.
func (f *filter) full() uint64 {
	if !f.variant.HasAny(families.Kicks|families.Refuses) || f.shape.Cells == 0 {
		return math.MaxUint64
	}
	top := 0.95
	if b := f.shape.BucketSlots; b > 0 {
		top = 0.99 * theory.LoadThreshold(max(2, f.shape.Probes), b)
	}
	cells := float64(f.shape.Cells)
	return uint64(cells * min(1, f.share(Room, top)+1.5*top*f.rng.NormFloat64()/100/math.Sqrt(max(1, cells/1e4))))
}

// copiesEach is how often a key of the workload comes, about.
func (f *filter) copiesEach() float64 {
	s, err := spec.Parse(f.trial.Workload)
	if err != nil {
		return 1
	}
	switch s.Name {
	case "repeat":
		for _, p := range s.Params {
			if r, err := strconv.ParseFloat(p.Value, 64); err == nil && p.Key == "r" {
				return max(1, r)
			}
		}
	case "zipf":
		return 4
	case "bursts", "hot":
		return 1.2
	}
	return 1
}

// distinct is how many of the accepted keys are different ones.
func (f *filter) distinct(accepted uint64) uint64 {
	return uint64(float64(accepted) * f.share(Distinct, 1/f.copiesEach()))
}

// rate is the false positive rate of the filter with so many different keys.
func (f *filter) rate(keys uint64) float64 {
	rate := 0.01
	if p, ok := families.Predict(f.shape, keys); ok {
		rate = p.FPR
	} else if l := f.variant.Library; l != nil {
		rate = l.Promise(f.variant.Values)
	}
	if f.run.Scatter > 0 {
		rate *= 1 + f.run.Scatter*f.rng.NormFloat64()
	}
	return f.share(Rate, rate)
}

// hits draws how many of n happen that each have a chance of p.
func (f *filter) hits(n uint64, p float64) uint64 {
	switch {
	case p <= 0 || n == 0:
		return 0
	case p >= 1:
		return n
	}
	return uint64(distuv.Binomial{N: float64(n), P: p, Src: f.rng}.Rand())
}

// hitsUntil draws how many tries it takes for so many hits, at most a limit.
func (f *filter) hitsUntil(target, limit uint64, p float64) (hits, tries uint64) {
	for p > 0 && hits < target {
		gap := math.Ceil(math.Log(1-f.rng.Float64()) / math.Log1p(-min(p, 1-1e-12)))
		if float64(tries)+gap > float64(limit) {
			return hits, limit
		}
		hits, tries = hits+1, tries+uint64(max(1, gap))
	}
	if hits < target {
		tries = limit
	}
	return hits, tries
}

// odds draws a number whose chances are given.
func (f *filter) odds(chances []float64) uint64 {
	at := f.rng.Float64()
	for i, p := range chances {
		if at -= p; at < 0 {
			return uint64(i)
		}
	}
	return uint64(len(chances) - 1)
}

// tally counts events by size.
type tally map[uint64]uint64

func (t tally) histogram() record.Histogram {
	h := record.Histogram{}
	for size, n := range t {
		if n > 0 {
			h = append(h, [2]uint64{size, n})
		}
	}
	slices.SortFunc(h, func(a, b [2]uint64) int {
		if a[0] < b[0] {
			return -1
		}
		return 1
	})
	return h
}
