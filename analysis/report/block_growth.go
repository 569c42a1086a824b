package report

import (
	"fmt"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// growthBlock says which times do not grow with the size of the table, and whether
// they were measured again.
func growthBlock(c *context) (string, error) {
	g := measure.GrowthOf(c.d)
	if g.Series == 0 {
		return notMeasured, nil
	}
	chance := fmt.Sprintf("Noise is where the intervals of two medians meet or the medians differ by less than %s ns; chance alone is expected to put %s pairs of sizes beyond it at most.",
		plainNumber(measure.FinestFall), number(g.Alarms))
	if g.Broken == 0 && len(g.Falls) == 0 {
		return fmt.Sprintf("In none of %s series of times over several sizes did a larger table take less time than a smaller one, beyond noise. %s",
			count(g.Series), chance), nil
	}
	text := fmt.Sprintf("In %s of %s series of times over several sizes a larger table took less time than a smaller one, beyond noise. %s "+
		"Both sizes were measured again in %s of them; %s when all repetitions are taken together.",
		count(g.Broken), count(g.Series), chance, count(g.Repeated), choose(g.Settled == 1, "1 grows", count(g.Settled)+" grow"))
	if len(g.Falls) == 0 {
		return text, nil
	}
	t := newTable("Experiment", "Filter", "Called", "Operation", "Keys", "ns", "Keys", "ns", "Measured again")
	t.words = true
	for _, f := range g.Falls {
		t.add(f.Trial.Experiment+" "+f.Trial.Part, code(f.Trial.Variant), circumstances(f), f.Op,
			count(f.Small.Size), growthMedian(f.Small.Median.Value, f.Small.Median.Lo, f.Small.Median.Hi),
			count(f.Large.Size), growthMedian(f.Large.Median.Value, f.Large.Median.Lo, f.Large.Median.Hi), choose(f.Repeated(), "yes", "no"))
	}
	return text + "\n\n" + details("Larger tables that took less time", t.String()), nil
}

// circumstances says how the trials of a series called, and what else tells them from
// others of their part.
func circumstances(f measure.Fall) string {
	words := []string{wayOf(analysis.Cell{Trial: f.Trial})}
	if f.Trial.Pages != "" {
		words = append(words, f.Trial.Pages+" pages")
	}
	if f.Trial.Fill != 1 {
		words = append(words, "fill "+number(f.Trial.Fill))
	}
	if f.Trial.Twin > 0 {
		words = append(words, fmt.Sprintf("twin %d", f.Trial.Twin))
	}
	if !f.Net {
		words = append(words, "gross")
	}
	return strings.Join(words, ", ")
}

func growthMedian(x, lo, hi float64) string {
	return fmt.Sprintf("%s (%s to %s)", barNumber(x), barNumber(lo), barNumber(hi))
}
