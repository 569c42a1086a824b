package report

import (
	"fmt"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// readLoadBySize sets the loads of the smallest and the largest tables against the
// threshold.
func readLoadBySize(_ *context, chart chartType) (string, error) {
	t := newTable("Bucket", "Threshold", "Smallest table", "Median there", "Nine fillings in ten", "Largest table", "Median there", "Nine fillings in ten")
	var below, above []string
	for _, c := range chart.Panels[0].Curves {
		low, high := first(c.Points), last(c.Points)
		t.add(c.Name, percent1(low.Theory), count(uint64(low.X)), percent1(low.Y), spread(low), count(uint64(high.X)), percent1(high.Y), spread(high))
		if high.Y < high.Theory {
			below = append(below, c.Name)
		} else {
			above = append(above, c.Name)
		}
	}
	var s []string
	if len(below) > 0 {
		s = append(s, fmt.Sprintf("In the largest table the median stays below the threshold with %s.", sentence(below)))
	}
	if len(above) > 0 {
		s = append(s, fmt.Sprintf("In the largest table the median reaches or passes the threshold with %s.", sentence(above)))
	}
	return strings.Join(s, " ") + "\n\n" + t.String(), nil
}

// readChoices tells what more choices and more slots buy a hash table.
func readChoices(_ *context, chart chartType) (string, error) {
	t := newTable("Choices", "Slots per bucket", "Threshold", "Median load", "Nine fillings in ten")
	for _, c := range chart.Panels[0].Curves {
		for _, p := range c.Points {
			t.add(c.Name, number(p.X), percent1(p.Theory), percent1(p.Y), spread(p))
		}
	}
	return t.String(), nil
}

func spread(p analysis.Point) string { return percent1(p.Lo) + " to " + percent1(p.Hi) }

// closeLoad is how near a median load must come to that of the longest
// fingerprint for the fingerprint to count as long enough.
const closeLoad = 0.01

// readLoadByFingerprint finds the shortest fingerprint that costs no load.
func readLoadByFingerprint(_ *context, chart chartType) (string, error) {
	var s []string
	for _, c := range chart.Panels[0].Curves {
		full := last(c.Points)
		enough := full
		for i := len(c.Points) - 1; i >= 0 && c.Points[i].Y >= full.Y-closeLoad; i-- {
			enough = c.Points[i]
		}
		shortest := first(c.Points)
		s = append(s, fmt.Sprintf("- With %s, %s bits are enough to come within one point in a hundred of the load at %s bits (%s); with %s bits it is %s.",
			c.Name, number(enough.X), number(full.X), percent1(full.Y), number(shortest.X), percent1(shortest.Y)))
	}
	return strings.Join(s, "\n"), nil
}

// safeShare is the share of tables that may refuse a key before the load that the
// table of safe loads gives.
const safeShare = 0.01

// readLoadDistribution tabulates the loads that nearly all tables reach.
func readLoadDistribution(c *context, _ chartType) (string, error) {
	cells, err := c.d.Cells("load-factor", "")
	if err != nil {
		return "", err
	}
	t := newTable("Filter", "Slots", "Fillings", "Lowest", "99 in 100 reach", "with interval", "Half reach")
	for _, cell := range cells {
		if cell.Part == "fingerprint" || cell.Part == "tables" || cell.Kind != record.KindLoad {
			continue
		}
		loads, err := measure.Load(cell)
		if err != nil {
			return "", err
		}
		safe, interval := "too few", "-"
		if n := len(loads.Distribution); float64(n)*safeShare >= 1 {
			q := loads.Quantile(safeShare)
			safe, interval = percent1(q.Value), bounds(q)
		}
		t.add(code(cell.Variant), count(cell.Shape().Cells), count(len(loads.Distribution)), percent1(loads.Distribution[0]),
			safe, interval, percent1(loads.Quantile(0.5).Value))
	}
	return details("Loads by filter and size", t.String()), nil
}

// bounds writes a quantile's interval; a sample can be too small for an end.
func bounds(q stat.Quantile) string {
	end := func(x float64, none string) string {
		if x-x != 0 { // infinite
			return none
		}
		return percent1(x)
	}
	return end(q.Lo, "open") + " to " + end(q.Hi, "open")
}

// readKicks says at which load inserts become expensive.
func readKicks(_ *context, chart chartType) (string, error) {
	t := newTable("Bucket", "Mean passes one kick at load", "Mean passes ten at", "Highest load", "Mean there", "99 in 100 need at most", "Largest")
	for _, p := range chart.Panels {
		mean, ok := curve(chart, p.Title, "mean")
		p99, ok99 := curve(chart, p.Title, "99th percentile")
		largest, okMax := curve(chart, p.Title, "largest")
		if !ok || !ok99 || !okMax {
			continue
		}
		top := last(mean.Points)
		t.add(p.Title, passes(mean.Points, 1), passes(mean.Points, 10), percent1(top.X), number(top.Y), number(last(p99.Points).Y), number(last(largest.Points).Y))
	}
	return t.String(), nil
}

// passes returns the first x at which y reaches a level.
func passes(points []analysis.Point, level float64) string {
	for _, p := range points {
		if p.Y >= level {
			return percent1(p.X)
		}
	}
	return "not reached"
}

// readKickTail says how many inserts move nothing.
func readKickTail(_ *context, chart chartType) (string, error) {
	var s []string
	for _, p := range chart.Panels {
		var parts []string
		for _, c := range p.Curves {
			parts = append(parts, fmt.Sprintf("%s at %s", percent1(1-first(c.Points).Y), c.Name))
		}
		s = append(s, fmt.Sprintf("- With %s, inserts that move nothing are %s.", p.Title, sentence(parts)))
	}
	return strings.Join(s, "\n"), nil
}

// readKickBound says what a longer search buys.
func readKickBound(_ *context, chart chartType) (string, error) {
	var s []string
	for _, c := range chart.Panels[0].Curves {
		few, most := first(c.Points), last(c.Points)
		usual := nearest(c.Points, 500)
		s = append(s, fmt.Sprintf("- With %s, the median load is %s with at most %s kicks, %s with %s and %s with %s; the threshold is %s.",
			c.Name, percent1(few.Y), number(few.X), percent1(usual.Y), number(usual.X), percent1(most.Y), significant(most.X, 4), percent1(most.Theory)))
	}
	return strings.Join(s, "\n"), nil
}
