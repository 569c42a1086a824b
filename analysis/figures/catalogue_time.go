package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/digits"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

var timeFigures = []Figure{
	{
		ID: "memory", Experiment: "speed-bars",
		What:    "Time of a lookup of an absent key over the size of the table, in batches, one by one, and where each waits for the answer before",
		Caption: "Net of the loop. The floor reads as many random lines of a table of that size and does nothing else, with the same prefetching. Grey bands are the caches of the machine",
		X:       Axis{Label: "bytes of the table", Scale: Log, Unit: Bytes}, Y: Axis{Label: "time of a lookup", Scale: Log, Unit: Time},
		Bars: intervalBars, Names: Below,
		Make: memoryPanels,
		Finding: func(c Chart) string {
			batch, chain := c.find("batches", "cuckoo(b=4,f=16)"), c.find("each waits", "cuckoo(b=4,f=16)")
			near := c.find("batches", "blocked(bpk=12)")
			wait := chain.last()
			return fmt.Sprintf("In batches a blocked filter takes %s in the cache and %s in %s; a lookup that waits for the one before takes %s, %s times one in a batch",
				Duration(near.first().Y), Duration(near.last().Y), bytesName(near.last().X), Duration(wait.Y), nth(wait.Y/batch.at(wait.X)))
		},
	},
	{
		ID: "time-by-size", Experiment: "throughput",
		What:    "Time of one operation in a batch over the number of keys; last, of a lookup over the share that hit",
		Caption: "Net of the loop, which the null filter measures in the same repetition. Every filter holds as many keys as it was sized for; bits per key and rates differ",
		X:       Axis{Label: "keys", Scale: Log, Unit: Decimal}, Y: timeAxis,
		At:   sizeOf,
		Bars: intervalBars, Columns: 3, Names: Below,
		Finding: func(c Chart) string {
			at := func(op, name string) float64 { return c.find(op, name).last().Y }
			most := c.find("miss", "bloom(bpk=12)").last().X
			return fmt.Sprintf("With %s keys a lookup that misses takes %s in a blocked filter, %s in a cuckoo filter and %s in an exact set; an insert takes %s, %s and %s",
				rounded(most, 2), Duration2(at("miss", "blocked(bpk=12)")), Duration2(at("miss", "cuckoo(b=4,f=12)")), Duration2(at("miss", "exact")),
				Duration2(at("insert", "blocked(bpk=12)")), Duration2(at("insert", "cuckoo(b=4,f=12)")), Duration2(at("insert", "exact")))
		},
		Layers: append(operations("size", plainFive, sizeOf, "insert", "delete", "hit", "mix50", "miss"),
			Layer{Part: "size", Keep: func(cells []analysis.Cell) []analysis.Cell { return largestSize(plainFive(cells)) }, Series: variant, Facet: named("share of hits"), Measure: timeByHits, Own: true,
				X: &Axis{Label: "share of lookups that hit", Unit: Percent, Zero: true, Max: 1}}),
	},
	{
		ID: "time-by-load", Experiment: "throughput",
		What:    "Time of one operation in a batch over the fill; below, of single inserts, each timed by itself, over the load",
		Caption: "Above net of the loop, inserts being averages from the empty filter up to the fill. Below the clock is part of every time: the line is its median. The load of a filter without slots is the share of its capacity",
		X:       Axis{Label: "keys, in multiples of the design", Zero: true, Max: 1}, Y: timeAxis,
		At:   fillOf,
		Bars: intervalBars, Columns: 3, Names: Below,
		Finding: func(c Chart) string {
			name := "cuckoo(b=4,f=12)"
			half, full := c.find("single insert, 99th percentile", name).first(), c.find("single insert, 99th percentile", name).last()
			bloom := c.find("single insert, 99th percentile", "bloom(bpk=12)").last()
			return fmt.Sprintf("One insert in a hundred takes %s at a load of %s and %s at %s of a cuckoo filter's slots, %s in a Bloom filter",
				Duration2(half.Y), share(half.X), Duration2(full.Y), share(full.X), Duration2(bloom.Y))
		},
		Layers: append(operations("load", notNull, fillOf, "insert", "hit", "miss"),
			Layer{Experiment: "latency", Part: "insert", Keep: largestSize, Series: variant, Facet: named("single insert, median"), Measure: insertTimes(0.5), Own: true, X: loadsAxis, Y: singleAxis},
			Layer{Experiment: "latency", Part: "insert", Keep: largestSize, Series: variant, Facet: named("single insert, 99th percentile"), Measure: insertTimes(0.99), Own: true, X: loadsAxis, Y: singleAxis},
			Layer{Experiment: "latency", Part: "insert", Keep: largestSize, Series: variant, Facet: named("single inserts at a load of 95 %"), Measure: timesFalls(0.95), Own: true, Mark: Falls,
				X: &Axis{Label: "takes at least", Scale: Log, Unit: Time, Min: 20}, Y: &Axis{Label: "share of inserts", Scale: Log, Unit: Percent, Min: 1e-5, Max: 1}}),
		Make: clockRules,
	},
	{
		ID: "kernels", Experiment: "throughput",
		What:    "Time of a lookup in a batch by the kernel that does it",
		Caption: "The same filters give the same answers by three kernels: one slot or word after the other, several in one word of the processor (SWAR), and with its vector instructions (SIMD). Net of the loop",
		X:       Axis{Unit: Category}, Y: Axis{Label: "time of a lookup", Zero: true, Unit: Time},
		Name: func(c analysis.Cell) string { return measure.WithoutKernel(c.Variant) },
		Flip: true, Tall: 30,
		Bars: intervalBars,
		Finding: func(c Chart) string {
			low, high := math.Inf(1), 0.0
			for _, p := range c.Panels {
				scalar, simd := c.find(p.Title, "scalar"), c.find(p.Title, "simd")
				for _, at := range scalar.Points {
					gain := at.Y / simd.at(at.X)
					low, high = math.Min(low, gain), math.Max(high, gain)
				}
			}
			return fmt.Sprintf("Vector instructions make lookups %s to %s times as fast as plain code", nth(low), nth(high))
		},
		Layers: []Layer{kernelLayer("hit"), kernelLayer("miss")},
		Make: func(_ Input, c *Chart) error {
			for _, p := range c.Panels {
				slices.SortStableFunc(p.Curves, func(a, b Curve) int {
					return slices.Index(measure.Kernels, a.Name) - slices.Index(measure.Kernels, b.Name)
				})
			}
			return nil
		},
	},
	{
		ID: "libraries", Experiment: "speed-bars",
		What:    "How many times as long a library takes as the fastest filter here whose rate is no higher",
		Caption: "Libraries with their own hash. Both sides are called key by key, or in batches where a filter here has them, which no library does",
		X:       Axis{Unit: Category}, Y: Axis{Label: "times as long as ours", Scale: Log, Ticks: []float64{1, 10, 100, 2, 5, 20, 50, 200, 500}},
		Flip: true, Columns: 3, Tall: 20,
		Bars: intervalBars,
		Make: libraryPanels,
		Finding: func(c Chart) string {
			total, twice, slower := 0, 0, 0
			var all []float64
			c.each(func(_ Panel, _ Curve, at analysis.Point) {
				total++
				all = append(all, at.Y)
				if at.Lo >= 2 {
					twice++
				}
				if at.Hi < 1 {
					slower++
				}
			})
			return fmt.Sprintf("At equal rate libraries take %s times as long in the median; %d of %d times are twice ours or more, and in %s a library is the faster one",
				nth(stat.NewMedian(all).Value), twice, total, either(slower == 0, "none", fmt.Sprint(slower)))
		},
	},
}

var (
	loadsAxis  = &Axis{Label: "load", Unit: Percent, Ticks: []float64{0.5, 0.8, 0.9, 0.95}}
	singleAxis = &Axis{Label: "time, clock included", Scale: Log, Unit: Time, Min: 20}
)

// Duration2 writes nanoseconds with two digits.
func Duration2(ns float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(ns))-1)
	return Duration(math.Round(ns/unit) * unit)
}

// bytesName writes a number of bytes in a unit of its size.
func bytesName(b float64) string {
	i := 0
	for ; b >= 1000 && i < 4; i++ {
		b /= 1024
	}
	return rounded(b, 2) + " " + []string{"bytes", "KiB", "MiB", "GiB", "TiB"}[i]
}

// plainFive keeps one filter of each kind.
var plainFive = where(func(c analysis.Cell) bool {
	return slices.Contains([]string{"exact", "bloom(bpk=12)", "blocked(bpk=12)", "counting(bpk=48,w=4)", "cuckoo(b=4,f=12)"}, c.Variant)
})

// operations are layers with a panel for each operation.
func operations(part string, keep func([]analysis.Cell) []analysis.Cell, at func(analysis.Cell) float64, ops ...string) []Layer {
	layers := make([]Layer, len(ops))
	for i, op := range ops {
		name := op
		if op == "mix50" {
			name = "half of each"
		}
		layers[i] = Layer{Part: part, Keep: keep, Series: variant, Facet: named(name), At: at, Measure: measure.NetPoint(op)}
	}
	return layers
}

// notNull leaves out the null filter, whose net time is nothing.
func notNull(cells []analysis.Cell) []analysis.Cell {
	return where(func(c analysis.Cell) bool { return family(c) != "null" })(cells)
}

// largestSize keeps the cells of the largest capacity.
func largestSize(cells []analysis.Cell) []analysis.Cell {
	most := uint64(0)
	for _, c := range cells {
		most = max(most, c.Size())
	}
	return notNull(where(func(c analysis.Cell) bool { return c.Size() == most })(cells))
}

// timeByHits is the net time of lookups over the share that hit.
func timeByHits(c analysis.Cell) ([]analysis.Point, error) {
	var points []analysis.Point
	for _, op := range c.Ops {
		share, lookup := record.HitShare(op)
		if !lookup {
			continue
		}
		more, err := measure.NetPoint(op)(c)
		if err != nil {
			return nil, err
		}
		for i := range more {
			more[i].X = share
		}
		points = append(points, more...)
	}
	return points, nil
}

// clockRules draws what the clock costs into the panels of single inserts.
func clockRules(in Input, c *Chart) error {
	cells, err := in.Cells("latency", "insert")
	if err != nil || len(cells) == 0 {
		return err
	}
	clock, ok := measure.TimeQuantile(largestSize(cells)[0], measure.ClockTimes, 0.5)
	if !ok {
		return nil
	}
	for i := range c.Panels {
		if p := &c.Panels[i]; p.Y == singleAxis {
			p.Rules = []Rule{{At: clock.Value, Label: "the clock"}}
		}
	}
	return nil
}

// kernelLayer has the larger of the sizes, with a panel for an operation.
func kernelLayer(op string) Layer {
	return Layer{
		Part: "kernels", Keep: func(cells []analysis.Cell) []analysis.Cell {
			return largestSize(where(func(c analysis.Cell) bool { return measure.KernelOf(c) != "" })(cells))
		},
		Series: measure.KernelOf, Facet: func(c analysis.Cell) string { return op + ", " + digits.Thousands(c.Size()) + " keys" },
		Measure: measure.NetPoint(op), Style: "-",
	}
}

// ladder are the filters and floors of the memory figure, with their names there.
var ladder = map[string]string{
	"floor(bpk=12,lines=1)": "floor, 1 line", "floor(bpk=16.84,lines=2)": "floor, 2 lines",
	"blocked(bpk=12)": "", "register(bpk=12)": "", "bloom(bpk=12)": "", "cuckoo(b=4,f=12)": "", "cuckoo(b=4,f=16)": "",
}

// ladderParts are the parts of its experiments, the best first where several have a
// point.
var ladderParts = [][2]string{
	{"speed-bars", "bars"}, {"speed-bars", "pages"}, {"throughput", "size"}, {"throughput", "contenders"}, {"speed-bars", "calls"}, {"speed-bars", "speeds"},
}

// memoryPanels gathers the lookups of all parts by the way of calling.
func memoryPanels(in Input, c *Chart) error {
	panels := []struct{ call, title string }{{"batch", "batches"}, {"single", "one by one"}, {"chain", "each waits"}}
	for _, panel := range panels {
		taken := map[string]bool{}
		for _, at := range ladderParts {
			cells, err := in.Cells(at[0], at[1])
			if err != nil {
				return err
			}
			for _, cell := range cells {
				name, wanted := ladder[cell.Variant]
				key := fmt.Sprint(cell.Variant, cell.Size())
				if !wanted || taken[key] || cell.Call != panel.call || cell.Depth != 0 && cell.Depth != record.BatchDepth || cell.Pages == record.PagesHuge || cell.SIMD != "" {
					continue
				}
				points, err := measure.NetPoint("miss")(cell)
				if err != nil {
					return err
				}
				for _, p := range points {
					if name == "" {
						name = cell.Variant
					}
					p.X = float64(cell.Shape().Bits) / 8
					taken[key] = true
					c.put(analysis.Series{Name: name, Family: family(cell), Facet: panel.title}, Points, p)
				}
			}
		}
	}
	c.sortPoints()
	caches := in.Manifest.Machine.Caches
	for i := range c.Panels {
		from := 1.0
		for j, cache := range caches {
			c.Panels[i].Bands = append(c.Panels[i].Bands, Band{From: from, To: float64(cache.Bytes), Clear: j%2 == 1, Label: strings.TrimSuffix(cache.Name, "d")})
			from = float64(cache.Bytes)
		}
	}
	return nil
}

// libraryPanels has a row for each library, and a panel for each way of calling and size.
func libraryPanels(in Input, c *Chart) error {
	bars, _, err := measure.PeerBars(in.Dataset)
	if err != nil {
		return err
	}
	for _, b := range bars {
		if b.Same || b.Bare || b.Workload != measure.Integers {
			continue
		}
		name := analysis.FamilyOf(b.Library)
		p := measure.MedianPoint(b.Ratio)
		p.X = float64(place(&c.X.Names, name))
		facet := fmt.Sprintf("%s, %s keys", either(b.Call == "batch", "batches", "one by one"), digits.Thousands(b.Keys))
		c.put(analysis.Series{Name: b.Op, Facet: facet}, Apart, p)
	}
	slices.SortStableFunc(c.Panels, func(a, b Panel) int { return -cmp.Compare(a.Title[:3], b.Title[:3]) }) // one by one first
	for i := range c.Panels {
		c.Panels[i].Rules = []Rule{{At: 1, Label: ""}, {At: 2, Label: "twice"}}
	}
	return nil
}
