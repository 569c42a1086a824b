package figures

import (
	"math"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// percentiles are the times that figures of single operations show, one a panel.
var percentiles = []struct {
	name  string
	share float64
}{{"median", 0.5}, {"99th percentile", 0.99}, {"99.9th percentile", 0.999}, {"longest", 1}}

// clockBound is what the dotted lines of these figures are.
const clockBound = "an operation that does nothing, median"

// clockLeast is where their axes begin, in nanoseconds: below what reading a clock twice
// costs, so that its line is on the page.
const clockLeast = 10

var latencyFigures = []Figure{
	{
		ID: "insert-latency", Experiment: "latency",
		Title:   "Time of single inserts, by load",
		Caption: "Each insert is timed by itself, in windows of load 1 % wide; the load of a filter without slots is the share of its capacity. The dotted line is what the clock costs, which is part of every time.",
		X:       Axis{Label: "load", Unit: Percent}, Y: Axis{Label: "nanoseconds, clock included", Scale: Log, Min: clockLeast},
		Apart:   true,
		Bars:    intervalBars,
		Bound:   clockBound,
		Columns: 2,
		Layers:  insertLayers(),
	},
	{
		ID: "arrival-latency", Experiment: "latency",
		Title:   "Time of lookups from when they are due, by how many arrive a second",
		Caption: "Half of the lookups hit, and they are due at even distances. One that is due while another is at work waits, and its wait counts. The dotted line is what the clock costs.",
		X:       Axis{Label: "lookups a second", Scale: Log, Unit: Decimal}, Y: Axis{Label: "nanoseconds, clock included", Scale: Log, Min: clockLeast},
		Apart:   true,
		Bars:    intervalBars,
		Bound:   clockBound,
		Columns: 2,
		Layers:  arrivalLayers(),
	},
}

func insertLayers() (layers []Layer) {
	for _, p := range percentiles {
		layers = append(layers, Layer{Part: "insert", Keep: largestSize, Series: variant, Facet: named(p.name), Measure: insertTimes(p.share)})
	}
	return layers
}

func arrivalLayers() (layers []Layer) {
	for _, p := range percentiles[:3] {
		layers = append(layers, Layer{Part: "even", Keep: largestSize, Series: variant, Facet: named(p.name), Measure: arrivalTimes(p.share)})
	}
	return layers
}

// largestSize keeps the cells of the largest capacity.
func largestSize(cells []analysis.Cell) []analysis.Cell {
	most := uint64(0)
	for _, c := range cells {
		most = max(most, c.Size())
	}
	return notNull(where(func(c analysis.Cell) bool { return c.Size() == most })(cells))
}

// insertTimes is a quantile of the times of inserts, over the load.
func insertTimes(q float64) analysis.Measure {
	return func(c analysis.Cell) (points []analysis.Point, err error) {
		for _, load := range c.Loads {
			points = append(points, timePoint(c, load, measure.InsertTimes(load), q)...)
		}
		return points, nil
	}
}

// arrivalTimes is a quantile of the times of lookups that arrive, over their rate.
func arrivalTimes(q float64) analysis.Measure {
	return func(c analysis.Cell) (points []analysis.Point, err error) {
		for _, rate := range c.Rates {
			points = append(points, timePoint(c, rate, measure.ArrivalTimes(rate), q)...)
		}
		return points, nil
	}
}

// timePoint is a quantile at x, with the median of the clock for a bound; none if a
// repetition has no such times.
func timePoint(c analysis.Cell, x float64, times measure.Times, q float64) []analysis.Point {
	m, ok := measure.TimeQuantile(c, times, q)
	if !ok {
		return nil
	}
	p := analysis.At(x)
	p.Y, p.Lo, p.Hi = m.Value, m.Lo, m.Hi
	p.Bound = math.NaN()
	if clock, ok := measure.TimeQuantile(c, measure.ClockTimes, 0.5); ok {
		p.Bound = clock.Value
	}
	for _, r := range c.Records {
		p.N += measure.Events(times(r))
	}
	p.Hits, p.Seeds = p.N, m.N
	return []analysis.Point{p}
}
