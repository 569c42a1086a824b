package measure

import (
	"cmp"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"filterbench/analysis"
	"filterbench/internal/prob"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// The experiment whose records decide the bars, and the bars' limits.
const (
	barsExperiment = "speed-bars"

	floorLimit   = 1.5  // a lookup, in times of the floor
	floorPrize   = 1.3  // what would be better still
	bytesLimit   = 0.83 // a lookup by the kernel of PVLDB 2019 took 7.1 ns beside a floor of 8.6, which prefetched less far ahead than it does now
	buildLimit   = 1.5  // times as long as a build at once inserts take, at least
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
	Kind     string // the ID of its demand; own for the harness itself, or null where the hash was not timed apart
	Filter   string
	Against  string // a floor, "" for an amount in ns
	Keys     uint64
	Op       string
	Pages    string
	Call     string
	Value    stat.Median // a ratio, or ns
	Limit    float64
	Standing Standing
	Noise    bool // the ratio is no further from 1 than those of equal pairs

	demand *Demand // nil for the harness itself
	trial  record.Trial
}

// Shortfall is by which factor the bar is missed; below 1 it is met.
func (b Bar) Shortfall() float64 {
	if b.demand != nil && b.demand.least {
		return b.Limit / b.Value.Value
	}
	return b.Value.Value / b.Limit
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
	for i := range Demands {
		list = append(list, Demands[i].bars(d, cells)...)
	}
	for _, c := range cells {
		if c.Variant == record.NullVariant && (c.Part == "bars" || c.Part == "pages") {
			list = append(list, OwnBars(c)...)
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
