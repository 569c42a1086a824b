package report

import (
	"fmt"
	"slices"
	"strings"

	"filterbench/analysis/figures"
	"filterbench/analysis/measure"
)

// readBestFilter says for each number of keys what is the best from where to where, and
// from what work on a filter pays.
func readBestFilter(c *context, _ chartType) (string, error) {
	sizes, err := measure.CostMap(c.d)
	if err != nil {
		return "", err
	}
	t := newTable("Keys", "A filter pays from", "Best, by work")
	t.words = true
	var predicted []string
	for _, s := range sizes {
		t.add(count(s.Keys), paysFrom(s), bestByWork(s.Grid))
		for _, x := range s.Contenders {
			if !x.Measured && !slices.Contains(predicted, code(x.Variant)) {
				predicted = append(predicted, code(x.Variant))
			}
		}
	}
	text := t.String() + "\nA filter pays exactly where its overhead is below the work, from its time over one less its rate on; the least of these is in the second column, with 95 % of resampled runs. What is not told apart from the best is, with it, the best in 95 % of them."
	if len(predicted) > 0 {
		text += " Rates of " + sentence(predicted) + " are those of theory; all others were measured, and brought by theory to the load at which the times were taken."
	} else {
		text += " Rates were measured, and brought by theory to the load at which the times were taken."
	}
	return text, nil
}

func paysFrom(s measure.CostSize) string {
	return fmt.Sprintf("%s (%s to %s)", figures.Duration(s.PaysFrom), figures.Duration(s.PaysLo), figures.Duration(s.PaysHi))
}

// readBestOfBits is readBestFilter by bits.
func readBestOfBits(c *context, _ chartType) (string, error) {
	t := newTable("Bits per key at most", "Keys", "A filter pays from", "Best, by work")
	t.words = true
	for _, budget := range measure.CostBudgets {
		sizes, err := measure.CostMapWithin(c.d, budget)
		if err != nil {
			return "", err
		}
		for _, s := range sizes {
			t.add(plainNumber(budget), count(s.Keys), paysFrom(s), bestByWork(s.Grid))
		}
	}
	return t.String(), nil
}

// bestByWork lists the runs of one best configuration, with those that it is not told
// apart from somewhere in the run.
func bestByWork(grid []measure.Best) string {
	var runs []string
	for i := 0; i < len(grid); {
		first, unsure := i, 0
		var ties []string
		for ; i < len(grid) && grid[i].Variant == grid[first].Variant; i++ {
			if len(grid[i].Ties) > 0 {
				unsure++
			}
			for _, other := range grid[i].Ties {
				if name := configured(other); !slices.Contains(ties, name) {
					ties = append(ties, name)
				}
			}
		}
		run := fmt.Sprintf("%s %s", figures.Duration(grid[first].Work), configured(grid[first].Variant))
		if i-first > 1 {
			run = fmt.Sprintf("%s to %s %s", figures.Duration(grid[first].Work), figures.Duration(grid[i-1].Work), configured(grid[first].Variant))
		}
		switch {
		case unsure > 0 && unsure == i-first:
			run += " (not told apart from " + sentence(ties) + ")"
		case unsure > 0:
			run += fmt.Sprintf(" (in %d of %d not told apart from %s)", unsure, i-first, sentence(ties))
		}
		runs = append(runs, run)
	}
	return strings.Join(runs, "; ")
}

// configured writes the name of a contender.
func configured(name string) string {
	if name == measure.NoFilter {
		return name
	}
	return code(name)
}
