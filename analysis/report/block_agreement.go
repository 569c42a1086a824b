package report

import (
	"fmt"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/stat"
)

// agreementBlock sets measurement against theory, experiment by experiment.
func agreementBlock(c *context) (string, error) {
	t := newTable("Experiment", "Points", "Theory inside", "Outside", "Expected outside", "Exceptions", "Dispersion", "Within "+declaredPercent(measure.Margin), "Half could have seen", "All could have seen")
	points, outside, exceptions, repeats, within, beyond := 0, 0, 0, 0, 0, 0
	var list []string
	for _, a := range c.agreements {
		if len(a.Points) == 0 {
			continue
		}
		n := len(a.Points)
		t.add(a.Experiment, count(n), count(n-a.Outside), fmt.Sprintf("%s (p %s)", count(a.Outside), pValue(a.OutsideP)), number(float64(n)*(1-stat.Confidence)),
			count(len(a.Exceptions)), fmt.Sprintf("%s (p %s)", number(a.Phi), pValue(a.PhiP)), count(a.Within), percent(a.Resolution), percent(a.Bluntest))
		points += n
		repeats += a.Repeats
		outside += a.Outside
		within += a.Within
		beyond += a.Beyond
		exceptions += len(a.Exceptions)
		for _, e := range a.Exceptions {
			list = append(list, "- "+exception(e))
		}
	}
	if points == 0 {
		return notMeasured, nil
	}
	parts := []string{verdict(points, outside, exceptions), equivalence(within, beyond), strings.TrimSpace(t.String())}
	if repeats > 0 {
		parts = append(parts, fmt.Sprintf("Not counted: %s another to the last count, as a counting filter repeats the standard one with as many cells, and a full table itself when more keys are refused.",
			plural(repeats, "point that repeats", "points that repeat")))
	}
	if len(list) > 0 {
		parts = append(parts, "The exceptions:", strings.Join(list, "\n"))
	}
	return strings.Join(parts, "\n\n"), nil
}

func verdict(points, outside, exceptions int) string {
	expected := float64(points) * (1 - stat.Confidence)
	s := fmt.Sprintf("Theory predicts %s of this run. It lies outside the interval of %s (%s), where chance alone would put %s of them. ",
		plural(points, "false positive rate", "false positive rates"), count(outside), percent1(float64(outside)/float64(points)), number(expected))
	if exceptions == 0 {
		return s + "No point contradicts it once the number of points is allowed for."
	}
	return s + fmt.Sprintf("%s it even when the number of points is allowed for.", plural(exceptions, "point contradicts", "points contradict"))
}

// equivalence says of how many points agreement is shown, not only not contradicted.
func equivalence(within, beyond int) string {
	return fmt.Sprintf("That theory is inside an interval shows agreement only as far as the interval is narrow. Agreement within %s is shown for %s, whose whole intervals lie there, and refuted for %s; the intervals of the others are too wide to tell. The last columns give the deviation from theory that half of an experiment's points, and all of them, could have seen.",
		declaredPercent(measure.Margin), plural(within, "point", "points"), count(beyond))
}

// exception describes a point that contradicts theory, with the cause that its
// records show, if any.
func exception(e measure.Comparison) string {
	where := code(e.Variant)
	if e.Workload != "uniform" {
		where += " on " + e.Workload
	}
	where += fmt.Sprintf(", fill %s", plainNumber(e.Fill))
	if e.At != "" {
		where += ", " + e.At
	}
	return fmt.Sprintf("%s (%s): measured %s (%s to %s), theory %s, a factor of %s; p %s, after the correction %s. %s",
		where, e.Experiment, percent(e.Rate), percent(e.WideLo), percent(e.WideHi), percent(e.Theory),
		number(e.Rate/e.Theory), pValue(e.P), pValue(e.Adjusted), cause(e))
}

func cause(e measure.Comparison) string {
	switch {
	case e.Overflow > 0 && e.Deletes:
		return fmt.Sprintf("%s in its filters; a saturated counter is never counted down again, so keys that were deleted go on answering, which the formula leaves out.",
			plural(e.Overflow, "counter had saturated", "counters had saturated"))
	case e.Refused > 0:
		return fmt.Sprintf("%s refused there.", plural(e.Refused, "insert was", "inserts were"))
	case e.Widening() > 2:
		return fmt.Sprintf("Its seeds scatter %s times as much as sampling explains.", number(e.Phi))
	}
	return fmt.Sprintf("The records show no cause; where theory holds, an experiment has a point like this or worse in at most %s of runs.", percent(e.Adjusted))
}

// readRatio counts how many points of a figure of ratios have theory inside.
func readRatio(_ *context, chart chartType) (string, error) {
	points, inside := 0, 0
	var widths []float64
	var furthest analysis.Point
	name := ""
	for _, p := range chart.Panels {
		for _, curve := range p.Curves {
			for _, at := range curve.Points {
				points++
				widths = append(widths, (at.Hi-at.Lo)/2)
				if at.Lo <= 1 && 1 <= at.Hi {
					inside++
				}
				if name == "" || abs(at.Y-1) > abs(furthest.Y-1) {
					furthest, name = at, curveName(chart, p.Title, curve.Name, at)
				}
			}
		}
	}
	slices.Sort(widths)
	return fmt.Sprintf("Theory lies inside the interval of %s of %s. A deviation of %s could have been seen at half of the points, one of %s at all. The point furthest from it is %s of theory (%s to %s), for %s, from %s.",
		count(inside), plural(points, "point", "points"), percent(widths[(len(widths)-1)/2]), percent(widths[len(widths)-1]), percent(furthest.Y), percent(furthest.Lo), percent(furthest.Hi),
		name, plural(furthest.Hits, "false positive", "false positives")), nil
}

// curveName says which point of a chart is meant.
func curveName(chart chartType, panel, curve string, p analysis.Point) string {
	switch {
	case len(chart.Categories) > 0:
		return fmt.Sprintf("%s keys in %s", curve, code(chart.Categories[int(p.X)]))
	case panel == "":
		return curve
	}
	return curve + " with " + panel
}
