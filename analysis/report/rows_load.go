package report

import (
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/figures"
	"filterbench/analysis/measure"
	"filterbench/internal/digits"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// shortest is the shortest fingerprint that costs no load.
type shortest struct {
	name        string
	enough, low analysis.Point
}

// closeLoad is how near a median load must come to that of the longest fingerprint for
// the fingerprint to count as long enough.
const closeLoad = 0.01

func shortestFingerprints(r *run) (rows []shortest, err error) {
	groups, err := curves{experiment: "load-factor", parts: []string{"fingerprint"}, kind: record.KindLoad, series: bucketOf, of: measure.LoadPoint,
		x: func(c analysis.Cell) float64 { return float64(c.Shape().FingerprintBits) }}.grouped(r)
	for _, g := range groups {
		full := g[len(g)-1].Point
		s := shortest{name: g[0].name, enough: full, low: g[0].Point}
		for i := len(g) - 1; i >= 0 && g[i].Y >= full.Y-closeLoad; i-- {
			s.enough = g[i].Point
		}
		rows = append(rows, s)
	}
	return rows, err
}

// loads are the loads of a cell at the first refusal.
type loads struct {
	analysis.Cell
	measure.Loads
}

// atChance is the load before which a share of fillings fails. A sample that is too small
// cannot tell.
func (l loads) atChance(chance float64) value {
	if float64(len(l.Distribution))*chance < 1 {
		return words("too few fillings")
	}
	return quantile(l.Quantile(chance))
}

// slotsPerKey are those that keep the chance of a failure below a share, by the lower end
// of the interval.
func (l loads) slotsPerKey(chance float64) value {
	q := l.Quantile(chance)
	if float64(len(l.Distribution))*chance < 1 || math.IsInf(q.Lo, 0) {
		return nothing
	}
	return written(1/q.Lo, digits.Significant(1/q.Lo, 4))
}

func loadsOf(r *run, experiment, part string) ([]loads, error) {
	return perCell(record.KindLoad, experiment, part, func(c analysis.Cell) (loads, error) {
		l, err := measure.Load(c)
		return loads{c, l}, err
	})(r)
}

func allLoads(r *run) ([]loads, error) { return loadsOf(r, "load-factor", "") }

// plannedLoads are those of filters of several sizes, from which a load is planned.
func plannedLoads(r *run) ([]loads, error) {
	rows, err := allLoads(r)
	if err != nil {
		return nil, err
	}
	cells := make([]analysis.Cell, len(rows))
	for i := range rows {
		cells[i] = rows[i].Cell
	}
	kept := figures.BySize(cells)
	return slices.DeleteFunc(rows, func(l loads) bool {
		return !slices.ContainsFunc(kept, func(c analysis.Cell) bool { return c.Records[0] == l.Records[0] })
	}), nil
}

func planColumns() []column[loads] {
	columns := []column[loads]{
		{"Slots per bucket", func(l loads) value { return count(l.Shape().BucketSlots) }},
		{"Slots", func(l loads) value { return count(l.Shape().Cells) }},
		{"Fillings", func(l loads) value { return count(len(l.Distribution)) }},
		{"Lowest", func(l loads) value { return share(l.Distribution[0]) }},
	}
	for _, chance := range []float64{0.1, 0.01, 0.001} {
		columns = append(columns,
			column[loads]{"Load at which " + declaredPercent(chance) + " fail", func(l loads) value { return l.atChance(chance) }},
			column[loads]{"Slots per key for " + declaredPercent(chance), func(l loads) value { return l.slotsPerKey(chance) }})
	}
	for _, load := range []float64{0.5, 0.84, 0.9, 0.95, 0.98} {
		columns = append(columns, column[loads]{"Failed by " + declaredPercent(load), func(l loads) value {
			p := l.FailedBy(load)
			return shareRange(p.Rate, p.Lo, p.Hi)
		}})
	}
	return columns
}

// kicked are the inserts of a cell that were accepted near one load.
type kicked struct {
	analysis.Cell
	load  float64
	kicks record.Histogram
}

func allKicks(r *run) (rows []kicked, err error) {
	cells, err := r.kind(record.KindKicks, "kicks", "")
	if err != nil {
		return nil, err
	}
	for _, c := range cells {
		windows, err := measure.Kicks(c)
		if err != nil {
			return nil, err
		}
		for i, w := range windows {
			if len(w.Kicks) > 0 {
				rows = append(rows, kicked{c, measure.WindowLoad(c, i, w), w.Kicks})
			}
		}
	}
	return rows, nil
}

// still is the share of inserts that moved nothing.
func (k kicked) still() value {
	none := uint64(0)
	if k.kicks[0][0] == 0 {
		none = k.kicks[0][1]
	}
	return shareOf(none, measure.Events(k.kicks))
}

// steep says at which load of one kind of table the mean of kicks passes one, and ten.
type steep struct {
	bucket   string
	one, ten float64 // loads; NaN where it never does
	top      kicked
}

func steepness(r *run) (rows []steep, err error) {
	all, err := allKicks(r)
	for _, k := range all {
		if !strings.HasPrefix(k.Part, "windows") {
			continue
		}
		s := analysis.Among(&rows, func(s steep) bool { return s.bucket == bucketOf(k.Cell) }, steep{bucketOf(k.Cell), math.NaN(), math.NaN(), k})
		mean := measure.Mean(k.kicks)
		if mean >= 1 && !(s.one <= k.load) {
			s.one = k.load
		}
		if mean >= 10 && !(s.ten <= k.load) {
			s.ten = k.load
		}
		if k.load > s.top.load {
			s.top = k
		}
	}
	return rows, err
}

// bounded is the load under three bounds on kicks.
type bounded struct {
	name             string
	low, usual, high analysis.Point
}

// usualKicks is the bound that most implementations have.
const usualKicks = 500

func kickBounds(r *run) (rows []bounded, err error) {
	groups, err := curves{experiment: "kicks", parts: []string{"maxkicks"}, kind: record.KindLoad, series: bucketOf, x: param("kicks"), of: measure.LoadPoint}.grouped(r)
	for _, g := range groups {
		usual := slices.MinFunc(g, func(a, b chartPoint) int {
			return compare(math.Abs(a.X-usualKicks), math.Abs(b.X-usualKicks))
		})
		rows = append(rows, bounded{g[0].name, g[0].Point, usual.Point, g[len(g)-1].Point})
	}
	return rows, err
}

// chained is a table with chains, and its longest in every filling.
type chained struct {
	analysis.Cell
	longest []float64
}

func chains(r *run) ([]chained, error) {
	return perCell(record.KindBins, "places", "", func(c analysis.Cell) (chained, error) {
		row := chained{Cell: c}
		for _, rec := range c.Records {
			for _, n := range rec.Bins().Longest {
				row.longest = append(row.longest, float64(n))
			}
		}
		return row, nil
	})(r)
}

// quotedLongest is the term that is quoted for the longest chain.
func quotedLongest(choices int, n float64) value {
	switch choices {
	case 1:
		return number(math.Log(n) / math.Log(math.Log(n)))
	case 2:
		return number(math.Log(math.Log(n)))
	}
	return nothing
}

// samePlaces is the share of keys whose places coincide.
type samePlaces struct {
	analysis.Cell
	stat.Proportion
}

func coinciding(r *run) ([]samePlaces, error) {
	return perCell(record.KindPlaces, "places", "same", func(c analysis.Cell) (samePlaces, error) {
		var same, keys []uint64
		for _, rec := range c.Records {
			same, keys = append(same, rec.Places().Same), append(keys, rec.Places().Keys)
		}
		return samePlaces{c, stat.NewProportion(same, keys)}, nil
	})(r)
}
