package figures

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

var copyFigures = []Figure{
	{
		ID: "multiset-load", Experiment: "duplicates",
		What:    "Load at the first refusal when every key comes several times, and when a few keys come often",
		Caption: "All copies of a key are inserted, and copies count as load. A key can lie in two buckets: beyond twice its slots, marked above, a table can stop at any load. The larger the exponent of Zipf's law, the more often the most frequent key comes",
		Bars:    rangeBars,
		Finding: func(c Chart) string {
			copies, zipf := c.find("every key as often", "4 slots per bucket"), c.find("Zipf's law", "4 slots per bucket")
			return either(copies.at(8) < 0.5, "Copies ruin the load", "Copies cost load") + fmt.Sprintf(": with four slots a table stops at %s if every key comes %g times, and at %s under Zipf's law with exponent %g",
				share(copies.at(8)), copies.pointAt(8).X, share(zipf.at(1)), zipf.pointAt(1).X)
		},
		Layers: []Layer{
			{Part: "multiset", Series: bucketSlots, Facet: named("every key as often"), At: workloadParam("r"), Measure: plainLoadPoint, X: &Axis{Label: "copies of every key"}, Y: &loadAxis},
			{Part: "zipf", Series: bucketSlots, Facet: named("Zipf's law"), At: workloadParam("s"), Measure: plainLoadPoint,
				X: &Axis{Label: "exponent", Ticks: []float64{0.25, 0.5, 0.75, 1, 1.25}}, Y: &Axis{Label: loadAxis.Label, Unit: Percent, Scale: Log}},
		},
		Make: func(_ Input, c *Chart) error {
			for i := range c.Panels {
				if c.Panels[i].Title == "every key as often" {
					c.Panels[i].Rules = []Rule{{At: 4, X: true, Label: "2×2 slots"}, {At: 8, X: true, Label: "2×4 slots"}, {At: 16, X: true, Label: "2×8 slots"}}
				}
			}
			return nil
		},
	},
	{
		ID: "multisets-map", Experiment: "multisets",
		What:    "Above, copies of one key that a filter takes over the bits that it then has; below, the median load at the first refusal, in per cent, by what the stream of keys does",
		Caption: "All filters are made for equal numbers of keys and rates. Bits count layers that were added and the dictionary that theory expects. A point at the top took every copy that was offered. A ring marks filters that denied a key they held in a stream of copies. Loads beyond 100 % count copies that are kept elsewhere",
		Columns: 1, Names: Nowhere,
		Bars: "mean, with the range of all keys",
		Finding: func(c Chart) string {
			type held struct {
				name string
				bits float64
			}
			var safe []held
			most := 0.0
			c.each(func(p Panel, _ Curve, at analysis.Point) { most = math.Max(most, at.Y) })
			for _, curve := range c.Panels[0].Curves {
				for i, at := range curve.Points {
					if at.Y == most && !curve.Notes[i].Ring && !analysisExact(curve.Family) {
						safe = append(safe, held{curve.Name, at.X})
					}
				}
			}
			if len(safe) == 0 {
				return "No filter takes all copies of a key and loses none"
			}
			slices.SortStableFunc(safe, func(a, b held) int { return int(math.Copysign(1, a.bits-b.bits)) })
			return fmt.Sprintf("%d filters take all %s copies of a key and deny none they hold; the smallest, %s, has %s bits per key",
				len(safe), analysis.Thousands(uint64(most)), safe[0].name, digits(safe[0].bits, 3))
		},
		Make: multisetPanels,
	},
	{
		ID: "drift-policies", Experiment: "drift",
		What:    "Live keys that are denied after the last turnover of a window, by what the caller does with copies; and deletes of keys that were never inserted that succeed",
		Caption: "Every: all copies are inserted and deleted. Check: what the filter denies is inserted, every copy that leaves is deleted. Last: the same, but deleted with the last copy. Known: inserted with the first copy and deleted with the last. Upright strokes are theory",
		Y:       Axis{Scale: Log, Unit: Percent}, X: Axis{Unit: Category},
		Flip: true, Columns: 3,
		Bars: intervalBars,
		Finding: func(c Chart) string {
			worst := map[string]float64{}
			for _, p := range c.Panels[:min(3, len(c.Panels))] {
				for _, curve := range p.Curves {
					for _, at := range curve.Points {
						name := record.Policies[int(at.X)]
						worst[name] = math.Max(worst[name], at.Y)
					}
				}
			}
			var none []string
			for _, name := range record.Policies {
				if worst[name] == 0 {
					none = append(none, name)
				}
			}
			return fmt.Sprintf("%s no accepted key; to look first and delete every copy denies up to %s of the keys, to delete with the last copy up to %s",
				either(len(none) > 0, "Policies "+series(none)+" deny", "No policy denies"), share(worst["check"]), share(worst["last"]))
		},
		Layers: []Layer{
			{Part: "policies", Series: printName, Style: "cuckoo", Facet: streamName, At: policyIndex, Measure: lastDenied, X: policyAxis, Y: deniedAxis},
			{Part: "distinct", Series: printName, Facet: named("no copies, policy last"), At: indexOf(wrongAxis), Measure: lastDeniedInTheory, X: wrongAxis, Y: deniedAxis},
			{Experiment: "deletion", Part: "cuckoo", Series: printName, Facet: named("wrong deletes"), At: indexOf(wrongAxis), Measure: wrongDeletes, X: wrongAxis, Y: &Axis{Label: "that succeed", Scale: Log, Unit: Percent}},
		},
		Names: Below,
	},
}

func analysisExact(family string) bool {
	return family == "exact" || family == "set" || family == "hashtable"
}

var (
	policyAxis = &Axis{Unit: Category, Names: record.Policies}
	deniedAxis = &Axis{Label: "live keys denied", Scale: Log, Unit: Percent}
	wrongAxis  = &Axis{Unit: Category, Names: []string{
		"cuckoo(b=2,f=8)", "cuckoo(b=4,f=8)", "cuckoo(b=8,f=8)", "cuckoo(b=2,f=12)", "cuckoo(b=4,f=12)", "cuckoo(b=8,f=12)", "cuckoo(b=2,f=16)", "cuckoo(b=4,f=16)", "cuckoo(b=8,f=16)",
	}}
)

func printName(c analysis.Cell) string {
	return fmt.Sprintf("fingerprints of %d bits", c.Shape().FingerprintBits)
}

// indexOf is the place of a cell's variant among the names of an axis.
func indexOf(a *Axis) func(analysis.Cell) float64 {
	return func(c analysis.Cell) float64 { return float64(slices.Index(a.Names, c.Variant)) }
}

func policyIndex(c analysis.Cell) float64 { return float64(slices.Index(record.Policies, c.Policy)) }

// streamName names a panel by the stream of keys.
func streamName(c analysis.Cell) string {
	if s := analysis.Param(c.Workload, "s"); !math.IsNaN(s) {
		return fmt.Sprintf("Zipf's law, exponent %g", s)
	}
	return analysis.FamilyOf(c.Workload)
}

// multisetPanels makes the map of the filters that hold copies, and the table of their
// loads.
func multisetPanels(in Input, c *Chart) error {
	if err := copiesMap(in.Dataset, c); err != nil {
		return err
	}
	return loadTable(in.Dataset, c)
}

// copiesMap has a point for each filter: the copies it took, over the bits that it had
// after it held a hot key.
func copiesMap(d *analysis.Dataset, c *Chart) error {
	bits, loses := map[string]float64{}, map[string]bool{}
	space, err := d.Cells("multisets", "space")
	if err != nil {
		return err
	}
	for _, cell := range space {
		bits[cell.Variant] = measure.BitsPerKey(cell) + sideBits(cell)/float64(distinct(cell))
	}
	stream, err := d.Cells("multisets", "stream")
	if err != nil {
		return err
	}
	for _, cell := range stream {
		points, err := deniedPoints(cell)
		if err != nil {
			return err
		}
		for _, p := range points {
			loses[cell.Variant] = loses[cell.Variant] || p.Hits > 0
		}
	}
	cells, err := d.Cells("multisets", "copies")
	if err != nil {
		return err
	}
	x := &Axis{Label: "bits per key, with a hot key held", Scale: Log, Ticks: []float64{12, 16, 24, 32, 64, 100, 200, 400}}
	y := &Axis{Label: "copies of one key accepted", Scale: Log}
	for _, cell := range cells {
		points, err := copiesPoint(cell)
		if err != nil {
			return err
		}
		for _, p := range points {
			p.X, p.Theory = bits[cell.Variant], math.NaN()
			c.add(Curve{
				Series: analysis.Series{Name: cell.Variant, Family: family(cell), Facet: "what it takes to hold a key many times", Points: []analysis.Point{p}},
				Mark:   Apart, Notes: []Note{{Label: cell.Variant, Ring: loses[cell.Variant], Value: math.NaN()}},
			}, x, y)
		}
	}
	return nil
}

// sideBits is what theory expects the dictionary beside a table to take, in bits, when one
// key is hot; 0 for filters without one.
func sideBits(c analysis.Cell) float64 {
	s := c.Shape()
	if s.Family != "sidecuckoo" {
		return 0
	}
	entries := theory.SideEntries(measure.Buckets(s), distinct(c), 1, s.FingerprintBits)
	return 8 * float64(theory.SideBytes(uint64(math.Ceil(entries))))
}

// loadTable is the median load at the first refusal by filter and stream.
func loadTable(d *analysis.Dataset, c *Chart) error {
	cells, err := d.Cells("multisets", "")
	if err != nil {
		return err
	}
	curve := Curve{Mark: Cells}
	x, y := &Axis{Unit: Category}, &Axis{Unit: Category}
	at := func(names *[]string, name string) float64 {
		i := slices.Index(*names, name)
		if i < 0 {
			i = len(*names)
			*names = append(*names, name)
		}
		return float64(i)
	}
	slices.SortStableFunc(cells, func(a, b analysis.Cell) int {
		order := []string{"repeat", "bursts", "hot", "skewed"}
		return slices.Index(order, a.Part) - slices.Index(order, b.Part)
	})
	for _, cell := range cells {
		if cell.Kind != record.KindLoad || strings.HasPrefix(cell.Workload, "zipf(s=0") {
			continue
		}
		points, err := plainLoadPoint(cell)
		if err != nil {
			return err
		}
		for _, p := range points {
			median := p.Y
			p.X, p.Y, p.Lo, p.Hi = at(&x.Names, cell.Workload), at(&y.Names, cell.Variant), math.NaN(), math.NaN()
			curve.Points = append(curve.Points, p)
			curve.Notes = append(curve.Notes, Note{Label: digits(100*median, 2), Shade: math.Min(1, math.Max(-1, 1-median/0.95)), Value: median})
		}
	}
	if len(curve.Points) == 0 {
		return nil
	}
	curve.Facet = "load at the first refusal, in per cent"
	c.add(curve, x, y)
	c.Keys = append(c.Keys, Key{Text: "nearly full", Shade: 0}, Key{Text: "stops early", Shade: 0.9}, Key{Text: "not measured", Hatch: true})
	return nil
}
