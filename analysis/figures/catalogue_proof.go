package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// proofFigures show how far measurement bears out theory, and the claims.
var proofFigures = []Figure{
	{
		ID: "calibration", Experiment: "fpr-bloom",
		What:    "All measured false positive rates over theory, by the rate that theory predicts; and their deviations in standard errors over those that chance alone would give",
		Caption: "On the right the points of a theory that is right lie on the line, within the dashed band with 95 % at each place. Deviations allow for the scatter between seeds. Repeats of one observation and all checkpoints of a churn but the last are left out. What lies beyond the page is drawn at its edge, with its filter named",
		Columns: 2, Names: Below,
		Make: calibrationPanels,
		Finding: func(c Chart) string {
			n, within := 0, 0
			for _, p := range c.Panels[:1] {
				for _, curve := range p.Curves {
					for _, at := range curve.Points {
						n++
						if math.Abs(at.Y-1) <= measure.Margin {
							within++
						}
					}
				}
			}
			exceptions := len(c.find("deviations", "exceptions").Points)
			return fmt.Sprintf("%d of %d measured rates lie within %s of theory; %s after correction for their number", within, n, share(measure.Margin),
				choose2(exceptions, "none deviates", "one deviates", "deviate"))
		},
	},
	{
		ID: "claims", Experiment: "",
		What:    "The effect of each claim over the range that its rule allows: 0 is the middle of the range, and the band from -1 to 1 all of it",
		Caption: "A range with one end has the other at zero or infinity. What lies beyond the page is drawn at its edge. Claims of arithmetic, and those without one number, are not here",
		X:       Axis{Unit: Category}, Y: Axis{Label: "effect, in units of the range that is allowed", Min: -3, Max: 3},
		Flip: true, Columns: 2, Tall: 12, Names: Below,
		Bars: "effect, with 95 % interval",
		Make: claimPanels,
		Finding: func(c Chart) string {
			count := map[string]int{}
			c.each(func(_ Panel, curve Curve, _ analysis.Point) { count[curve.Name]++ })
			var parts []string
			total := 0
			for _, name := range sortedKeys(count) {
				total += count[name]
				parts = append(parts, fmt.Sprintf("%d %s", count[name], name))
			}
			return fmt.Sprintf("Of %d claims about one number, %s", total, series(parts))
		},
	},
}

// choose2 writes a number of things that do something.
func choose2(n int, none, one, more string) string {
	switch n {
	case 0:
		return none
	case 1:
		return one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// Verdict is what the figure of the claims shows of one of them.
type Verdict struct {
	ID, Family, Verdict string
	Value, Lo, Hi       float64 // of the effect, with its interval
	From, To            float64 // the range that the rule allows; either may be infinite
}

// calibrationPanels draws all comparisons of rates with theory.
func calibrationPanels(in Input, c *Chart) error {
	var all []measure.Comparison
	for _, name := range in.Experiments() {
		if name == "libraries" { // whether others follow theory is told there
			continue
		}
		a, err := measure.Agree(in.Dataset, name)
		if err != nil {
			return err
		}
		all = append(all, a.Points...)
	}
	if len(all) == 0 {
		return nil
	}
	x := &Axis{Label: "rate that theory predicts", Scale: Log, Unit: Percent}
	y := &Axis{Label: "measured / theory", Min: 0.85, Max: 1.15}
	type deviation struct {
		z         float64
		exception bool
		name      string
	}
	var list []deviation
	for _, p := range all {
		at := analysis.At(p.Theory)
		at.Y, at.Lo, at.Hi = p.Rate/p.Theory, p.WideLo/p.Theory, p.WideHi/p.Theory // the bars would hide the points
		at.N, at.Hits, at.Seeds, at.Phi = p.Trials, p.Hits, len(p.FalsePositives.Rates), p.Phi
		if name := family(p.Cell); p.Records[0].Peer == "" {
			c.put(analysis.Series{Name: name, Family: name, Facet: "ratios"}, Dots, at)
		} else {
			c.put(analysis.Series{Name: "libraries", Facet: "ratios"}, Dots, at)
		}
		z := distuv.UnitNormal.Quantile(1 - math.Max(p.P, 1e-15)/2)
		list = append(list, deviation{math.Copysign(z, p.Rate-p.Theory), p.Adjusted < measure.FamilywiseLevel, p.Variant})
	}
	c.sortPoints()
	c.Panels[0].X, c.Panels[0].Y = x, y
	c.Panels[0].Bands = []Band{{From: 1 - measure.Margin, To: 1 + measure.Margin, Y: true}}
	slices.SortStableFunc(list, func(a, b deviation) int { return cmp.Compare(a.z, b.z) })
	n := float64(len(list))
	usual, odd := Curve{Series: analysis.Series{Name: "all rates", Facet: "deviations"}, Mark: Dots}, Curve{Series: analysis.Series{Name: "exceptions", Facet: "deviations"}, Mark: Apart}
	low, high := Curve{Series: analysis.Series{Name: "chance, 95 % at each place", Facet: "deviations"}, Mark: Line}, Curve{Series: analysis.Series{Name: "chance, 95 % at each place", Facet: "deviations"}, Mark: Line}
	for i, d := range list {
		rank := float64(i + 1)
		at := analysis.At(distuv.UnitNormal.Quantile((rank - 0.5) / n))
		order := distuv.Beta{Alpha: rank, Beta: n + 1 - rank} // of the rank-th of n uniform draws
		for _, edge := range []struct {
			into *Curve
			q    float64
		}{{&low, 0.025}, {&high, 0.975}} {
			limit := analysis.At(at.X)
			limit.Theory = distuv.UnitNormal.Quantile(order.Quantile(edge.q))
			edge.into.Law = append(edge.into.Law, limit)
		}
		at.Y = math.Min(math.Max(d.z, -5.9), 5.9)
		if d.exception {
			odd.Points, odd.Notes = append(odd.Points, at), append(odd.Notes, Note{Label: d.name, Value: d.z})
		} else {
			usual.Points = append(usual.Points, at)
		}
	}
	qx, qy := &Axis{Label: "deviation expected by chance"}, &Axis{Label: "deviation, in standard errors", Min: -6, Max: 6}
	for _, curve := range []Curve{usual, odd, low, high} {
		c.add(curve, qx, qy)
	}
	return nil
}

// claimPanels has a panel for each family of claims.
func claimPanels(in Input, c *Chart) error {
	for _, v := range in.Verdicts {
		value, lo, hi := v.inRange(v.Value), v.inRange(v.Lo), v.inRange(v.Hi)
		if math.IsNaN(value) {
			continue
		}
		p := c.panel(v.Family)
		if p.X == nil {
			p.X = &Axis{Unit: Category}
			p.Bands = []Band{{From: -1, To: 1, Y: true}}
		}
		at := analysis.At(float64(len(p.X.Names)))
		p.X.Names = append(p.X.Names, v.ID)
		clamp := func(x float64) float64 { return math.Min(math.Max(x, -2.95), 2.95) }
		at.Y, at.Lo, at.Hi = clamp(value), clamp(lo), clamp(hi)
		family := either(strings.HasPrefix(v.Verdict, "false"), harmful, unnamed)
		c.put(analysis.Series{Name: v.Verdict, Family: family, Facet: v.Family}, Apart, at, Note{Value: v.Value})
	}
	return nil
}

// inRange turns a value into units of the range: -1 and 1 are its ends. A range with one
// end has the other at infinity, or at zero; what is inside by more has no place further in.
func (v Verdict) inRange(x float64) float64 {
	lowest, highest := math.IsInf(v.From, -1), math.IsInf(v.To, 1)
	switch {
	case lowest && highest || v.From == v.To:
		return math.NaN()
	case lowest && v.To > 0:
		return math.Max(2*x/v.To-1, -1)
	case highest && v.From > 0 && x > 0:
		return 1 - 2*v.From/x
	case lowest:
		return math.Max(1+x-v.To, -1)
	case highest:
		return math.Min(x-v.From-1, 1)
	}
	return (2*x - v.From - v.To) / (v.To - v.From)
}
