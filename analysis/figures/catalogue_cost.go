package figures

import (
	"cmp"
	"slices"
	"strconv"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

var costFigures = []Figure{{
	ID: "best-filter", Experiment: "throughput",
	Title:   "The cheapest way to a lookup of an absent key, by the work that it saves",
	Caption: "Overhead is the time of a lookup in a batch, its hash included, and the rate of false positives times the work that a miss saves; without a filter it is the work. Every column is an amount of work, every row a number of keys. Pale where the configuration is the best in less than 95 % of resampled runs.",
	X:       Axis{Label: "work that is saved by a miss", Unit: Category}, Y: Axis{Label: "probability of being the best", Unit: Percent},
	Make: bestFilters,
}, {
	ID: "best-filter-bits", Experiment: "throughput",
	Title:   "The cheapest way to a lookup of an absent key, among filters of about equal bits",
	Caption: "As the map of all filters, for those that have at most so many bits for each key that they hold: a bit more than 8, 12 and 16, because tables of slots have 8.42, 12.63 and 16.84 at these numbers of keys, which fill them, and a large static filter has 9.01. An exact set is not among them. Rows with the fewest bits are the lowest of each number of keys.",
	X:       Axis{Label: "work that is saved by a miss", Unit: Category}, Y: Axis{Label: "probability of being the best", Unit: Percent},
	Make: bestOfBits,
}}

// bestFilters makes a panel for each number of keys and a curve for each configuration
// that is the best somewhere.
func bestFilters(d *analysis.Dataset) (panels []Panel, categories []string, err error) {
	sizes, err := measure.CostMap(d)
	if err != nil {
		return nil, nil, err
	}
	return costPanels(sizes)
}

// bestOfBits makes a panel for each number of keys and of bits.
func bestOfBits(d *analysis.Dataset) (panels []Panel, categories []string, err error) {
	var all []measure.CostSize
	for _, budget := range measure.CostBudgets {
		sizes, err := measure.CostMapWithin(d, budget)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, sizes...)
	}
	slices.SortStableFunc(all, func(a, b measure.CostSize) int { return cmp.Compare(a.Keys, b.Keys) })
	return costPanels(all)
}

func costPanels(sizes []measure.CostSize) (panels []Panel, categories []string, err error) {
	for i, s := range sizes {
		p := Panel{Title: analysis.Thousands(s.Keys) + " keys"}
		if s.Budget > 0 {
			p.Title += ", " + strconv.FormatFloat(s.Budget, 'g', -1, 64) + " bits"
		}
		index := map[string]int{}
		for x, b := range s.Grid {
			if i == 0 {
				categories = append(categories, Duration(b.Work))
			}
			i, ok := index[b.Variant]
			if !ok {
				i = len(p.Curves)
				index[b.Variant] = i
				p.Curves = append(p.Curves, Curve{Series: analysis.Series{Name: b.Variant, Family: analysis.FamilyOf(b.Variant), Facet: p.Title}})
			}
			at := analysis.At(float64(x))
			at.Y = b.Probability
			p.Curves[i].Points = append(p.Curves[i].Points, at)
		}
		panels = append(panels, p)
	}
	return panels, categories, nil
}

// Duration writes nanoseconds in a unit of its size, with three digits at most.
func Duration(ns float64) string {
	unit := "ns"
	for _, next := range []string{"µs", "ms", "s"} {
		if ns < 999.5 {
			break
		}
		ns, unit = ns/1000, next
	}
	return strconv.FormatFloat(ns, 'g', 3, 64) + " " + unit
}
