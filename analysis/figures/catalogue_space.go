package figures

import (
	"fmt"
	"math"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/variants/theory"
)

var spaceFigures = []Figure{
	{
		ID: "space-crossing", Experiment: "space",
		What:    "Bits per key over those of an ideal Bloom filter of the same rate: below 1 a filter is the smaller one",
		Caption: "Full tables, at fingerprints of several lengths. A semi-sorted slot takes a bit less than its fingerprint has. Rings mark where a curve crosses 1. The dotted line is what no filter can pass",
		X:       Axis{Label: "false positive rate, as measured (rarer to the left)", Scale: Log, Unit: Percent},
		Y:       Axis{Label: "bits per key / ideal Bloom", Min: 0.65},
		At:      measuredRate,
		Bars:    intervalBars, Bound: "least bits per key that any filter needs",
		Finding: func(c Chart) string {
			var parts []string
			for _, name := range []string{"semi-sorted", "windowed", "cuckoo, 8 slots per bucket", "cuckoo, 4 slots per bucket", "cuckoo, 2 slots per bucket"} {
				if x := crossing(c.find("", name)); !math.IsNaN(x) {
					parts = append(parts, fmt.Sprintf("%s below %s", strings.TrimPrefix(strings.TrimSuffix(name, " per bucket"), "cuckoo, "), share(x)))
				}
			}
			if len(parts) == 0 {
				return "No full cuckoo table is smaller than an ideal Bloom filter"
			}
			return "Full cuckoo tables are smaller than an ideal Bloom filter for rare errors: " + series(parts)
		},
		Layers: []Layer{
			{Part: "bloom", Keep: positive, Series: family, Measure: overIdeal},
			{Part: "two-slots", Keep: positive, Series: cuckooSlots, Measure: withoutBound(overIdeal)},
			{Part: "four-slots", Keep: doubling("cuckoo"), Series: cuckooSlots, Measure: withoutBound(overIdeal)},
			{Part: "eight-slots", Keep: positive, Series: cuckooSlots, Measure: withoutBound(overIdeal)},
			{Part: "four-slots", Keep: doubling("semisort"), Series: named("semi-sorted"), Measure: withoutBound(overIdeal)},
			{Experiment: "windowed", Part: "rates", Keep: positive, Series: family, Measure: withoutBound(overIdeal)},
			{Part: "prefix", Keep: positive, Series: family, Measure: withoutBound(overIdeal), Mark: Apart},
			{Experiment: "static", Part: "rates", Keep: positive, Series: staticName, Measure: withoutBound(overIdeal)},
			{Experiment: "speed-bars", Part: "rates-large", Keep: ofFamily("fuse", "xor"), Series: family, Measure: withoutBound(overIdeal), Mark: Apart},
		},
		Make: func(_ Input, c *Chart) error {
			for i := range c.Panels {
				p := &c.Panels[i]
				p.Rules = []Rule{{At: 1, Label: ""}}
				for _, curve := range p.Curves {
					if x := crossing(curve); !math.IsNaN(x) && curve.Family != "bloom" {
						at := analysis.At(x)
						at.Y = 1
						p.Curves = append(p.Curves, Curve{
							Series: analysis.Series{Name: curve.Name, Family: curve.Family, Points: []analysis.Point{at}}, Mark: Apart,
							Notes: []Note{{Label: share(x), Ring: true, Value: x}},
						})
					}
				}
			}
			return nil
		},
	},
	{
		ID: "space-by-size", Experiment: "space",
		What:    "Bits per key over the number of keys, for filters made for just so many; and bytes of the live heap over those of a set of 64-bit hashes",
		Caption: "On the left, rates of at most 0.1 %: a table with a power of two of buckets must double for a few keys more than it holds. On the right, everything that a structure keeps is counted",
		Bars:    "mean, with the range of the repetitions", Theory: "by the rule of sizes",
		Finding: func(c Chart) string {
			two, any := c.find("bits per key", "cuckoo(b=4,f=13)"), c.find("bits per key", "cuckoo(b=4,f=13,buckets=any)")
			worst, sum, n := 0.0, 0.0, 0.0
			for _, p := range two.Points {
				r := p.Y / any.at(p.X)
				worst, sum, n = math.Max(worst, r), sum+r, n+1
			}
			heap := c.find("heap over a set", "cuckoo(b=4,f=12)").last()
			return fmt.Sprintf("A power of two of buckets costs up to %s times the bits of any number of them, %s times on average; of %s keys a cuckoo filter takes %s of a set's heap",
				nth(worst), nth(sum/n), rounded(heap.X, 2), share(heap.Y))
		},
		Layers: []Layer{
			{Part: "sizes", Series: variant, Facet: named("bits per key"), At: sizeOf, Measure: bitsPoint, Law: lawOfSize, X: &Axis{Label: "keys", Scale: Log, Unit: Decimal, Ticks: []float64{65000, 130000, 240000, 90000, 180000}}, Y: &Axis{Label: "bits per key", Zero: true}},
		},
		Make:  heapPanel,
		Names: Below,
	},
}

// staticName names a static filter and, of fuse filters, its probes.
func staticName(c analysis.Cell) string {
	if k := c.Shape().Probes; k > 0 {
		return fmt.Sprintf("%s, %d probes", family(c), k)
	}
	return family(c)
}

func cuckooSlots(c analysis.Cell) string { return "cuckoo, " + bucketSlots(c) }

// crossing is where a curve of bits over those of an ideal Bloom filter falls to 1 as rates
// fall, NaN if it does not. Points are in order of the rate. Between two of them bits grow with
// the information, -log2 of the rate: of longer fingerprints they do exactly, which their
// ratio does not.
func crossing(c Curve) float64 {
	for i := len(c.Points) - 1; i > 0; i-- {
		a, b := c.Points[i-1], c.Points[i]
		if a.Y < 1 && b.Y >= 1 {
			from, to := -math.Log2(a.X), -math.Log2(b.X)
			gain, loss := from*(1-a.Y), to*(b.Y-1) // how far the bits lie below and above the Bloom filter's, in its own
			return math.Exp2(-(from + (to-from)*gain/(gain+loss)))
		}
	}
	return math.NaN()
}

func measuredRate(c analysis.Cell) float64 {
	sum, lookups := hits(c)
	return float64(sum) / float64(lookups)
}

// positive keeps the cells that saw false positives: others have no rate to compare at.
func positive(cells []analysis.Cell) []analysis.Cell {
	return where(func(c analysis.Cell) bool { sum, _ := hits(c); return sum > 0 })(cells)
}

// doubling keeps the cells of one family whose buckets are a power of two in number.
func doubling(name string) func([]analysis.Cell) []analysis.Cell {
	return func(cells []analysis.Cell) []analysis.Cell {
		return positive(where(func(c analysis.Cell) bool {
			return family(c) == name && analysis.ParamText(c.Variant, "buckets") != "any"
		})(cells))
	}
}

// overIdeal is the bits per key of a cell over those of an ideal Bloom filter of
// the rate that was measured.
func overIdeal(c analysis.Cell) ([]analysis.Point, error) {
	f, err := measure.FPR(c)
	if err != nil {
		return nil, err
	}
	p := f.Point()
	bits := measure.BitsPerKey(c)
	p.Y, p.Lo, p.Hi = bits/theory.BloomIdealBitsPerKey(f.Rate), ratioOver(bits, f.WideLo), ratioOver(bits, f.WideHi)
	p.Theory, p.Bound = math.NaN(), math.Ln2
	return []analysis.Point{p}, nil
}

// ratioOver is bits over the ideal, which at the ends of a wide interval may not
// exist.
func ratioOver(bits, rate float64) float64 {
	if !(rate > 0 && rate < 1) {
		return math.NaN()
	}
	return bits / theory.BloomIdealBitsPerKey(rate)
}

// bitsPoint is the bits per key of a cell, which are known without error.
func bitsPoint(c analysis.Cell) ([]analysis.Point, error) {
	p := analysis.At(0)
	p.Y, p.Seeds = measure.BitsPerKey(c), len(c.Records)
	return []analysis.Point{p}, nil
}

// lawOfSize is the bits per key of a filter made for so many keys: those of its slots,
// whose number is a power of two where the family has not said otherwise.
func lawOfSize(c analysis.Cell) func(float64) float64 {
	s := c.Shape()
	perKey := float64(s.Bits) / float64(c.Size())
	if s.BucketSlots == 0 || analysis.ParamText(c.Variant, "buckets") == "any" {
		return func(float64) float64 { return perKey }
	}
	return func(keys float64) float64 {
		cells := math.Exp2(math.Ceil(math.Log2(keys / 0.955)))
		return cells * float64(s.Bits) / float64(s.Cells) / keys
	}
}

// heapPanel adds the heap of filters over that of the set of as many keys.
func heapPanel(in Input, c *Chart) error {
	cells, err := in.Cells("memory", "integers")
	if err != nil {
		return err
	}
	set := map[uint64]float64{}
	for _, cell := range cells {
		if h, err := measure.Heap(cell); err == nil && cell.Variant == "set(of=hash)" {
			set[cell.Size()] = h.PerKey(h.Bytes)
		}
	}
	y := &Axis{Label: "bytes of heap / set of hashes", Scale: Log, Unit: Percent}
	x := &Axis{Label: "keys", Scale: Log, Unit: Decimal}
	for _, cell := range cells {
		base, ok := set[cell.Size()]
		if !ok || !(base > 0) || family(cell) == "null" || family(cell) == "set" || family(cell) == "splitblock" {
			continue
		}
		h, err := measure.Heap(cell)
		if err != nil {
			return err
		}
		p := analysis.At(float64(cell.Size()))
		p.Y, p.Lo, p.Hi = h.PerKey(h.Bytes)/base, h.PerKey(h.Lo)/base, h.PerKey(h.Hi)/base
		p.Seeds = len(cell.Records)
		if !(p.Lo > 0) {
			continue
		}
		c.put(analysis.Series{Name: cell.Variant, Family: family(cell), Facet: "heap over a set"}, Points, p)
	}
	for i := range c.Panels {
		if p := &c.Panels[i]; p.Title == "heap over a set" {
			p.X, p.Y, p.Rules = x, y, []Rule{{At: 1, Label: "the set"}}
		}
	}
	return nil
}
