package report

import (
	"fmt"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/figures"
	"filterbench/variants/theory"
)

type chartType = figures.Chart

// exampleBits is the number of bits per key at which readings give examples: the
// best known design point of Bloom filters.
const exampleBits = 10

// readBits compares the Bloom families at equal bits per key.
func readBits(c *context, chart chartType) (string, error) {
	const bits = "cells of one bit"
	var s []string
	bloom, ok := curve(chart, bits, "bloom")
	if ok {
		p := nearest(bloom.Points, exampleBits)
		s = append(s, fmt.Sprintf("At %s bits per key the standard filter says yes to %s of absent keys; %s.", number(p.X), rate(p), against(p)))
	}
	if ok {
		s = append(s, readBlocks(chart, bits, bloom.Points)...)
	}
	for _, p := range chart.Panels {
		counting, found := curve(chart, p.Title, "counting")
		if !found {
			continue
		}
		at := nearest(counting.Points, 4*exampleBits)
		s = append(s, fmt.Sprintf("With %s, the counting filter needs %s bits per key for a rate of %s; %s.", p.Title, number(at.X), rate(at), against(at)))
	}
	saturated, err := readSaturation(c)
	if err != nil {
		return "", err
	}
	return strings.Join(append(s, saturated...), " "), nil
}

// blockings are the families that keep a key's bits together: what to call them,
// and what they do to the rate.
var blockings = []struct{ family, filter, effect string }{
	{"blocked", "The blocked filter", "Blocking multiplies the rate"},
	{"splitblock", "The split block filter, which has eight probes at any number of bits,", "Splitting multiplies that of the standard filter"},
	{"register", "The filter with all bits of a key in one machine word", "One word for a block multiplies that of the standard filter"},
}

// readBlocks sets the filters with blocks beside the standard one.
func readBlocks(chart chartType, panel string, bloom []analysis.Point) (s []string) {
	for _, b := range blockings {
		c, ok := curve(chart, panel, b.family)
		if !ok {
			continue
		}
		p := nearest(c.Points, exampleBits)
		s = append(s, fmt.Sprintf("%s says yes to %s there; %s.", b.filter, rate(p), against(p)))
		if low, high, ok := ratios(c.Points, bloom); ok {
			s = append(s, fmt.Sprintf("%s by %s at %s bits per key and by %s at %s.",
				b.effect, number(low.Y), number(low.X), number(high.Y), number(high.X)))
		}
	}
	return s
}

// readSaturation sets the counters that saturated beside those expected.
func readSaturation(c *context) ([]string, error) {
	cells, err := c.d.Cells("fpr-bloom", "bits")
	if err != nil {
		return nil, err
	}
	var seen, all uint64
	expected := 0.0
	for _, cell := range cells {
		shape := cell.Shape()
		for _, r := range cell.Records {
			if shape.CounterBits > 0 && r.FPR() != nil {
				seen += r.FPR().Overflow
				all += shape.Cells
				expected += theory.CounterOverflows(shape.Cells, r.FPR().Distinct, shape.Probes, shape.CounterBits)
			}
		}
	}
	if all == 0 {
		return nil, nil
	}
	return []string{fmt.Sprintf("Of %s of the counting filters, %s; theory expects %s.",
		plural(all, "counter", "counters"), plural(seen, "saturated", "saturated"), number(expected))}, nil
}

// ratios returns a's rate over b's at the smallest and the largest x they share.
func ratios(a, b []analysis.Point) (low, high analysis.Point, ok bool) {
	for _, p := range a {
		q := nearest(b, p.X)
		if abs(q.X-p.X) > 0.02*p.X || q.Y == 0 {
			continue
		}
		at := analysis.At(p.X)
		at.Y = p.Y / q.Y
		if !ok {
			low, ok = at, true
		}
		high = at
	}
	return low, high, ok
}

// readProbes finds the best number of probes, measured and predicted.
func readProbes(_ *context, chart chartType) (string, error) {
	t := newTable("Filter", "Bits per key", "Best k measured", "Best k in theory", "Rate at the best k", "With one probe fewer", "With one probe more")
	agree, all := 0, 0
	for _, p := range chart.Panels {
		for _, c := range p.Curves {
			best := slices.MinFunc(c.Points, func(a, b analysis.Point) int { return compare(a.Y, b.Y) })
			predicted := slices.MinFunc(c.Points, func(a, b analysis.Point) int { return compare(a.Theory, b.Theory) })
			all++
			if at := nearest(c.Points, predicted.X); at.Lo <= best.Hi {
				agree++
			}
			t.add(c.Name, strings.TrimSuffix(p.Title, " bits per key"), number(best.X), number(predicted.X), rate(best),
				relative(c.Points, best, -1), relative(c.Points, best, +1))
		}
	}
	s := fmt.Sprintf("In %s of %s the interval at the number of probes that theory prefers overlaps that of the lowest measured rate.",
		count(agree), plural(all, "curve", "curves"))
	return s + "\n\n" + t.String(), nil
}

// relative gives the rate a probe away from the best one, relative to it.
func relative(points []analysis.Point, best analysis.Point, step float64) string {
	i := slices.IndexFunc(points, func(p analysis.Point) bool { return p.X == best.X+step })
	if i < 0 || best.Y == 0 {
		return "-"
	}
	change := points[i].Y/best.Y - 1
	return fmt.Sprintf("%+.0f %%", 100*change)
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// readCuckoo follows one kind of cuckoo filter from its lowest to its highest
// load and sets the union bound beside it.
func readCuckoo(_ *context, chart chartType) (string, error) {
	var s []string
	for _, p := range chart.Panels {
		c, ok := curve(chart, p.Title, "4 slots per bucket")
		if !ok {
			continue
		}
		low, high := first(c.Points), last(c.Points)
		s = append(s, fmt.Sprintf("- With %s and four slots per bucket: %s at a load of %s, where %s, and %s at %s, where %s. The union bound is %s times the measured rate at the lower load and %s times at the higher.",
			p.Title, rate(low), percent1(low.X), against(low), rate(high), percent1(high.X), against(high),
			number(low.Bound/low.Y), number(high.Bound/high.Y)))
	}
	return strings.Join(s, "\n"), nil
}

// readSpace says which measured configurations need the fewest bits for a rate.
func readSpace(c *context, _ chartType) (string, error) {
	list, err := configurations(c)
	if err != nil {
		return "", err
	}
	t := newTable("A rate of at most", "Least that any filter needs", "Fewest bits measured", "Fewest bits with deletion")
	for _, target := range []float64{0.05, 0.02, 0.01, 0.001, 0.0001} {
		t.add(declaredPercent(target), number(theory.InformationBound(target))+" bits",
			cheapest(list, target, false).String(), cheapest(list, target, true).String())
	}
	return "Of the configurations measured, the cheapest that keep a rate, judged by the upper end of the interval:\n\n" + t.String(), nil
}

// cheapest returns the configuration with the fewest bits whose rate keeps a
// target, by the upper end of its interval; nil if none does.
func cheapest(list []configuration, target float64, deletes bool) *configuration {
	var best *configuration
	for i := range list {
		c := &list[i]
		if c.fpr.WideHi > target || deletes && !c.deletes || best != nil && best.bits <= c.bits {
			continue
		}
		best = c
	}
	return best
}

func (c *configuration) String() string {
	if c == nil {
		return "none measured"
	}
	return fmt.Sprintf("%s, %s bits for %s", code(c.variant), number(c.bits), percent(c.fpr.Rate))
}
