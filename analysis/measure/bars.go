package measure

import (
	"cmp"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"filterbench/analysis"
	"filterbench/internal/prob"
	"filterbench/internal/stat"
)

// The experiment whose records decide the bars, and the bars' limits.
const (
	barsExperiment = "speed-bars"

	floorLimit   = 1.5  // a batched lookup beyond L2, in times of the floor
	floorPrize   = 1.3  // what would be better still
	blockedNear  = 4.0  // ns of a batched lookup inside L2, one line
	cuckooNear   = 8.0  // the same, two lines
	libraryLimit = 2.0  // times as long as ours, at least
	twinLimit    = 0.05 // share of equal pairs that may be told apart
	twinPairs    = 20   // pairs below which that share means nothing
)

// usualL2 is taken where the manifest does not tell the size of the second-level cache.
const usualL2 = 1 << 20

// Standing says what a measurement says of a bar.
type Standing string

// The standings: an interval on one side of the limit decides.
const (
	Met        Standing = "met"
	Prize      Standing = "met, with the prize"
	NotMet     Standing = "not met"
	NotDecided Standing = "not decided"
)

// Bar is one demand on speed and what came of it.
type Bar struct {
	Kind     string // floor, near, build, build-floor, own, or null where the hash was not timed apart
	Filter   string
	Against  string // a floor, "" for an amount in ns
	Keys     uint64
	Op       string
	Pages    string
	Value    stat.Median // a ratio, or ns
	Limit    float64
	Standing Standing
	Noise    bool // the ratio is no further from 1 than those of equal pairs
}

// Twins is what pairs that do the same look like.
type Twins struct {
	Pairs, Apart int     // pairs compared, and those called different after correction
	Spread       float64 // how far the ratio of medians is from 1 in all but one in twenty
	Standing     Standing
}

// Bars decides the demands on speed from the records of speed-bars; none are decided
// without them.
func Bars(d *analysis.Dataset) ([]Bar, Twins, error) {
	cells, err := d.Cells(barsExperiment, "")
	if err != nil {
		return nil, Twins{}, err
	}
	var list []Bar
	for _, c := range cells {
		switch c.Part {
		case "bars", "pages":
			list = append(list, memoryBars(d, c)...)
		case "build":
			list = append(list, buildBars(c, cells)...)
		}
	}
	list = ownFirst(list)
	twins := compareTwins(cells)
	for i, b := range list {
		list[i].Noise = b.Against != "" && alike(b.Value, twins.Spread)
	}
	return list, twins, nil
}

// L2 returns the bytes of the second-level cache of the machine.
func L2(d *analysis.Dataset) uint64 {
	for _, c := range d.Manifest.Machine.Caches {
		if c.Name == "L2" && c.Bytes > 0 {
			return c.Bytes
		}
	}
	return usualL2
}

// memoryBars are those of one cell of ours: against the floor beyond L2, in
// nanoseconds inside it, and the cost of the loop.
func memoryBars(d *analysis.Dataset, c analysis.Cell) (list []Bar) {
	family := analysis.FamilyOf(c.Variant)
	lines, known := analysis.LinesOf(c.Variant)
	switch {
	case family == "null":
		return OwnBars(c)
	case !known:
		return nil
	}
	for _, op := range c.Ops {
		b := Bar{Filter: c.Variant, Keys: c.Size(), Op: op, Pages: c.Pages}
		t, timed := Time(c, op)
		switch {
		case !timed:
			continue
		case op == "insert" || !t.HasNet():
			continue
		case c.Shape().Bits/8 <= L2(d):
			b.Kind, b.Value, b.Limit = "near", t.Net, blockedNear
			if lines == 2 {
				b.Limit = cuckooNear
			}
			b.Standing = atMost(b.Value, b.Limit)
		default:
			b.overFloor(c)
		}
		list = append(list, b)
	}
	return list
}

// overFloor decides a bar over the floor of a cell. Without a floor, or beside one that
// cannot be told from the loop, it is not decided and its value is no number.
func (b *Bar) overFloor(c analysis.Cell) {
	b.Kind, b.Limit, b.Standing = "floor", floorLimit, NotDecided
	ratio, ok := OverFloor(c, b.Op)
	if !ok {
		b.Against, b.Value.Value, b.Value.Lo, b.Value.Hi = "floor", math.NaN(), math.NaN(), math.NaN()
		return
	}
	b.Against, b.Value, b.Standing = c.Floors[0].Variant, ratio, atMost(ratio, floorLimit)
	if b.Standing == Met && ratio.Hi <= floorPrize {
		b.Standing = Prize
	}
}

func atMost(m stat.Median, limit float64) Standing {
	switch {
	case m.Confidence < stat.Confidence:
		return NotDecided
	case m.Hi <= limit:
		return Met
	case m.Lo > limit:
		return NotMet
	}
	return NotDecided
}

func atLeast(m stat.Median, limit float64) Standing {
	switch {
	case m.Confidence < stat.Confidence:
		return NotDecided
	case m.Lo >= limit:
		return Met
	case m.Hi < limit:
		return NotMet
	}
	return NotDecided
}

// compareTwins compares cells that do the same, as any two are compared: by ranks,
// with the rate of false discoveries held at 5 %.
func compareTwins(cells []analysis.Cell) Twins {
	var ps, spreads []float64
	for _, a := range cells {
		if a.Part != "twins" || a.Twin != 0 {
			continue
		}
		want := a.Trial
		want.Twin = 1
		i := slices.IndexFunc(cells, func(b analysis.Cell) bool { return analysis.Identity(b.Trial) == analysis.Identity(want) })
		if i < 0 {
			continue
		}
		for _, op := range a.Ops {
			x, y := costs(a, op), costs(cells[i], op)
			if len(x) == 0 || len(y) == 0 {
				continue
			}
			spreads = append(spreads, math.Abs(stat.NewMedian(x).Value/stat.NewMedian(y).Value-1))
			ps = append(ps, min(1, benchmath.AssumeNothing.Compare(
				benchmath.NewSample(x, &benchmath.DefaultThresholds), benchmath.NewSample(y, &benchmath.DefaultThresholds)).P))
		}
	}
	t := Twins{Pairs: len(ps), Standing: NotDecided}
	if t.Pairs == 0 {
		return t
	}
	for _, p := range prob.BenjaminiHochberg(ps) {
		if p <= 1-stat.Confidence {
			t.Apart++
		}
	}
	slices.SortFunc(spreads, cmp.Compare[float64])
	t.Spread = spreads[min(len(spreads)-1, int(math.Ceil(0.95*float64(len(spreads))))-1)]
	if t.Pairs < twinPairs {
		return t
	}
	t.Standing = NotMet
	if float64(t.Apart) <= twinLimit*float64(t.Pairs) {
		t.Standing = Met
	}
	return t
}

// costs are the gross nanoseconds of an operation in the repetitions of a cell.
func costs(c analysis.Cell, op string) (list []float64) {
	for _, r := range c.Records {
		if ns, _, ok := r.PerOp(op); ok {
			list = append(list, ns)
		}
	}
	return list
}
