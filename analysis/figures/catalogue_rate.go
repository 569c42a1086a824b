package figures

import (
	"fmt"
	"math"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/variants/theory"
)

var rateFigures = []Figure{
	{
		ID: "fpr-bloom-bits", Experiment: "fpr-bloom",
		What:    "False positive rate over bits per key, and the same points divided by what theory predicts",
		Caption: "Each filter holds as many keys as it was sized for, with its best number of probes. A counting filter with as many counters has the same counts at as many times the bits as a counter has",
		X:       Axis{Label: "bits per key", Ticks: []float64{4, 8, 12, 16, 20, 24, 6, 10, 14}},
		At:      bitsPerKey,
		Bars:    intervalBars, Theory: exactTheory,
		Finding: func(c Chart) string {
			standard, line, word := c.find("rate", "bloom").at(16), c.find("rate", "blocked").at(16), c.find("rate", "register").at(16)
			return fmt.Sprintf("Theory predicts the rate to %s; at 16 bits per key, one cache line for all probes costs %s times the rate, one word %s times",
				share(farthest(c, "over theory")), nth(line/standard), nth(word/standard))
		},
		Layers: []Layer{
			{Part: "bits", Keep: ofFamily("bloom", "blocked", "splitblock", "register"), Series: family, Facet: named("rate"), Measure: withoutBound(measure.RatePoint), Law: lawOfBits, Y: &rateAxis},
			{Part: "bits", Keep: ofFamily("bloom", "blocked", "splitblock", "register"), Series: family, Facet: named("over theory"), Measure: ratioPoint, Mark: Apart, Y: &ratioAxis},
		},
	},
	{
		ID: "fpr-bloom-probes", Experiment: "fpr-bloom",
		What:    "False positive rate over the number of probes, at fixed bits per key",
		Caption: "The number of probes runs past its optimum, which theory puts at the upright line for a standard filter",
		X:       Axis{Label: "probes per key"}, Y: rateAxis,
		At: probes, Facet: func(c analysis.Cell) string {
			return fmt.Sprintf("%g bits per key", analysis.Param(c.Variant, "bpk"))
		},
		Bars: intervalBars, Theory: exactTheory,
		Finding: func(c Chart) string {
			worst := 0.0
			for _, p := range c.Panels {
				curve := c.find(p.Title, "bloom")
				best := p.Rules[0].At
				for _, beside := range []float64{best - 1, best + 1} {
					if y := curve.at(beside); !math.IsNaN(y) {
						worst = math.Max(worst, y/curve.at(best)-1)
					}
				}
			}
			return fmt.Sprintf("The best number of probes %s: one more or one fewer costs a standard filter at most %s of its rate", either(worst < 0.1, "need not be met", "matters"), share(worst))
		},
		Layers: []Layer{{Part: "probes", Keep: ofFamily("bloom", "blocked", "register"), Series: family, Measure: withoutBound(measure.RatePoint), Whole: true, Law: func(c analysis.Cell) func(float64) float64 {
			s, keys := c.Shape(), float64(c.Size())
			return func(k float64) float64 { s.Probes = int(k); return rateOf(s, keys) }
		}}},
		Make: func(_ Input, c *Chart) error {
			for i := range c.Panels {
				bits := analysis.Param("bloom(bpk="+strings.TrimSuffix(c.Panels[i].Title, " bits per key")+")", "bpk")
				c.Panels[i].Rules = []Rule{{At: float64(theory.BloomOptimalProbes(bits)), X: true, Label: "best"}}
			}
			return nil
		},
	},
	{
		ID: "fpr-cuckoo-load", Experiment: "fpr-cuckoo",
		What:    "Rate of a cuckoo filter over its load, in shares of the bound 2b/2^f that papers quote, and over theory",
		Caption: "The dashed lines are the exact rates of partly filled tables. Points of one curve share their seeds, so they are not independent of each other",
		X:       Axis{Label: "load, occupied slots in all slots", Unit: Percent, Zero: true, Max: 1},
		At:      load,
		Bars:    intervalBars, Theory: exactTheory,
		Finding: func(c Chart) string {
			low, high := math.Inf(1), 0.0
			c.each(func(p Panel, _ Curve, at analysis.Point) {
				if p.Title == "over the bound" {
					low, high = math.Min(low, at.Y/at.X), math.Max(high, at.Y/at.X)
				}
			})
			return fmt.Sprintf("A cuckoo filter's rate is the quoted bound times its load: %s to %s of that, and within %s of the exact formula", nth(low), nth(high), share(farthest(c, "over theory")))
		},
		Layers: []Layer{
			{Series: bucketsAndBits, Facet: named("over the bound"), Measure: overBound, Law: func(c analysis.Cell) func(float64) float64 {
				s := c.Shape()
				bound := theory.CuckooUnionBoundFPR(s.BucketSlots, s.FingerprintBits)
				return func(x float64) float64 { return rateOf(s, x*float64(s.Cells)) / bound }
			}, Y: &Axis{Label: "rate / bound", Zero: true}},
			{Series: bucketsAndBits, Facet: named("over theory"), Measure: ratioPoint, Mark: Apart, Y: &ratioAxis},
		},
	},
}

// lawOfBits is the rate of a filter of as many keys over its bits per key, with its best
// number of probes.
func lawOfBits(c analysis.Cell) func(float64) float64 {
	s, keys := c.Shape(), c.Size()
	return func(bits float64) float64 {
		s := s
		s.Cells = uint64(bits * float64(keys))
		s.Bits = s.Cells
		switch s.Family {
		case "bloom":
			s.Probes = theory.BloomOptimalProbes(bits)
		case "blocked", "register":
			s.Probes = theory.BlockedOptimalProbes(bits, s.BlockBits)
		}
		return rateOf(s, float64(keys))
	}
}

// farthest is how far the farthest point of a panel is from its theory.
func farthest(c Chart, panel string) float64 {
	_, _, worst := follows(c, panel)
	return worst
}

func bucketsAndBits(c analysis.Cell) string {
	return fmt.Sprintf("%d slots, %d bits", c.Shape().BucketSlots, c.Shape().FingerprintBits)
}

// overBound is a rate and its theory over the union bound.
func overBound(c analysis.Cell) ([]analysis.Point, error) {
	points, err := measure.RatePoint(c)
	for i := range points {
		p := &points[i]
		p.Y, p.Lo, p.Hi, p.Theory, p.Bound = p.Y/p.Bound, p.Lo/p.Bound, p.Hi/p.Bound, p.Theory/p.Bound, math.NaN()
	}
	return points, err
}

// withoutBound drops the bound where it would only be in the way.
func withoutBound(m analysis.Measure) analysis.Measure {
	return func(c analysis.Cell) ([]analysis.Point, error) {
		points, err := m(c)
		for i := range points {
			points[i].Bound = math.NaN()
		}
		return points, err
	}
}
