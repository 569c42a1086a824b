package harness

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/internal/service"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/families"
	"filterbench/variants/theory"
	"filterbench/workloads"
)

// Plan is everything that a run will do, as a value.
type Plan struct {
	Profile     string
	Experiments []Experiment
	Trials      []record.Trial // in the order in which they start

	// Trials of programs that this machine cannot run, and which these are. They are of the
	// plan, so that it is the same one on every machine, and another one may measure them.
	Absent  []record.Trial
	Lacking []record.Lacking

	ids   []uint64      // of Trials as Expand made them
	first *record.Trial // of those
}

// numbers returns the ids of the plan's trials as the numbers that they are. Those of a plan as
// Expand made it are known: they take longer than all else.
func (p Plan) numbers() []uint64 {
	if len(p.Trials) > 0 && len(p.Trials) == len(p.ids) && &p.Trials[0] == p.first {
		return p.ids
	}
	return numbersOf(p.Trials)
}

// mostTrials bounds the trials of a plan, and with them the memory that a file of a few lines
// can claim.
const mostTrials = 2_000_000

// Expand lists the trials of the experiments in a profile. It is pure: the same
// arguments give the same plan. Trials that differ only in their variant have the
// same seed, hence the same keys and the same hash. Its error names the file, the
// part and the key at fault.
func Expand(profile string, experiments []Experiment) (Plan, error) {
	if !slices.Contains(Profiles, profile) {
		return Plan{}, fmt.Errorf("profile %q: must be one of %s", profile, strings.Join(Profiles, ", "))
	}
	plan := Plan{Profile: profile, Experiments: experiments}
	for _, e := range experiments {
		for i := range e.Parts {
			where := fmt.Sprintf("%s: part %q", e.File, e.Parts[i].Name)
			trials, err := expandPart(e, &e.Parts[i], profile)
			if err != nil {
				return Plan{}, fmt.Errorf("%s: %w", where, err)
			}
			trials = plan.runnable(trials)
			if plan.Trials == nil {
				plan.Trials = trials
			} else {
				plan.Trials = append(plan.Trials, trials...)
			}
		}
	}
	plan.Trials = order(plan.Trials)
	if len(plan.Trials) > 0 {
		plan.ids, plan.first = numbersOf(plan.Trials), &plan.Trials[0]
	}
	return plan, plan.unique()
}

// unique refuses a plan that has a trial twice.
func (p *Plan) unique() error {
	ids := p.numbers()
	sorted := slices.Clone(ids)
	slices.Sort(sorted)
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			t := p.Trials[slices.Index(ids, sorted[i])]
			at := slices.IndexFunc(p.Experiments, func(e Experiment) bool { return e.Name == t.Experiment })
			return fmt.Errorf("%s: part %q: %s on %s is planned twice", p.Experiments[at].File, t.Part, t.Variant, t.Workload)
		}
	}
	return nil
}

// runnable sets apart trials of programs and servers that this machine cannot run, and notes why.
func (p *Plan) runnable(trials []record.Trial) []record.Trial {
	return slices.DeleteFunc(trials, func(t record.Trial) bool {
		lacks, what := error(nil), ""
		if program, ok := catalog.ProgramOf(t.Variant); ok {
			lacks, what = program.Lacks(), program.Filter.Name
		} else if t.Backend == record.BackendServers {
			lacks, what = service.ServersLack(), t.Backend
		}
		if lacks == nil {
			return false
		}
		p.Absent = append(p.Absent, t)
		if l := (record.Lacking{Filter: what, Why: lacks.Error()}); !slices.Contains(p.Lacking, l) {
			p.Lacking = append(p.Lacking, l)
		}
		return true
	})
}

// all calls f for every trial of the plan, with its id.
func (p Plan) all(f func(id uint64, t *record.Trial)) {
	for i, id := range p.numbers() {
		f(id, &p.Trials[i])
	}
	for i, id := range numbersOf(p.Absent) {
		f(id, &p.Absent[i])
	}
}

// Size is how many trials the plan has, those of programs that are not here too.
func (p Plan) Size() int { return len(p.Trials) + len(p.Absent) }

// Digest identifies the plan by its trials, whatever their order.
func (p Plan) Digest() string {
	ids := slices.Concat(p.numbers(), numbersOf(p.Absent))
	slices.Sort(ids)
	h := sha256.New()
	var line []byte
	for i, id := range ids {
		if line = line[:0]; i > 0 {
			line = append(line, '\n')
		}
		h.Write(fmt.Appendf(line, "%016x", id))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// numbersOf returns the ids of trials as the numbers that they are, made on all cores.
func numbersOf(trials []record.Trial) []uint64 {
	ids := make([]uint64, len(trials))
	const each = 1024
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(Workers(), 1+len(trials)/each) {
		group.Go(func() {
			for {
				from := int(next.Add(each)) - each
				if from >= len(trials) {
					return
				}
				for i := from; i < min(from+each, len(trials)); i++ {
					ids[i] = trials[i].Number()
				}
			}
		})
	}
	group.Wait()
	return ids
}

func expandPart(e Experiment, p *Part, profile string) ([]record.Trial, error) {
	s := p.settings(profile)
	names, err := fillTemplates("variants", p.Variants, s.Grid, p.Workloads)
	if err != nil {
		return nil, err
	}
	loads, err := fillTemplates("workloads", p.Workloads, s.Grid, p.Variants)
	if err != nil {
		return nil, err
	}
	cells := 1.0
	for _, k := range keys {
		cells *= k.factor(&s)
	}
	if all := cells * float64(len(loads)) * float64(len(names)); all > mostTrials {
		return nil, fmt.Errorf("its grid is of %.3g trials, and a plan may have %d; give fewer values, repetitions or variants", all, mostTrials)
	}
	trials := make([]record.Trial, 0, int(cells)*len(loads)*len(names))
	for _, workload := range loads {
		w, err := workloads.Parse(workload)
		if err != nil {
			return nil, fmt.Errorf("key \"workloads\": %w", err)
		}
		content := contentOf(w)
		for _, name := range names {
			v, err := catalog.Parse(name)
			if err != nil {
				return nil, fmt.Errorf("key \"variants\": %w", err)
			}
			if err := kinds[p.Kind].admits(v, &s); err != nil {
				return nil, fmt.Errorf("key \"variants\": %w", err)
			}
			trials, err = expandCells(trials, record.Trial{
				Experiment: e.Name, Part: p.Name, Kind: p.Kind, Variant: v.String(), Workload: w.String(), Keys: content,
			}, e.Seed, v, s)
			if err != nil {
				return nil, err
			}
		}
	}
	return trials, nil
}

// contentOf returns what tells the content of the file from which a workload takes its keys;
// "" for one of no file, and of one that cannot be read, whose trials fail with the reason.
func contentOf(w workloads.Workload) string {
	if !w.FromFile() {
		return ""
	}
	if w, err := parseWorkload(w.String()); err == nil { // which reads the file once
		if keys, err := w.Open(0); err == nil {
			return keys.File().SHA256[:16]
		}
	}
	return ""
}

// expandCells appends to list the trials of one variant under one workload, over all that the
// settings vary. A plan may be of millions, so that they are made in their place, and what the
// repetitions of a point have in common is computed once.
func expandCells(list []record.Trial, t record.Trial, seed uint64, v variants.Variant, s Settings) ([]record.Trial, error) {
	from := len(list)
	list = spread(&s, list, t)

	type point struct {
		size variants.Size
		fill float64
	}
	type asked struct {
		queries uint64
		capped  bool
	}
	points := map[point]asked{}
	for i := range list[from:] {
		t := &list[from+i]
		t.Seed = dataSeed(seed, *t)
		at := point{sizeOf(*t), t.Fill}
		a, ok := points[at]
		if !ok {
			shape, err := v.Shape(at.size)
			if err != nil {
				return nil, err
			}
			if s.Positives != nil {
				a.queries, a.capped = queries(shape, t.Fill, t.Capacity+t.Slots, *s.Positives, *s.MaxQueries, *s.Reps)
			}
			points[at] = a
		}
		if s.Precision != nil {
			t.Target, t.Queries = s.target()
		} else if s.Positives != nil {
			t.Queries, t.Capped = a.queries, a.capped
		}
	}
	return list, nil
}

// dataSeed depends on what decides the keys, never on the variant.
func dataSeed(seed uint64, t record.Trial) record.Seed {
	return record.Seed(hashing.Derive(seed, fmt.Sprintf("%s %s %d %d %d", t.Part, t.Workload, t.Capacity, t.Slots, t.Rep)))
}

// queries returns how many absent keys each of reps trials looks up so that
// together they expect the given number of positives, and whether the bound on
// queries cut that short.
func queries(shape theory.Shape, fill float64, size, positives, limit uint64, reps int) (uint64, bool) {
	prediction, ok := families.Predict(shape, keysHeld(shape, uint64(math.Round(fill*float64(size)))))
	want := math.Inf(1)
	if ok && prediction.FPR > 0 {
		want = float64(positives) / prediction.FPR
	}
	each := func(total float64) uint64 { return uint64(math.Ceil(total / float64(reps))) }
	if want > float64(limit) {
		return each(float64(limit)), true
	}
	return max(each(want), 1), false
}

// keysHeld returns how many of so many keys a filter of that shape can hold.
func keysHeld(shape theory.Shape, keys uint64) uint64 {
	if shape.BucketSlots > 0 {
		return min(keys, shape.Cells)
	}
	return keys
}

// sizeOf returns the size a trial gives its filter.
func sizeOf(t record.Trial) variants.Size {
	return variants.Size{Keys: t.Capacity, Slots: t.Slots}
}

// keysOf returns how many keys a trial inserts.
func keysOf(t record.Trial) uint64 {
	return uint64(math.Round(t.Fill * float64(t.Capacity+t.Slots)))
}
