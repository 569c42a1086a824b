package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// readRefusalKicks compares the kicks of refused copies with the bound.
func readRefusalKicks(_ *context, chart chartType) (string, error) {
	var points, short int
	least, most := 0.0, 0.0
	for _, c := range chart.Panels[0].Curves {
		for _, p := range c.Points {
			points++
			if p.Lo != p.X || p.Hi != p.X {
				short++
			}
			if least == 0 || p.X < least {
				least = p.X
			}
			most = max(most, p.X)
		}
	}
	words := "every refused copy spent all of them"
	if short > 0 {
		words = fmt.Sprintf("at %s of %s some refused copies spent fewer", count(short), plural(points, "point", "points"))
	}
	return fmt.Sprintf("With bounds from %s to %s kicks, %s.", number(least), number(most), words), nil
}

// readMultisetsMap lists who took all copies that were offered, cheapest first.
func readMultisetsMap(c *context, chart chartType) (string, error) {
	cells, err := c.d.Cells("multisets", "copies")
	if err != nil {
		return "", err
	}
	offered := 0
	for _, cell := range cells {
		offered = max(offered, cell.Copies)
	}
	type spot struct {
		name string
		bits float64
	}
	var all []spot
	var stopped []string
	for _, curve := range chart.Panels[0].Curves {
		p := first(curve.Points)
		if p.Lo >= float64(offered) {
			all = append(all, spot{curve.Name, p.X})
		} else {
			stopped = append(stopped, fmt.Sprintf("%s after %s", code(curve.Name), number(p.Y)))
		}
	}
	slices.SortFunc(all, func(a, b spot) int { return compare(a.bits, b.bits) })
	var s []string
	if len(all) > 0 {
		var names []string
		for _, a := range all {
			names = append(names, fmt.Sprintf("%s (%s bits a key)", code(a.name), number(a.bits)))
		}
		s = append(s, fmt.Sprintf("All %s copies of a key were accepted by %s.", count(offered), sentence(names)))
	}
	if len(stopped) > 0 {
		s = append(s, "Copies are refused by "+sentence(stopped)+".")
	}
	return strings.Join(s, " ") + " A counter that saturates accepts copies that it no longer counts; the table says who counts right.", nil
}

// readMultisetsLoad says where each stream stops a table.
func readMultisetsLoad(_ *context, chart chartType) (string, error) {
	var s []string
	for _, panel := range chart.Panels {
		for _, c := range panel.Curves {
			low := c.Points[0]
			for _, p := range c.Points {
				if p.Y < low.Y {
					low = p
				}
			}
			s = append(s, fmt.Sprintf("- %s, %s: the lowest median load at the first refusal is %s, at %s copies of a key on average.",
				code(panelName(panel.Title, c.Family)), c.Name, percent(low.Y), number(low.X)))
		}
	}
	return strings.Join(s, "\n"), nil
}

// panelName is the title of a panel, or the family of its curves if it has none.
func panelName(title, family string) string { return choose(title != "", title, family) }

// readWrongDeletes compares wrong deletes that succeed with theory, and counts what
// they cost.
func readWrongDeletes(c *context, chart chartType) (string, error) {
	inside, all := 0, 0
	for _, curve := range chart.Panels[0].Curves {
		for _, p := range curve.Points {
			all++
			if p.Lo <= p.Theory && p.Theory <= p.Hi {
				inside++
			}
		}
	}
	cells, err := c.d.Cells("deletion", "")
	if err != nil {
		return "", err
	}
	t := newTable("Filter", "Fill", "Deleted keys that still look present", "Still there after one of two copies was deleted", "Wrong deletes that succeed", "Theory", "Keys lost by each", "Theory", "Others denied after legal deletes")
	for _, cell := range cells {
		e, err := measure.Erasure(cell)
		if err != nil {
			return "", err
		}
		succeed, lost := erasureTheory(cell)
		each := "-"
		if e.Succeeded > 0 {
			each = number(float64(e.Missing) / float64(e.Succeeded))
		}
		t.add(code(cell.Variant), plainNumber(cell.Fill), share(e.Still, e.Deleted), share(e.TwiceStill, e.Twice),
			share(e.Succeeded, e.Attempts), succeed, each, lost, share(e.RestLost, e.Rest))
	}
	return fmt.Sprintf("Theory is inside the interval at %s of %s.", count(inside), plural(all, "point", "points")) + "\n\n" + t.String(), nil
}

func share(part, whole uint64) string {
	if whole == 0 {
		return "-"
	}
	return percent(float64(part) / float64(whole))
}

// readPolicies says what each policy comes to at the end.
func readPolicies(c *context, _ chartType) (string, error) {
	cells, err := c.d.Cells("drift", "policies")
	if err != nil {
		return "", err
	}
	lost := map[string]*struct{ live, missing, most uint64 }{}
	for _, cell := range cells {
		points, err := measure.Drift(cell)
		if err != nil {
			return "", err
		}
		end := points[len(points)-1].Sum
		at := lost[cell.Policy]
		if at == nil {
			at = &struct{ live, missing, most uint64 }{}
			lost[cell.Policy] = at
		}
		at.live += end.Live
		at.missing += end.Missing
	}
	var s []string
	for _, policy := range record.Policies {
		if at := lost[policy]; at != nil && at.live > 0 {
			s = append(s, fmt.Sprintf("- %s: %s of %s live keys are denied at the end (%s).", policy, count(at.missing), count(at.live), share(at.missing, at.live)))
		}
	}
	return strings.Join(s, "\n"), nil
}

// readDistinct compares with theory from the first turnover on, and the keys that were
// not stored while the window filled.
func readDistinct(c *context, chart chartType) (string, error) {
	cells, err := c.d.Cells("drift", "distinct")
	if err != nil {
		return "", err
	}
	t := newTable("Filter", "Fill", "New keys while the window filled", "Not stored", "Share", "Theory", "Deviation")
	for _, cell := range cells {
		points, err := measure.Drift(cell)
		if err != nil {
			return "", err
		}
		n, absorbed, expected := uint64(0), points[0].Sum.Absorbed, 0.0
		for _, r := range cell.Records {
			k := r.Drift().Checkpoints[0]
			n += k.Live
			expected += theory.AbsorbedKeys(measure.Buckets(r.Shape), k.Live, r.Shape.FingerprintBits)
		}
		sigma := 0.0
		if expected > 0 {
			sigma = (float64(absorbed) - expected) / math.Sqrt(expected)
		}
		t.add(code(cell.Variant), plainNumber(cell.Fill), count(n), count(absorbed), share(absorbed, n), percent(expected/float64(n)),
			significant(sigma, 2)+" σ")
	}
	s := []string{t.String()}
	for _, panel := range chart.Panels {
		for _, c := range panel.Curves {
			end := last(c.Points)
			if end.Theory != end.Theory { // never reached a turnover
				continue
			}
			s = append(s, fmt.Sprintf("- %s after %s: %s; %s.", code(c.Name), plural(uint64(end.X), "turnover", "turnovers"), rate(end), against(end)))
		}
	}
	return strings.Join(s, "\n"), nil
}
