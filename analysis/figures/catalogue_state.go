package figures

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/variants/theory"
)

// stateFigures are about filters that are filled past their design, or whose keys come
// and go.
var stateFigures = []Figure{
	{
		ID: "overload", Experiment: "overload",
		What:    "False positive rate, and share of inserts refused, over the keys offered",
		Caption: "Keys that a filter refuses are offered all the same, but theory counts only what it holds",
		X:       Axis{Label: "keys offered, in multiples of the design", Ticks: []float64{1, 2, 3, 4, 0.5, 1.5}},
		At:      fillOf,
		Bars:    intervalBars, Theory: exactTheory,
		Finding: func(c Chart) string {
			rate := func(name string, x float64) float64 { return c.find("rate", name).at(x) }
			return fmt.Sprintf("With twice the keys of its design a Bloom filter made for %s errs in %s; a cuckoo filter keeps %s and refuses %s of the inserts",
				share(rate("bloom(fpr=0.01)", 1)), share(rate("bloom(fpr=0.01)", 2)), share(rate("cuckoo(b=4,f=12)", 2)), share(c.find("refused", "cuckoo(b=4,f=12)").at(2)))
		},
		Layers: []Layer{
			{Series: variant, Facet: named("rate"), Measure: withoutBound(measure.RatePoint), Law: lawOfFill, Y: &rateAxis},
			{Series: variant, Facet: named("refused"), Measure: refusedPoint, Y: &Axis{Label: "share of inserts refused", Unit: Percent, Zero: true}},
		},
		Make: atDesign,
	},
	{
		ID: "churn", Experiment: "churn",
		What:    "False positive rate as the live set slides through the filter",
		Caption: "At 2 every live key was replaced once. Theory counts the keys in the window for filters that delete, and all keys ever inserted for those that cannot; there is none for counters that saturate",
		X:       Axis{Label: "keys inserted so far, in multiples of the live set", Scale: Log, Ticks: []float64{1, 2, 3, 5, 9, 17, 1.5}}, Y: rateAxis,
		Bars: intervalBars, Theory: exactTheory,
		Finding: func(c Chart) string {
			bloom, narrow, cuckoo := c.find("", "bloom(bpk=10), no deletes"), c.find("", "counting(bpk=20,w=2)"), c.find("", "cuckoo(b=4,f=12)")
			return fmt.Sprintf("After %s turnovers a Bloom filter errs in %s and one with counters of 2 bits in %s; a cuckoo filter stays at %s",
				nth(bloom.last().X-1), share(bloom.last().Y), share(narrow.last().Y), share(cuckoo.last().Y))
		},
		Layers: []Layer{
			{Keep: where(func(c analysis.Cell) bool { return c.Deletes && c.Shape().CounterBits != 2 }), Series: variant, Measure: churnPoints, Law: lawOfChurn},
			{Keep: where(func(c analysis.Cell) bool { return c.Deletes && c.Shape().CounterBits == 2 }), Series: variant, Measure: withoutTheory(churnPoints)},
			{Keep: where(func(c analysis.Cell) bool { return !c.Deletes }), Series: func(c analysis.Cell) string { return c.Variant + ", no deletes" }, Measure: churnPoints, Law: lawOfChurn},
		},
	},
	{
		ID: "real-keys-rate", Experiment: "real-keys",
		What:    "False positive rate over theory, by filter and kind of key",
		Caption: "Intervals that meet the dashed line agree with theory, which knows nothing of the keys. The grey band is 5 % either way",
		Y:       ratioAxis, X: Axis{Unit: Category}, Tall: 130,
		Name: variant,
		Bars: intervalBars, Theory: exactTheory,
		Finding: func(c Chart) string {
			n, covered, _ := follows(c, "")
			return either(10*covered >= 9*n, "The kind of key makes no difference", "The kind of key makes a difference") + ": " + withTheory(c, "")
		},
		Layers: []Layer{{Part: "rate", Keep: where(func(c analysis.Cell) bool { return family(c) != "counting" }), Series: workload, Measure: ratioPoint, Style: "-"}},
		Make: func(_ Input, c *Chart) error {
			for i := range c.Panels {
				c.Panels[i].Bands = []Band{{From: 0.95, To: 1.05, Y: true}}
			}
			return nil
		},
	},
}

// atDesign marks where a filter holds what it was made for.
func atDesign(_ Input, c *Chart) error {
	for i := range c.Panels {
		c.Panels[i].Rules = append(c.Panels[i].Rules, Rule{At: 1, X: true, Label: "design"})
	}
	return nil
}

// lawOfFill is the rate over the keys offered, of which a table with slots takes no more
// than it ever held.
func lawOfFill(c analysis.Cell) func(float64) float64 {
	s, most := c.Shape(), math.Inf(1)
	if s.BucketSlots > 0 {
		most = 0.98 * float64(s.Cells)
	}
	return func(x float64) float64 { return rateOf(s, math.Min(x*float64(c.Size()), most)) }
}

// lawOfChurn is the rate over the keys inserted.
func lawOfChurn(c analysis.Cell) func(float64) float64 {
	s, live := c.Shape(), c.Fill*float64(c.Size())
	return func(x float64) float64 {
		if c.Deletes {
			x = 1
		}
		return rateOf(s, x*live)
	}
}

func withoutTheory(m analysis.Measure) analysis.Measure {
	return func(c analysis.Cell) ([]analysis.Point, error) {
		points, err := m(c)
		for i := range points {
			points[i].Theory = math.NaN()
		}
		return points, err
	}
}

var hashFigures = []Figure{
	{
		ID: "hashes", Experiment: "hashes",
		What:    "Measured over theory: the false positive rate, and the median load at the first refusal over the threshold",
		Caption: "The worse, the darker. Functions of which no cell is off by more than a factor of 1.25 share a row, which shows the worst of them",
		X:       Axis{Unit: Category}, Y: Axis{Unit: Category}, Columns: 2,
		Make: hashPanels,
		Finding: func(c Chart) string {
			worst, at := 0.0, ""
			for _, p := range c.Panels {
				for _, curve := range p.Curves {
					for i, pt := range curve.Points {
						if v := curve.Notes[i].Value; strings.HasPrefix(p.Title, "rate") && v > worst {
							worst, at = v, c.Y.Names[int(pt.Y)]+" on "+c.X.Names[int(pt.X)]
						}
					}
				}
			}
			failing, sound := len(c.Y.Names)-1, strings.Count(c.Y.Names[len(c.Y.Names)-1], ",")+1
			return fmt.Sprintf("%d hash functions of %d are safe for all keys tried; %s multiplies the rate by %s", sound, sound+failing, at, rounded(worst, 2))
		},
	},
	{
		ID: "schemes", Experiment: "schemes",
		What:    "Rate over that of independent probes, by how a key's probes are derived; last, Guava's two strategies in tables of up to 2^32 bits",
		Caption: "Same and even are mistakes: one hash taken for both, and steps that are all even. The dashed lines are exact: double hashing in small tables, and 2^31 positions for Guava's strategy of 32 bits",
		Y:       Axis{Label: "rate / independent probes", Scale: Log},
		At:      param("bpk"),
		Bars:    intervalBars, Theory: exactTheory, Names: Below,
		Finding: func(c Chart) string {
			double := c.find("one table", "double").at(16)
			block := c.find("blocks of 512 bits", "double").at(16)
			word := c.find("blocks of 64 bits", "double").at(16)
			return fmt.Sprintf("At 16 bits per key double hashing multiplies the rate by %s in a large table, by %s in blocks of 512 bits and by %s in words of 64", rounded(double, 3), rounded(block, 2), rounded(word, 2))
		},
		Layers: []Layer{
			{Part: "large", Series: schemeName, Facet: blockOf, Measure: withoutTheory(ratioPoint), Style: "-", X: schemeBits},
			{Part: "block", Series: schemeName, Facet: blockOf, Measure: withoutTheory(ratioPoint), Style: "-", X: schemeBits},
			{Part: "size", Series: schemeName, Facet: named("16 bits per key, small tables"), At: slotsOf, Measure: doublePoint, Style: "-", X: &Axis{Label: "bits of the table", Scale: Log, Unit: Binary}, Y: &Axis{Label: "rate / independent probes", Scale: Log}},
			{Experiment: "guava", Part: "width", Series: strategy, Facet: named("Guava, one probe"), At: slotsOf, Measure: withoutTheory(classicPoint), Law: lawOfGuava, Mark: Apart,
				X: &Axis{Label: "bits of the table", Scale: Log, Unit: Binary}, Y: &Axis{Label: "rate / classic formula"}},
		},
		Make: func(_ Input, c *Chart) error {
			for i := range c.Panels {
				c.Panels[i].Rules = []Rule{{At: 1}}
				if strings.HasPrefix(c.Panels[i].Title, "Guava") {
					c.Panels[i].Rules = append(c.Panels[i].Rules, Rule{At: 1 << 31, X: true, Label: "2³¹"})
				}
			}
			return nil
		},
	},
}

var schemeBits = &Axis{Label: "bits per key", Ticks: []float64{8, 10, 12, 16, 20}}

// hashTrouble is the factor beyond which a hash function is said to fail a kind of key:
// far more than chance or a bounded search explain.
const hashTrouble = 1.25

// hashCell is one function on one kind of key in one panel.
type hashCell struct {
	panel, hash, keys string
	point             analysis.Point // its y is the ratio
}

// hashCells computes all ratios of the experiment.
func hashCells(d *analysis.Dataset) (list []hashCell, err error) {
	cells, err := d.Cells("hashes", "")
	if err != nil {
		return nil, err
	}
	for _, c := range cells {
		measure := ratioPoint
		if c.Part == "load" {
			measure = loadRatioPoint
		}
		points, err := measure(c)
		if err != nil {
			return nil, err
		}
		for _, p := range points {
			list = append(list, hashCell{c.Part + " of " + c.Variant, c.Hash, c.Workload, p})
		}
	}
	return list, nil
}

// badly is how far a ratio is on the harmful side, as a factor: a rate above theory, a
// load below the threshold.
func (h hashCell) badly() float64 {
	if strings.HasPrefix(h.panel, "load") {
		return 1 / h.point.Y
	}
	return h.point.Y
}

// hashPanels makes the heat map of the hashes.
func hashPanels(in Input, c *Chart) error {
	cells, err := hashCells(in.Dataset)
	if err != nil || len(cells) == 0 {
		return err
	}
	worst := map[string]float64{}
	var panels, keys []string
	off := map[string]float64{}
	for _, h := range cells {
		off[h.hash] = math.Max(off[h.hash], math.Max(h.point.Y, 1/math.Max(h.point.Y, 1e-9)))
		worst[h.hash] = math.Max(worst[h.hash], h.badly())
		if !slices.Contains(panels, h.panel) {
			panels = append(panels, h.panel)
		}
		if !slices.Contains(keys, h.keys) {
			keys = append(keys, h.keys)
		}
	}
	var rows, sound []string
	for _, h := range sortedKeys(worst) {
		if off[h] > hashTrouble {
			rows = append(rows, h)
		} else {
			sound = append(sound, h)
		}
	}
	slices.SortStableFunc(rows, func(a, b string) int { return int(math.Copysign(1, worst[b]-worst[a])) })
	rows = append(rows, strings.Join(sound, ", "))
	c.X.Names, c.Y.Names = keys, rows
	c.Keys = []Key{{Text: "as theory says", Shade: 0}, {Text: "lower, harmless", Shade: -1}, {Text: "twice as bad", Shade: 0.5}, {Text: "four times and more", Shade: 1}}
	for _, panel := range panels {
		at := map[[2]int]hashCell{}
		for _, h := range cells {
			row := slices.Index(rows, h.hash)
			if row < 0 {
				row = len(rows) - 1
			}
			k := [2]int{slices.Index(keys, h.keys), row}
			if old, ok := at[k]; h.panel == panel && (!ok || h.badly() > old.badly()) {
				at[k] = h
			}
		}
		curve := Curve{Mark: Cells}
		for row := range rows {
			for column := range keys {
				h, ok := at[[2]int{column, row}]
				if !ok {
					continue
				}
				p := h.point
				p.X, p.Y, p.Lo, p.Hi, p.Theory = float64(column), float64(row), math.NaN(), math.NaN(), math.NaN()
				curve.Points = append(curve.Points, p)
				curve.Notes = append(curve.Notes, Note{Label: factor(h.point.Y), Value: h.point.Y, Shade: math.Log2(math.Max(h.badly(), 0.5)) / 2})
			}
		}
		*c.panel(panel) = Panel{Title: panel, Curves: []Curve{curve}}
	}
	return nil
}

// factor writes a ratio in three letters or so.
func factor(x float64) string {
	switch {
	case x == 0:
		return "0"
	case x < 0.005:
		return "<.01"
	case x < 9.95:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case x < 9995:
		return rounded(x, 2)
	case x < 999_500:
		return rounded(x/1e3, 2) + "k"
	}
	return rounded(x/1e6, 2) + "M"
}

// loadRatioPoint is the median load at the first refusal over the threshold.
func loadRatioPoint(c analysis.Cell) ([]analysis.Point, error) {
	points, err := measure.LoadPoint(c)
	for i := range points {
		p := &points[i]
		p.Y, p.Lo, p.Hi, p.Theory = p.Y/p.Theory, p.Lo/p.Theory, p.Hi/p.Theory, 1
	}
	return points, err
}

// schemeName is how a filter derives its probes: by the way that its name gives, or by
// its family's own.
func schemeName(c analysis.Cell) string {
	switch scheme := c.Shape().Probing; {
	case scheme != "":
		return scheme
	case family(c) == "bloom":
		return "cubic (the family's own)"
	}
	return "independent"
}

func blockOf(c analysis.Cell) string {
	if bits := c.Shape().BlockBits; bits > 0 {
		return fmt.Sprintf("blocks of %d bits", bits)
	}
	return "one table"
}

func strategy(c analysis.Cell) string {
	if c.Shape().Positions > 0 {
		return "strategy of 32 bits"
	}
	return "strategy of 64 bits"
}

// doublePoint is ratioPoint with the exact rate of double hashing, where it is worked
// out, as its theory.
func doublePoint(c analysis.Cell) ([]analysis.Point, error) {
	points, err := withoutTheory(ratioPoint)(c)
	s, keys := c.Shape(), distinct(c)
	for i := range points {
		if s.Probing == "double" && theory.DoubleHashingKnown(s.Cells, s.Probes) {
			points[i].Theory = theory.DoubleHashingFPR(s.Cells, keys, s.Probes, theory.AnyStep) / theory.BloomExactFPR(s.Cells, keys, s.Probes)
		}
	}
	return points, err
}

// lawOfGuava is the rate of a strategy over the classic formula.
func lawOfGuava(c analysis.Cell) func(float64) float64 {
	s, keys := c.Shape(), distinct(c)
	perKey := float64(s.Cells) / float64(keys)
	return func(bits float64) float64 {
		s := s
		s.Cells, s.Bits = uint64(bits), uint64(bits)
		n := bits / perKey
		return rateOf(s, n) / theory.BloomFPR(s.Cells, uint64(n+0.5), s.Probes)
	}
}

// classicPoint is a rate over the classic formula.
func classicPoint(c analysis.Cell) ([]analysis.Point, error) {
	points, err := measure.RatePoint(c)
	shape := c.Shape()
	classic := theory.BloomFPR(shape.Cells, distinct(c), shape.Probes)
	for i := range points {
		p := &points[i]
		p.Y, p.Lo, p.Hi, p.Theory, p.Bound = p.Y/classic, p.Lo/classic, p.Hi/classic, p.Theory/classic, math.NaN()
	}
	return points, err
}
