package figures

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
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
		ID: "copies-map", Experiment: "copies",
		What:    "Which filter keeps a stream of keys with copies in the fewest bits for each different key, and its operations",
		Caption: "Every key must be found, and found until its last copy is deleted; dictionaries and layers are counted. Above by the share of the keys that come more than once and by how often these come, in the middle by the exponent of Zipf's law. Hatched where the interval of the next filter reaches as low. Below are net times of single calls in a table of 62,259 keys, in nanoseconds",
		X:       Axis{Unit: Category}, Y: Axis{Unit: Category},
		Columns: 1, Names: Nowhere,
		Finding: copiesFinding,
		Make:    copiesPanels,
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

// remedy is a filter that keeps a stream, and the bits for each different key that it takes.
type remedy struct {
	name, family string
	bits         float64
	unsure       bool // another filter takes as few, as far as is known
}

// cheapestRemedies returns the filter with the fewest bits for each stream of a part.
func cheapestRemedies(d *analysis.Dataset, part string) (streams []string, best map[string]remedy, err error) {
	cells, err := d.Cells("copies", part)
	if err != nil {
		return nil, nil, err
	}
	best = map[string]remedy{}
	highest := map[string]float64{} // upper ends of the best
	for pass := range 2 {
		for _, c := range cells {
			f, err := measure.Fit(c)
			if err != nil {
				return nil, nil, err
			}
			if !f.Always(c) || measure.IsExact(c.Variant) {
				continue
			}
			now, known := best[c.Workload]
			switch {
			case pass == 0 && !known:
				streams = append(streams, c.Workload)
				fallthrough
			case pass == 0 && f.Bits.Value < now.bits:
				best[c.Workload] = remedy{name: remedyName(c.Variant), family: family(c), bits: f.Bits.Value}
				highest[c.Workload] = f.Bits.Hi
			case pass == 1 && remedyName(c.Variant) != now.name && f.Bits.Lo <= highest[c.Workload]:
				now.unsure = true
				best[c.Workload] = now
			}
		}
	}
	return streams, best, nil
}

// remedyName is a variant by its family and the width of its counters.
func remedyName(variant string) string {
	name := analysis.FamilyOf(variant)
	if w := analysis.Param(variant, "w"); !math.IsNaN(w) {
		name += fmt.Sprintf(" w=%g", w)
	}
	return name
}

// copiesPanels draws the map of remedies, that of Zipf's law, and the times.
func copiesPanels(in Input, c *Chart) error {
	for _, m := range []struct {
		title, part string
		column, row func(workload string) string
	}{
		{"fewest bits per key: share of the keys that repeat, and copies of each", "map",
			func(w string) string { return fmt.Sprintf("%g copies", analysis.Param(w, "r")) },
			func(w string) string { return share(1/analysis.Param(w, "every")) + " repeat" }},
		{"fewest bits per key: Zipf's law", "zipf",
			func(w string) string { return fmt.Sprintf("exponent %g", analysis.Param(w, "s")) },
			func(string) string { return "all keys" }},
	} {
		streams, best, err := cheapestRemedies(in.Dataset, m.part)
		if err != nil {
			return err
		}
		x, y := &Axis{Unit: Category}, &Axis{Unit: Category}
		for _, stream := range streams {
			r := best[stream]
			at := analysis.At(float64(place(&x.Names, m.column(stream))))
			at.Y = float64(place(&y.Names, m.row(stream)))
			c.add(Curve{
				Series: analysis.Series{Name: fmt.Sprintf("%s: %s bits", r.name, rounded(r.bits, 3)), Family: r.family, Facet: m.title, Points: []analysis.Point{at}},
				Mark:   Cells, Notes: []Note{{Unsure: r.unsure, Value: r.bits}},
			}, x, y)
		}
	}
	return remedyTimes(in.Dataset, c)
}

// place returns where a name stands in a list, to which it is added if it is not there.
func place(names *[]string, name string) int {
	i := slices.Index(*names, name)
	if i < 0 {
		i = len(*names)
		*names = append(*names, name)
	}
	return i
}

// remedyTimes is a table of the times of the filters of the map.
func remedyTimes(d *analysis.Dataset, c *Chart) error {
	mapped, err := d.Cells("copies", "map")
	if err != nil {
		return err
	}
	cells, err := d.Cells("multisets", "speed")
	if err != nil {
		return err
	}
	x, y := &Axis{Unit: Category}, &Axis{Unit: Category}
	curve := Curve{Series: analysis.Series{Facet: "single calls, ns"}, Mark: Cells}
	for _, cell := range cells {
		if !slices.ContainsFunc(mapped, func(m analysis.Cell) bool { return m.Variant == cell.Variant }) {
			continue
		}
		for _, op := range []string{"insert", "hit", "miss", "delete"} {
			t, ok := measure.Time(cell, op)
			if !ok || !t.HasNet() {
				continue
			}
			at := analysis.At(float64(place(&x.Names, op)))
			at.Y = float64(place(&y.Names, remedyName(cell.Variant)))
			curve.Points = append(curve.Points, at)
			curve.Notes = append(curve.Notes, Note{Label: rounded(t.Net.Value, 2), Shade: math.Min(1, t.Net.Value/300), Value: t.Net.Value})
		}
	}
	c.add(curve, x, y)
	return nil
}

// copiesFinding counts the streams of the first map by the filter that keeps them.
func copiesFinding(c Chart) string {
	type kept struct {
		name         string
		streams      int
		fewest, most float64
	}
	var all []kept
	total := 0
	for _, curve := range c.Panels[0].Curves {
		name, _, _ := strings.Cut(curve.Name, ":")
		k := analysis.Among(&all, func(k kept) bool { return k.name == name }, kept{name: name, fewest: math.Inf(1)})
		for _, note := range curve.Notes {
			total++
			k.streams++
			k.fewest, k.most = math.Min(k.fewest, note.Value), math.Max(k.most, note.Value)
		}
	}
	slices.SortStableFunc(all, func(a, b kept) int { return b.streams - a.streams })
	least, most := math.Inf(1), 0.0
	var parts []string
	for i, k := range all {
		least, most = math.Min(least, k.fewest), math.Max(most, k.most)
		if i < 3 {
			parts = append(parts, fmt.Sprintf("%s keeps %d", k.name, k.streams))
		}
	}
	return fmt.Sprintf("Of %d streams with copies %s in the fewest bits, %s to %s per key", total, series(parts), rounded(least, 3), rounded(most, 3))
}
