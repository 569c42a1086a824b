package report

import (
	"fmt"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// readOverload tabulates the rate at and past the design.
func readOverload(c *context, chart chartType) (string, error) {
	fills := []float64{0.5, 1, 2, 4}
	head := []string{"Filter"}
	for _, f := range fills {
		head = append(head, "At "+plainNumber(f), "Theory")
	}
	t := newTable(append(head, "Refused at the end")...)
	for _, curve := range chart.Panels[0].Curves {
		row := []string{code(curve.Name)}
		for _, f := range fills {
			p := nearest(curve.Points, f)
			if p.X != f {
				row = append(row, "-", "-")
				continue
			}
			row = append(row, percent(p.Y), percent(p.Theory))
		}
		refused, err := refusedAtTheEnd(c, curve.Name)
		if err != nil {
			return "", err
		}
		t.add(append(row, refused)...)
	}
	return t.String(), nil
}

// refusedAtTheEnd is the share of inserts that a filter refused at the highest
// fill.
func refusedAtTheEnd(c *context, variant string) (string, error) {
	cells, err := c.d.Cells("overload", "")
	if err != nil {
		return "", err
	}
	cells = slices.DeleteFunc(cells, func(x analysis.Cell) bool { return x.Variant != variant || x.Kind != record.KindFPR })
	if len(cells) == 0 {
		return "-", nil
	}
	end := slices.MaxFunc(cells, func(a, b analysis.Cell) int { return compare(a.Fill, b.Fill) })
	var inserted, refused uint64
	for _, r := range end.Records {
		inserted += r.FPR().Inserted
		refused += r.FPR().Inserted - r.FPR().Accepted
	}
	if refused == 0 {
		return "none", nil
	}
	return percent1(float64(refused) / float64(inserted)), nil
}

// readChurn compares the first checkpoint with the last, and counts lost keys.
func readChurn(c *context, _ chartType) (string, error) {
	cells, err := c.d.Cells("churn", "")
	if err != nil {
		return "", err
	}
	t := newTable("Filter", "Deletes", "Rate at the start", "Turnovers", "Rate at the end", "Theory", "Saturated counters", "False negatives", "of live keys")
	var hold, rise []string
	for _, cell := range cells {
		points, err := measure.Churn(cell)
		if err != nil {
			return "", err
		}
		if len(points) == 0 {
			continue
		}
		start, end := points[0], points[len(points)-1]
		var missing, live uint64
		for _, p := range points {
			missing += p.Missing
			live += p.Live
		}
		t.add(code(cell.Variant), choose(cell.Deletes, "yes", "no"), percent(start.Rate), plainNumber(end.Turnover),
			percent(end.Rate), percent(end.Theory), count(end.Overflow), count(missing), count(live))
		if end.WideLo > start.WideHi {
			rise = append(rise, code(cell.Variant))
		} else {
			hold = append(hold, code(cell.Variant))
		}
	}
	var s []string
	if len(hold) > 0 {
		s = append(s, "The interval at the end overlaps that at the start, or lies below it, for "+sentence(hold)+".")
	}
	if len(rise) > 0 {
		s = append(s, "The rate has risen beyond its interval for "+sentence(rise)+".")
	}
	return strings.Join(s, " ") + "\n\n" + t.String(), nil
}

// readKeysLoad compares each kind of key with uniform ones.
func readKeysLoad(_ *context, chart chartType) (string, error) {
	uniform, ok := curve(chart, "", "uniform")
	if !ok {
		return "", nil
	}
	furthest, place, name := 0.0, "", ""
	apart := 0
	pairs := 0
	for _, c := range chart.Panels[0].Curves {
		if c.Name == uniform.Name {
			continue
		}
		for _, p := range c.Points {
			q := nearest(uniform.Points, p.X)
			pairs++
			if p.Lo > q.Hi || p.Hi < q.Lo {
				apart++
			}
			if d := p.Y - q.Y; name == "" || abs(d) > abs(furthest) {
				furthest, place, name = d, chart.Categories[int(p.X)], c.Name
			}
		}
	}
	return fmt.Sprintf("Of %s of a kind of key with uniform keys, %s have ranges that do not overlap. The medians differ by %s points in a hundred at most, for %s with %s.",
		plural(pairs, "comparison", "comparisons"), count(apart), significant(100*abs(furthest), 2), name, place), nil
}
