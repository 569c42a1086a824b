package report

import (
	"fmt"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/figures"
)

// readBestFilter says for each number of keys what is the best from where to where, and
// from what work on a filter pays.
func readBestFilter(c *context, _ chartType) (string, error) {
	sizes, err := c.d.CostMap()
	if err != nil {
		return "", err
	}
	t := newTable("Keys", "A filter pays from", "Best, by work")
	var predicted []string
	for _, s := range sizes {
		t.add(count(s.Keys), fmt.Sprintf("%s (%s to %s)", figures.Duration(s.PaysFrom), figures.Duration(s.PaysLo), figures.Duration(s.PaysHi)), bestByWork(s.Grid))
		for _, x := range s.Contenders {
			if !x.Measured && !slices.Contains(predicted, code(x.Variant)) {
				predicted = append(predicted, code(x.Variant))
			}
		}
	}
	text := t.String() + "\nA filter pays exactly where its overhead is below the work, from its time over one less its rate on; the least of these is in the second column, with 95 % of resampled runs."
	if len(predicted) > 0 {
		text += " Rates of " + sentence(predicted) + " are those of theory; all others were measured, and brought by theory to the load at which the times were taken."
	} else {
		text += " Rates were measured, and brought by theory to the load at which the times were taken."
	}
	return text, nil
}

// bestByWork lists the runs of one best configuration.
func bestByWork(grid []analysis.Best) string {
	var runs []string
	for i := 0; i < len(grid); {
		first, unsure := i, 0
		for ; i < len(grid) && grid[i].Variant == grid[first].Variant; i++ {
			if grid[i].Probability < 0.95 {
				unsure++
			}
		}
		name := grid[first].Variant
		if name != analysis.NoFilter {
			name = code(name)
		}
		run := fmt.Sprintf("%s %s", figures.Duration(grid[first].Work), name)
		if i-first > 1 {
			run = fmt.Sprintf("%s to %s %s", figures.Duration(grid[first].Work), figures.Duration(grid[i-1].Work), name)
		}
		switch {
		case unsure == i-first:
			run += " (unsure)"
		case unsure > 0:
			run += fmt.Sprintf(" (unsure in %d of %d)", unsure, i-first)
		}
		runs = append(runs, run)
	}
	return strings.Join(runs, "; ")
}
