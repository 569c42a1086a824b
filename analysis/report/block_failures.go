package report

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/analysis/figures"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// chances are the probabilities of a failure for which a safe load is looked up.
var chances = []float64{0.1, 0.01, 0.001}

// plannedLoads are loads that people plan for, to be asked how often they fail.
var plannedLoads = []float64{0.5, 0.84, 0.9, 0.95, 0.98}

// failuresBlock is the way from a chance of failure to a size: for each number of
// slots per bucket and each size of a table the load before which no more than a
// share of fillings is refused a key, and the slots that a key then needs; and the
// way back, the share refused at loads that one may plan for.
func failuresBlock(c *context) (string, error) {
	cells, err := c.d.Cells("load-factor", "")
	if err != nil {
		return "", err
	}
	head := []string{"Slots per bucket", "Slots", "Fillings"}
	safe, failed := newTable(append(head, names(chances, "Load at which %s fail")...)...), newTable(append(head, names(plannedLoads, "Failed by %s")...)...)
	for _, cell := range figures.BySize(cells) {
		if cell.Kind != record.KindLoad {
			continue
		}
		loads, err := measure.Load(cell)
		if err != nil {
			return "", err
		}
		row := []string{count(cell.Shape().BucketSlots), count(cell.Shape().Cells), count(len(loads.Distribution))}
		safe.add(append(row[:3:3], safeLoads(loads)...)...)
		failed.add(append(row[:3:3], failedShares(loads)...)...)
	}
	if len(safe.rows) == 0 {
		return notMeasured, nil
	}
	return "A load in the first table is where that share of fillings has been refused a key, with its interval, and after it the slots " +
		"that a key needs if the lower end of the interval is planned for. The second table asks the other way round: which share " +
		"of fillings has been refused a key by a load, with its exact interval.\n\n" +
		details("Loads and slots per key by chance of failure", safe.String()) + "\n\n" +
		details("Chance of failure by load", failed.String()), nil
}

func names(shares []float64, format string) []string {
	var list []string
	for _, x := range shares {
		list = append(list, fmt.Sprintf(format, declaredPercent(x)))
	}
	return list
}

// safeLoads looks up the load of each chance. A sample that is too small for the
// lower end of the interval cannot vouch for a number of slots.
func safeLoads(loads measure.Loads) []string {
	var list []string
	for _, chance := range chances {
		if float64(len(loads.Distribution))*chance < 1 {
			list = append(list, "too few fillings")
			continue
		}
		q := loads.Quantile(chance)
		text := fmt.Sprintf("%s (%s)", percent1(q.Value), bounds(q))
		if !math.IsInf(q.Lo, 0) {
			text += ": " + significant(1/q.Lo, 4)
		}
		list = append(list, text)
	}
	return list
}

func failedShares(loads measure.Loads) []string {
	var list []string
	for _, load := range plannedLoads {
		p := loads.FailedBy(load)
		list = append(list, fmt.Sprintf("%s (%s to %s)", percent(p.Rate), percent(p.Lo), percent(p.Hi)))
	}
	return list
}

// usualChance is the chance of failure that the reading speaks of.
const usualChance = 0.01

// readFailures says, for each number of slots per bucket, how large a table is to be
// for the keys that it takes with a small chance of failure.
func readFailures(c *context, _ chartType) (string, error) {
	cells, err := c.d.Cells("load-factor", "")
	if err != nil {
		return "", err
	}
	t := newTable("Slots per bucket", "Slots", "Fillings", "Lowest load of a failure", fmt.Sprintf("Load at which %s fail", declaredPercent(usualChance)), "Keys that are safe", "Slots per key")
	for _, cell := range largestSampled(figures.BySize(cells)) {
		loads, err := measure.Load(cell)
		if err != nil {
			return "", err
		}
		q := loads.Quantile(usualChance)
		keys := math.Floor(q.Lo * float64(cell.Shape().Cells))
		t.add(count(cell.Shape().BucketSlots), count(cell.Shape().Cells), count(len(loads.Distribution)), percent1(loads.Distribution[0]),
			percent1(q.Value), count(uint64(keys)), significant(1/q.Lo, 4))
	}
	if len(t.rows) == 0 {
		return "", nil
	}
	return fmt.Sprintf("In the largest tables with enough fillings to tell, the keys that are safe are those of the lower end of the interval: with more, the chance of a failure may exceed %s.\n\n", declaredPercent(usualChance)) + t.String(), nil
}

// largestSampled keeps, for each number of slots per bucket, the largest table with
// enough fillings for an interval about the usual chance.
func largestSampled(cells []analysis.Cell) []analysis.Cell {
	best := map[int]int{}
	var list []analysis.Cell
	for _, c := range cells {
		loads, err := measure.Load(c)
		if err != nil || math.IsInf(loads.Quantile(usualChance).Lo, 0) {
			continue
		}
		b := c.Shape().BucketSlots
		i, ok := best[b]
		switch {
		case !ok:
			best[b] = len(list)
			list = append(list, c)
		case c.Shape().Cells > list[i].Shape().Cells:
			list[i] = c
		}
	}
	return list
}
