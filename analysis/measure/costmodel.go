package measure

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/families"
)

// NoFilter is the contender of the cost model that does the work of every miss.
const NoFilter = "no filter"

// Contender is one configuration at one size. Looking up an absent key costs, where
// a false positive leads to work that finds nothing,
//
//	overhead = time of the lookup + rate of false positives * work
//
// and without a filter the work itself. So a filter pays where its overhead is below
// the work, from
//
//	break-even = time / (1 - rate)
//
// on, and two filters break even at (t2-t1) / (f1-f2).
//
// Source: Lang, Neumann, Kemper, Boncz, PVLDB 12(5), 2019.
type Contender struct {
	Variant  string
	Time     float64 // ns of a lookup in a batch, the hash of its key included: the median
	Rate     float64 // of false positives
	Bits     float64 // of the table for each key held
	Measured bool    // the rate, or its ratio to theory, was measured; else it is theory's

	part   string
	times  map[int]float64 // by repetition
	ratios []float64       // measured over theory, by seed; nil where that is 1
	theory float64
}

// Overhead returns the nanoseconds that a lookup of an absent key costs where the work
// saved takes so many.
func (c Contender) Overhead(work float64) float64 { return c.Time + c.Rate*work }

// BreakEven returns the work from which on the filter pays: +Inf where it never does.
func (c Contender) BreakEven() float64 {
	if c.Rate >= 1 {
		return math.Inf(1)
	}
	return c.Time / (1 - c.Rate)
}

// Best is the best configuration for one amount of work.
type Best struct {
	Work        float64  // ns
	Variant     string   // or NoFilter
	Overhead    float64  // ns
	Probability float64  // share of resampled runs in which it is the best
	Ties        []string // others, the likeliest first, one of which may be: with them it is 95 % or more
}

// CostSize is the cost model for one number of keys.
type CostSize struct {
	Keys           uint64
	Budget         float64 // bits per key that a filter may have at most; 0 is any
	Contenders     []Contender
	Grid           []Best  // by increasing work
	PaysFrom       float64 // least break-even of all contenders, ns
	PaysLo, PaysHi float64 // 95 % interval of it
}

// The grid of work and the resampling.
const (
	leastWork     = 10.0 // ns
	workDecades   = 6
	perDecade     = 5
	costResamples = 1000
)

// CostBudgets are what filters of about 8, 12 and 16 bits a key may have: tables of slots
// that are as full as they get have 8.42, 12.63 and 16.84, and a large static filter with
// fingerprints of 8 bits has 9.01.
var CostBudgets = []float64{9.1, 13, 17}

// costParts are the parts of experiment throughput whose misses are contenders.
var costParts = []string{"size", "contenders"}

// CostMap compares all configurations whose lookups of absent keys experiment
// throughput timed, by number of keys. Times and rates are resampled together, with a
// fixed seed: repetitions of one part with replacement, the same ones for all its
// contenders, which took turns in them, and the seeds of each rate. It is empty where
// nothing was timed.
func CostMap(d *analysis.Dataset) ([]CostSize, error) { return costMap(d, 0) }

// CostMapWithin is CostMap for what has at most so many bits a key, which no exact set
// has.
func CostMapWithin(d *analysis.Dataset, budget float64) ([]CostSize, error) {
	return costMap(d, budget)
}

func costMap(d *analysis.Dataset, budget float64) ([]CostSize, error) {
	rates, err := fullRates(d)
	if err != nil {
		return nil, err
	}
	sizes := map[uint64][]Contender{}
	for _, part := range costParts {
		cells, err := d.Cells("throughput", part)
		if err != nil {
			return nil, err
		}
		for _, c := range cells {
			contender, ok := contend(c, rates)
			if ok && (budget == 0 || contender.Bits <= budget) {
				sizes[c.Capacity] = append(sizes[c.Capacity], contender)
			}
		}
	}
	var list []CostSize
	for keys, contenders := range sizes {
		list = append(list, CostSize{Keys: keys, Budget: budget, Contenders: contenders})
	}
	slices.SortFunc(list, func(a, b CostSize) int { return cmp.Compare(a.Keys, b.Keys) })
	for i := range list {
		list[i].resample()
	}
	return list, nil
}

// IsExact reports whether a variant is a set, which answers without error.
func IsExact(variant string) bool {
	return slices.Contains([]string{"exact", "set", "hashtable"}, analysis.FamilyOf(variant))
}

// fullRates gathers measured rates over theory by variant.
func fullRates(d *analysis.Dataset) (map[string][]FalsePositives, error) {
	rates := map[string][]FalsePositives{}
	for _, experiment := range []string{"fpr-bloom", "fpr-cuckoo", "space"} {
		cells, err := d.Cells(experiment, "")
		if err != nil {
			return nil, err
		}
		for _, c := range cells {
			if c.Kind != record.KindFPR || c.Workload != "uniform" || c.Hash != "" {
				continue
			}
			if f, err := FPR(c); err == nil && f.Decidable() && f.Hits > 0 {
				rates[c.Variant] = append(rates[c.Variant], f)
			}
		}
	}
	return rates, nil
}

// contend makes a contender of a timed cell; ok is false for null, for what has no
// batch of misses and for filters whose rate nobody knows.
func contend(c analysis.Cell, rates map[string][]FalsePositives) (Contender, bool) {
	family := analysis.FamilyOf(c.Variant)
	if c.Kind != record.KindTime || c.Call != "batch" || family == "null" || family == "floor" {
		return Contender{}, false
	}
	out := Contender{Variant: c.Variant, part: c.Part, times: map[int]float64{}}
	var times []float64
	for _, r := range c.Records {
		// Net of null plus null, which hashes the key once: the time as it was taken.
		ns, _, ok := r.PerOp("miss")
		if !ok {
			return Contender{}, false
		}
		out.times[r.Rep] = ns
		times = append(times, ns)
	}
	out.Time = stat.NewMedian(times).Value
	if out.Bits = BitsPerKey(c); IsExact(c.Variant) {
		out.Measured = true
		return out, true
	}
	first := c.Records[0]
	p, ok := families.Predict(first.Shape, first.Time().Accepted)
	if !ok {
		return Contender{}, false
	}
	out.theory, out.Rate = p.FPR, p.FPR
	distance := math.Inf(1) // from the measured cell whose load is nearest
	for _, f := range rates[c.Variant] {
		if far := math.Abs(math.Log(f.Theory / p.FPR)); far < distance {
			distance, out.Measured, out.Rate = far, true, f.Rate/f.Theory*p.FPR
			out.ratios = nil
			for _, rate := range f.Rates {
				out.ratios = append(out.ratios, rate/f.Theory)
			}
		}
	}
	return out, true
}

// resample fills the grid.
func (s *CostSize) resample() {
	for i := range workDecades*perDecade + 1 {
		work := leastWork * math.Pow(10, float64(i)/perDecade)
		best, overhead := cheapest(s.Contenders, work)
		s.Grid = append(s.Grid, Best{Work: work, Variant: best, Overhead: overhead})
	}
	s.PaysFrom = math.Inf(1)
	for _, c := range s.Contenders {
		s.PaysFrom = math.Min(s.PaysFrom, c.BreakEven())
	}
	rng := rand.New(rand.NewPCG(s.Keys, 0xC057))
	wins := make([]map[string]int, len(s.Grid))
	for i := range wins {
		wins[i] = map[string]int{}
	}
	var least []float64
	for range costResamples {
		drawn := redraw(s.Contenders, rng)
		for i := range s.Grid {
			best, _ := cheapest(drawn, s.Grid[i].Work)
			wins[i][best]++
		}
		pays := math.Inf(1)
		for _, c := range drawn {
			pays = math.Min(pays, c.BreakEven())
		}
		least = append(least, pays)
	}
	for i := range s.Grid {
		s.Grid[i].tie(wins[i])
	}
	slices.Sort(least)
	s.PaysLo, s.PaysHi = least[costResamples/40], least[costResamples-1-costResamples/40]
}

// tie takes the share of resampled runs that the best wins, and the others that it takes
// to be sure, by how often they win.
func (b *Best) tie(wins map[string]int) {
	sum := wins[b.Variant]
	b.Probability = float64(sum) / costResamples
	others := slices.Sorted(maps.Keys(wins))
	slices.SortStableFunc(others, func(x, y string) int { return cmp.Compare(wins[y], wins[x]) })
	for _, other := range others {
		if float64(sum) >= stat.Confidence*costResamples {
			return
		}
		if other != b.Variant {
			b.Ties = append(b.Ties, other)
			sum += wins[other]
		}
	}
}

// redraw resamples the times and rates of all contenders.
func redraw(list []Contender, rng *rand.Rand) []Contender {
	reps := map[string][]int{} // by part
	drawn := slices.Clone(list)
	for i := range drawn {
		c := &drawn[i]
		if reps[c.part] == nil {
			for range len(c.times) {
				reps[c.part] = append(reps[c.part], rng.IntN(len(c.times)))
			}
		}
		var times []float64
		for _, rep := range reps[c.part] {
			if ns, ok := c.times[rep]; ok {
				times = append(times, ns)
			}
		}
		if len(times) > 0 {
			slices.Sort(times)
			c.Time = (times[(len(times)-1)/2] + times[len(times)/2]) / 2
		}
		if len(c.ratios) > 0 {
			sum := 0.0
			for range c.ratios {
				sum += c.ratios[rng.IntN(len(c.ratios))]
			}
			c.Rate = c.theory * sum / float64(len(c.ratios))
		}
	}
	return drawn
}

// cheapest returns the least overhead and whose it is.
func cheapest(list []Contender, work float64) (variant string, overhead float64) {
	variant, overhead = NoFilter, work
	for _, c := range list {
		if x := c.Overhead(work); x < overhead {
			variant, overhead = c.Variant, x
		}
	}
	return variant, overhead
}

// Draws is what the estimate of a contender is resampled from.
type Draws struct {
	Part   string    // contenders of one part took turns in its repetitions
	Times  []float64 // ns, by repetition from 0; NaN for one that is missing
	Ratios []float64 // measured rates over that of theory, by seed; nil where the rate is taken as it is
	Theory float64   // the rate of the formula
}

// Draws returns what resampling draws from.
func (c Contender) Draws() Draws {
	d := Draws{Part: c.part, Ratios: c.ratios, Theory: c.theory}
	if len(c.times) > 0 {
		d.Times = make([]float64, slices.Max(slices.Collect(maps.Keys(c.times)))+1)
	}
	for rep := range d.Times {
		ns, ok := c.times[rep]
		if !ok {
			ns = math.NaN()
		}
		d.Times[rep] = ns
	}
	return d
}
