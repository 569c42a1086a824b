package claims

import (
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
)

// tableParts are the parts of experiment space with full tables, by slots per bucket.
var tableParts = map[int]string{1: "one-slot", 2: "two-slots", 4: "four-slots", 8: "eight-slots"}

// anyBuckets holds for tables whose number of buckets need be no power of two.
func anyBuckets(c analysis.Cell) bool { return analysis.ParamText(c.Variant, "buckets") == "any" }

func doubling(c analysis.Cell) bool { return !anyBuckets(c) }

// tables takes the full cuckoo tables of a power of two of buckets of b slots.
func (e *Evidence) tables(b int) []analysis.Cell {
	return e.take("space", tableParts[b], family("cuckoo"), doubling)
}

// sorted takes the full semi-sorted tables.
func (e *Evidence) sorted() []analysis.Cell {
	return e.take("space", tableParts[4], family("semisort"))
}

// blooms takes the Bloom filters that tables are compared with.
func (e *Evidence) blooms() []analysis.Cell { return e.take("space", "bloom", family("bloom")) }

// crossingRate estimates the rate below which filters of one kind, dearer above,
// take fewer bits than those of another. It is unknown if they do not cross in every
// repetition.
func crossingRate(dear, cheap []analysis.Cell) Estimate {
	return estimateLog(overReps(slices.Concat(dear, cheap), func(row []*record.Record) float64 {
		return math.Exp2(-crossing(curveOf(row[:len(dear)]), curveOf(row[len(dear):])))
	}))
}

// times returns a curve of so many times the bits.
func (c curve) times(factor float64) curve {
	scaled := slices.Clone(c)
	for i := range scaled {
		scaled[i].bits *= factor
	}
	return scaled
}

// rateAt returns the rate that some bits per key buy, on the line between
// neighbours; NaN outside of the points.
func (c curve) rateAt(bits float64) float64 {
	for i := 1; i < len(c); i++ {
		a, b := c[i-1], c[i]
		if a.bits <= bits && bits <= b.bits && a.bits < b.bits {
			return math.Exp2(-(a.information + (b.information-a.information)*(bits-a.bits)/(b.bits-a.bits)))
		}
	}
	return math.NaN()
}

// average returns the mean of curves where all are known. It is straight between
// the points of any of them.
func average(list []curve) curve {
	var all curve
	for _, c := range list {
		for _, p := range c {
			sum := 0.0
			for _, other := range list {
				sum += other.at(p.information)
			}
			if !math.IsNaN(sum) {
				p.bits = sum / float64(len(list))
				all = append(all, p)
			}
		}
	}
	slices.SortFunc(all, func(a, b struct{ information, bits float64 }) int { return compare(a.information, b.information) })
	return all
}

// bySize returns the mean curve of one repetition's filters over their sizes.
func bySize(row []*record.Record) curve {
	groups := map[uint64][]*record.Record{}
	var sizes []uint64
	for _, r := range row {
		if groups[r.Capacity] == nil {
			sizes = append(sizes, r.Capacity)
		}
		groups[r.Capacity] = append(groups[r.Capacity], r)
	}
	slices.Sort(sizes)
	var list []curve
	for _, n := range sizes {
		list = append(list, curveOf(groups[n]))
	}
	return average(list)
}

// averaged is what filters take on average over sizes, against Bloom filters.
type averaged struct {
	crossing Estimate // rate below which they take fewer bits; unknown if they never do
	least    Estimate // their bits over Bloom's where that is least
}

// overSizes compares filters of several sizes with Bloom filters, whose bits per
// key do not depend on the size.
func overSizes(tables, bloom []analysis.Cell) averaged {
	cells := slices.Concat(tables, bloom)
	split := func(row []*record.Record) (a, b curve) { return bySize(row[:len(tables)]), curveOf(row[len(tables):]) }
	return averaged{
		crossing: estimateLog(overReps(cells, func(row []*record.Record) float64 {
			a, b := split(row)
			return math.Exp2(-crossing(a, b))
		})),
		least: estimate(overReps(cells, func(row []*record.Record) float64 {
			a, b := split(row)
			least := math.NaN()
			for _, p := range a {
				if x := p.bits / b.at(p.information); !math.IsNaN(x) && !(x >= least) {
					least = x
				}
			}
			return least
		})),
	}
}

// words says where averages cross, or how far they stay apart.
func (a averaged) words() string {
	switch {
	case a.crossing.Known():
		return "at " + withPercent(a.crossing)
	case !a.least.Known():
		return "at a rate that is not known"
	case a.least.Lo > 1:
		return "nowhere in the measured range, where they take at least " + with(a.least) + " times Bloom's bits"
	}
	return "at a rate that the repetitions disagree on"
}
