package compare

import (
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"filterbench/internal/record"
)

// Ratios holds the times of two machines against each other, as ratios only. How long an
// operation takes depends on the machine; that it takes twice as long as that of another
// filter beside it is what a run claims.
type Ratios struct {
	Machine   []Speed `json:"machine"`   // of each cell and operation, how long it takes here over there
	Relations []Cell  `json:"relations"` // of each variant in it, its time over that of its neighbours: Old there and New here
	Alpha     float64 `json:"alpha"`     // bound on the false discovery rate
}

// Speed is how a cell's times changed in common.
type Speed struct {
	Name   string  `json:"name"`
	Factor float64 `json:"factor"` // the median over its variants of the ratio of their median times
}

// NewRatios compares records of kind time of the same trials, measured there and here. Each
// variant's times are divided by what is usual in its cell, there the median over the variants
// of their medians, here as many times that as the cell's [Speed] says, and then compared as
// [Compare] compares times. Variants that one side lacks,
// and the loop without a filter, are left out.
func NewRatios(there, here []record.Record, alpha float64) *Ratios {
	old, now := timesOf(there), timesOf(here)
	r := &Ratios{Machine: []Speed{}, Alpha: alpha}
	result := Result{Alpha: alpha}
	for _, name := range now.order {
		var variants []string
		for _, v := range now.variants[name] {
			if len(old.values[name][v]) > 0 {
				variants = append(variants, v)
			}
		}
		if len(variants) < 2 {
			continue
		}
		var factors []float64
		for _, v := range variants {
			factors = append(factors, median(now.values[name][v])/median(old.values[name][v]))
		}
		speed := Speed{name, median(factors)}
		r.Machine = append(r.Machine, speed)
		usual := old.usual(name, variants)
		for _, v := range variants {
			over := func(values []float64, by float64) (s Series) {
				s.Name, s.Unit = v+" "+name, record.UnitTime
				for _, x := range values {
					s.Values = append(s.Values, x/by)
				}
				return s
			}
			result.Cells = append(result.Cells, newCell(record.Unit{Better: "lower"}, over(old.values[name][v], usual), over(now.values[name][v], usual*speed.Factor)))
		}
	}
	result.decide()
	r.Relations = result.Cells
	return r
}

// Within returns how many relations differ by less than a share, up or down.
func (r *Ratios) Within(share float64) (n int) {
	for _, c := range r.Relations {
		if math.Abs(math.Log1p(c.Change)) <= math.Log1p(share) {
			n++
		}
	}
	return n
}

// Changed returns the relations that differ by more than a share and beyond noise, the largest
// change first. What is common to a cell is an estimate itself, and errs by some per cent.
func (r *Ratios) Changed(share float64) []Cell {
	list := slices.DeleteFunc(slices.Clone(r.Relations), func(c Cell) bool {
		return c.Verdict == Undecided || c.Verdict == Equal || math.Abs(math.Log1p(c.Change)) <= math.Log1p(share)
	})
	slices.SortFunc(list, func(a, b Cell) int {
		return int(math.Copysign(1, math.Abs(math.Log1p(b.Change))-math.Abs(math.Log1p(a.Change))))
	})
	return list
}

// cellTimes are the nanoseconds of an operation by the name of the cell and the variant.
type cellTimes struct {
	order    []string
	variants map[string][]string // in the order of the records
	values   map[string]map[string][]float64
}

func timesOf(records []record.Record) cellTimes {
	x := cellTimes{variants: map[string][]string{}, values: map[string]map[string][]float64{}}
	for i := range records {
		r := &records[i]
		if r.Kind != record.KindTime || r.Failed != "" || r.Variant == record.NullVariant {
			continue
		}
		for _, op := range r.Ops {
			ns, _, ok := r.PerOp(op)
			if !ok || !(ns > 0) {
				continue
			}
			name := fmt.Sprintf("%s (%s %s, %s of %s, %d keys, fill %g)", op, r.Experiment, r.Part, r.Call, r.Workload, r.Capacity+r.Slots, r.Fill)
			if r.Depth > 0 {
				name = fmt.Sprintf("%s in batches of %d", name, r.Depth)
			}
			v := r.Variant
			if r.Pages != "" {
				v += " on " + r.Pages + " pages"
			}
			if r.SIMD != "" {
				v += " with kernels of " + r.SIMD
			}
			if x.values[name] == nil {
				x.order, x.values[name] = append(x.order, name), map[string][]float64{}
			}
			if x.values[name][v] == nil {
				x.variants[name] = append(x.variants[name], v)
			}
			x.values[name][v] = append(x.values[name][v], ns)
		}
	}
	return x
}

func (x cellTimes) usual(name string, variants []string) float64 {
	var all []float64
	for _, v := range variants {
		all = append(all, median(x.values[name][v]))
	}
	return median(all)
}

func median(values []float64) float64 {
	return summarise(benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)).Median
}
