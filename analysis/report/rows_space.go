package report

import (
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/choose"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// yesNo writes what is or is not.
func yesNo(yes bool) string { return pick(yes, "yes", "no") }

// needAtRate is a cell of the table of choices.
type needAtRate struct {
	need   choose.Need
	target float64
	best   choose.Choice
	found  bool
}

var allRatesAsked = []float64{0.05, 0.02, 0.01, 0.002, 0.001, 0.0001}

func needsAtRates(rates []float64) func(*run) ([]needAtRate, error) {
	return func(r *run) (rows []needAtRate, err error) {
		if len(r.choice.Rated) == 0 {
			return nil, nil
		}
		for _, need := range choose.Needs {
			for _, target := range rates {
				n := needAtRate{need: need, target: target}
				n.best, n.found = r.choice.Choose(need, target)
				rows = append(rows, n)
			}
		}
		return rows, nil
	}
}

func (n needAtRate) of(what func(choose.Choice) value) value {
	if !n.found {
		return nothing
	}
	return what(n.best)
}

func (n needAtRate) filter() value {
	if !n.found {
		return value{"none measured", []string{""}, math.NaN()}
	}
	return name(n.best.Variant)
}

func nanosOf(c choose.Choice) value {
	if c.Need.Op == "" {
		return nothing
	}
	return net(c.Time[c.Need.Op])
}

func allEntries(r *run) ([]choose.Entry, error) { return r.choice.Rated, nil }

// crossing is where a kind of table comes to need fewer bits than Bloom filters.
type crossing struct {
	name    string
	load    float64
	low     analysis.Point
	ideal   float64 // bits over those of an ideal Bloom filter, at the lowest rate
	at      float64
	crosses bool
}

func crossings(r *run) (rows []crossing, err error) {
	kindOf := func(c analysis.Cell) string {
		switch family := familyOf(c); {
		case family == "bloom":
			return family
		case family == "semisort":
			return "4 slots, semi-sorted"
		}
		return bucketOf(c)
	}
	loads := map[string]float64{}
	groups, err := curves{experiment: "space", parts: []string{"bloom", "one-slot", "two-slots", "four-slots", "eight-slots"}, kind: record.KindFPR, series: kindOf,
		x: func(c analysis.Cell) float64 {
			loads[kindOf(c)] = max(loads[kindOf(c)], measure.CellLoad(c))
			f, _ := measure.FPR(c)
			return f.Rate
		},
		of: func(c analysis.Cell) ([]analysis.Point, error) {
			p := analysis.At(0)
			p.Y = measure.BitsPerKey(c)
			return []analysis.Point{p}, nil
		},
		keep: func(c analysis.Cell) bool { return analysis.ParamText(c.Variant, "buckets") != "any" }}.grouped(r)
	i := slices.IndexFunc(groups, func(g []chartPoint) bool { return g[0].name == "bloom" })
	if err != nil || i < 0 {
		return nil, err
	}
	for _, g := range groups {
		if g[0].name == "bloom" {
			continue
		}
		low := g[0].Point
		x := crossing{name: g[0].name, low: low, ideal: low.Y / theory.BloomIdealBitsPerKey(low.X), load: loads[g[0].name]}
		x.at, x.crosses = undercuts(g, groups[i])
		rows = append(rows, x)
	}
	return rows, nil
}

// undercuts returns the highest rate at which curve a goes from below b to above, both
// over rising rates.
func undercuts(a, b []chartPoint) (rate float64, ok bool) {
	for i := len(a) - 1; i > 0; i-- {
		low, high := a[i-1], a[i]
		under, over := low.Y-between(b, low.X), high.Y-between(b, high.X)
		if under <= 0 && over > 0 {
			part := under / (under - over)
			return math.Exp(math.Log(low.X) + part*(math.Log(high.X)-math.Log(low.X))), true
		}
	}
	return 0, false
}

// between reads a curve off the line between its points, in the logarithm of x; NaN
// outside.
func between(points []chartPoint, x float64) float64 {
	for i := 1; i < len(points); i++ {
		p, q := points[i-1], points[i]
		if p.X <= x && x <= q.X {
			return p.Y + (q.Y-p.Y)*(math.Log(x)-math.Log(p.X))/(math.Log(q.X)-math.Log(p.X))
		}
	}
	return math.NaN()
}

// overSizes is what a filter takes over many numbers of keys.
type overSizes struct {
	variant                            string
	least, mean, most, lowest, highest float64
}

func bySizes(r *run) (rows []overSizes, err error) {
	points, err := perCell(record.KindFPR, "space", "sizes", rateOf)(r)
	n := map[string]int{}
	for _, c := range points {
		s := analysis.Among(&rows, func(s overSizes) bool { return s.variant == c.Variant }, overSizes{variant: c.Variant, least: math.Inf(1), lowest: math.Inf(1)})
		bits := measure.BitsPerKey(c.Cell)
		n[c.Variant]++
		s.least, s.most, s.mean = min(s.least, bits), max(s.most, bits), s.mean+(bits-s.mean)/float64(n[c.Variant])
		s.lowest, s.highest = min(s.lowest, c.Rate), max(s.highest, c.Rate)
	}
	return rows, err
}

// lighterSets says below which size a set is lighter than each filter.
func lighterSets(r *run) (lines []holes, err error) {
	rows, err := heaps(r)
	heavy := map[string]uint64{}
	var order []string
	for _, w := range rows {
		i := slices.IndexFunc(rows, func(set weighed) bool {
			return set.Variant == "set(of=hash)" && set.Workload == w.Workload && set.Capacity == w.Capacity && set.Part == w.Part
		})
		if i < 0 || familyOf(w.Cell) == "set" || w.PerKey(w.Bytes) <= rows[i].PerKey(rows[i].Bytes) {
			continue
		}
		if heavy[w.Variant] == 0 {
			order = append(order, w.Variant)
		}
		heavy[w.Variant] = max(heavy[w.Variant], w.Keys)
	}
	for _, variant := range order {
		lines = append(lines, holes{"filter": name(variant), "keys": words(plural(heavy[variant], "key", "keys"))})
	}
	return lines, err
}

// weighed is a structure on the heap.
type weighed struct {
	analysis.Cell
	measure.HeapUse
}

// heaps lists every structure that was filled and weighed, but for the control.
func heaps(r *run) (rows []weighed, err error) {
	rows, err = perCell(record.KindHeap, "memory", "", func(c analysis.Cell) (weighed, error) {
		h, err := measure.Heap(c)
		return weighed{c, h}, err
	})(r)
	return slices.DeleteFunc(rows, func(w weighed) bool { return familyOf(w.Cell) == "null" }), err
}

func heapDrift(r *run) (holes, error) {
	rows, err := heaps(r)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	drift := 0.0
	for _, w := range rows {
		drift = max(drift, w.Drift)
	}
	return holes{"drift": words(plural(uint64(drift), "byte", "bytes"))}, nil
}

// leastBits is what any filter of a rate needs for each key.
func leastBits(rate float64) value {
	if rate <= 0 || rate >= 1 {
		return nothing
	}
	return number(theory.InformationBound(rate))
}
