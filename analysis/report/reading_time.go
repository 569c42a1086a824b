package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/stat"
)

// readTimeBySize follows each filter from the smallest to the largest size.
func readTimeBySize(_ *context, chart chartType) (string, error) {
	var names []string
	head := []string{"Filter"}
	for _, p := range chart.Panels {
		head = append(head, p.Title)
		for _, c := range p.Curves {
			if !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
	}
	t := newTable(head...)
	for _, name := range names {
		row := []string{code(name)}
		for _, p := range chart.Panels {
			cell := "-"
			if c, ok := curve(chart, p.Title, name); ok {
				cell = pointTime(first(c.Points)) + " to " + pointTime(last(c.Points))
			}
			row = append(row, cell)
		}
		t.add(row...)
	}
	points := chart.Panels[0].Curves[0].Points
	return fmt.Sprintf("Nanoseconds, from %s to %s keys:\n\n%s", count(uint64(first(points).X)), count(uint64(last(points).X)), t), nil
}

// pointTime writes the net time of a point.
func pointTime(p analysis.Point) string { return netNumber(p.Y, p.Lo, p.Hi) }

// told reports whether two points are different times.
func (c *context) told(a, b analysis.Point) bool {
	return measure.Told(stat.Median{Value: a.Y, Lo: a.Lo, Hi: a.Hi}, stat.Median{Value: b.Y, Lo: b.Lo, Hi: b.Hi}, c.noise)
}

// readTimeByHits compares lookups that hit with lookups that miss.
func readTimeByHits(ctx *context, chart chartType) (string, error) {
	t := newTable("Keys", "Filter", "Miss", "Hit", "Hit over miss", "Slowest mix")
	for _, p := range chart.Panels {
		for _, c := range p.Curves {
			miss, hit := nearest(c.Points, 0), nearest(c.Points, 1)
			slowest := miss
			for _, at := range c.Points {
				if at.Y > slowest.Y {
					slowest = at
				}
			}
			t.add(strings.TrimSuffix(p.Title, " keys"), code(c.Name), pointTime(miss), pointTime(hit), choose(ctx.told(miss, hit), number(hit.Y/miss.Y), "~"),
				choose(ctx.told(miss, slowest) || ctx.told(hit, slowest), fmt.Sprintf("%s at %.0f %% hits", pointTime(slowest), 100*slowest.X), "~"))
		}
	}
	return "Nanoseconds; ~ where times are not told apart:\n\n" + t.String(), nil
}

// readTimeByLoad compares the lowest fill with the highest.
func readTimeByLoad(ctx *context, chart chartType) (string, error) {
	points := chart.Panels[0].Curves[0].Points
	low, high := first(points).X, last(points).X
	t := newTable("Filter", "Operation", "At fill "+number(low), "At fill "+number(high), "Change")
	for _, p := range chart.Panels {
		for _, c := range p.Curves {
			a, b := first(c.Points), last(c.Points)
			t.add(code(c.Name), p.Title, pointTime(a), pointTime(b), choose(ctx.told(a, b), fmt.Sprintf("%+.0f %%", 100*(b.Y/a.Y-1)), "~"))
		}
	}
	return "Nanoseconds at the lowest and the highest fill; ~ where they are not told apart:\n\n" + t.String(), nil
}

// timesBlock tabulates every timed operation by size: gross, null and net.
func timesBlock(c *context) (string, error) { return timeTable(c, "size") }

// callsBlock tabulates calls one at a time through the interface.
func callsBlock(c *context) (string, error) { return timeTable(c, "single") }

func timeTable(c *context, part string) (string, error) {
	cells, err := c.d.Cells("throughput", part)
	if err != nil {
		return "", err
	}
	t := newTable("Filter", "Keys", "Operation", "Gross ns", "Null ns", "Net ns", "Net interval", "Samples")
	for _, cell := range cells {
		if analysis.FamilyOf(cell.Variant) == "null" {
			continue
		}
		for _, op := range cell.Ops {
			timing, ok := measure.Time(cell, op)
			if !ok {
				continue
			}
			row := []string{code(cell.Variant), count(cell.Size()), op, decimal(timing.Gross.Value), "-", "-", "-", count(timing.Gross.N)}
			if timing.HasNet() {
				row[4], row[5] = decimal(timing.Null.Value), decimal(timing.Net.Value)
				row[6] = decimal(timing.Net.Lo) + " to " + decimal(timing.Net.Hi)
			}
			t.add(row...)
		}
	}
	if len(t.rows) == 0 {
		return notMeasured, nil
	}
	return details("All operations", t.String()), nil
}

// decimal writes a time with one decimal.
func decimal(x float64) string { return fmt.Sprintf("%.1f", math.Round(10*x)/10) }

// details folds a long table away.
func details(summary, text string) string {
	return "<details><summary>" + summary + "</summary>\n\n" + strings.TrimSpace(text) + "\n\n</details>"
}
