package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/spec"
)

// Generic makes figures of any experiment that has records, one or more for each part and
// kind of trial in it. The number that varies most is the x axis; filters, and what else varies,
// are the curves; where these are many, the factor that divides them best gives panels. Theory is drawn where there
// is some. An experiment in which nothing varies but the filter becomes a dot plot.
func Generic(d *analysis.Dataset, experiment string) ([]Figure, error) {
	cells, err := d.Cells(experiment, "")
	if err != nil {
		return nil, err
	}
	var list []Figure
	parts := map[[2]string][]analysis.Cell{}
	var order [][2]string
	for _, c := range cells {
		key := [2]string{c.Part, c.Kind}
		if parts[key] == nil {
			order = append(order, key)
		}
		parts[key] = append(parts[key], c)
	}
	for _, key := range order {
		kind, _ := record.KindOf(key[1])
		all, err := observe(parts[key])
		if err != nil {
			return nil, err
		}
		byWhat := map[string][]observation{}
		for _, o := range all {
			byWhat[o.what] = append(byWhat[o.what], o)
		}
		for _, what := range sortedKeys(byWhat) {
			if slices.ContainsFunc(byWhat[what], func(o observation) bool { return o.point.Y != 0 }) {
				list = append(list, newStudy(byWhat[what]).figure(experiment+", part "+key[0], kind, what))
			}
		}
	}
	return list, nil
}

// study is observations of one thing, and how they are laid out.
type study struct {
	seen     []observation
	values   map[string][]string // of each factor that varies, numbers in their order
	x, facet string              // factors; "" is none
}

func newStudy(seen []observation) *study {
	s := &study{seen: seen, values: map[string][]string{}}
	names := map[string]bool{}
	for _, o := range seen {
		for name := range o.factors {
			names[name] = true
		}
	}
	for _, o := range seen { // names leave parameters out at their default
		for name := range names {
			if value := analysis.Param(o.cell.Variant, name); o.factors[name] == "" && !math.IsNaN(value) {
				o.factors[name] = strconv.FormatFloat(value, 'g', -1, 64)
			}
		}
	}
	for _, o := range seen {
		for name, v := range o.factors {
			if !slices.Contains(s.values[name], v) {
				s.values[name] = append(s.values[name], v)
			}
		}
	}
	for name, list := range s.values {
		if len(list) < 2 {
			delete(s.values, name)
			continue
		}
		slices.SortStableFunc(list, func(a, b string) int {
			x, _ := strconv.ParseFloat(a, 64)
			y, _ := strconv.ParseFloat(b, 64)
			return cmp.Or(cmp.Compare(x, y), cmp.Compare(a, b))
		})
	}
	s.x = s.longest()
	s.facet = s.divider()
	return s
}

// observation is a point with all that tells it from others.
type observation struct {
	what    string            // is measured
	factors map[string]string // by name
	cell    analysis.Cell
	point   analysis.Point
}

// observe measures cells of one kind: as the catalogue does where there is theory, and
// else in the units in which records are exported.
func observe(cells []analysis.Cell) (list []observation, err error) {
	for _, c := range cells {
		if c.Kind == record.KindTime && family(c) == "null" {
			continue // the loop by itself, which is taken off the others
		}
		var points []analysis.Point
		factor, what := "", ""
		switch c.Kind {
		case record.KindFPR:
			what = rateAxis.Label
			points, err = measure.RatePoint(c)
		case record.KindLoad:
			what = loadAxis.Label
			points, err = measure.LoadPoint(c)
		case record.KindChurn:
			what, factor = rateAxis.Label, "turnovers"
			points, err = churnPoints(c)
			for i := range points {
				points[i].X--
			}
		case record.KindKicks:
			what, factor = "kicks per insert", "load"
			points, err = kicksOver(meanKicks)(c)
		default:
			list = append(list, sampled(c)...)
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, p := range points {
			f := factorsOf(c)
			if factor != "" {
				f[factor] = strconv.FormatFloat(p.X, 'g', 6, 64)
			}
			list = append(list, observation{what, f, c, p})
		}
	}
	return list, nil
}

// sampled are the observations of a cell in the units of exports: medians of the
// repetitions.
func sampled(c analysis.Cell) []observation {
	var records []record.Record
	for _, r := range c.Records {
		records = append(records, *r)
	}
	for _, r := range c.Nulls {
		if r != nil && c.Kind == record.KindTime {
			records = append(records, *r)
		}
	}
	values := map[string][]float64{}
	first := map[string]observation{}
	var order []string
	for _, s := range record.Samples(records) {
		if s.Record.Variant != c.Variant {
			continue
		}
		for _, v := range s.Values {
			if v.Unit == record.UnitTime && len(c.Nulls) > 0 && c.Nulls[0] != nil {
				continue // the net time says it
			}
			o := observation{what: v.Unit, factors: factorsOf(c), cell: c}
			key := v.Unit
			for _, l := range s.Point {
				o.factors[l.Key] = l.Value
				key += "\x00" + l.Value
			}
			if _, seen := first[key]; !seen {
				order = append(order, key)
				first[key] = o
			}
			values[key] = append(values[key], v.Amount)
		}
	}
	var list []observation
	for _, key := range order {
		o := first[key]
		o.point = measure.MedianPoint(stat.NewMedian(values[key]))
		list = append(list, o)
	}
	return list
}

// factorsOf names everything by which a cell may differ from others.
func factorsOf(c analysis.Cell) map[string]string {
	f := map[string]string{}
	put := func(name, value string, there bool) {
		if there {
			f[name] = value
		}
	}
	put("hash", c.Hash, c.Hash != "")
	put("keys", strconv.FormatUint(c.Capacity, 10), c.Capacity > 0)
	put("slots", strconv.FormatUint(c.Slots, 10), c.Slots > 0)
	put("fill", strconv.FormatFloat(c.Fill, 'g', -1, 64), true)
	put("policy", c.Policy, c.Policy != "")
	put("call", c.Call, c.Call != "")
	put("depth", strconv.Itoa(c.Depth), c.Call != "")
	put("pages", c.Pages, c.Pages != "")
	put("simd", cmp.Or(c.SIMD, "best"), true)
	put("twin", strconv.Itoa(c.Twin), true)
	put("arrival", c.Arrival, c.Arrival != "")
	put("guard", c.Guard, c.Guard != "")
	put("shards", strconv.Itoa(max(1, c.Shards)), true)
	put("filter", c.Variant, true)
	put("stream", c.Workload, true)
	for prefix, name := range map[string]string{"": c.Variant, "stream ": c.Workload} {
		s, err := spec.Parse(name)
		if err != nil {
			continue
		}
		for _, p := range s.Params {
			f[prefix+p.Key] = p.Value
		}
	}
	return f
}

// figure makes one figure of a study.
func (s *study) figure(where string, kind record.Kind, what string) Figure {
	f := Figure{
		ID:         strings.NewReplacer(", part ", "-", "/", "-per-", "%", "percent", " ", "-", ".", "-").Replace(where + "-" + what),
		Experiment: s.seen[0].cell.Experiment,
		What:       fmt.Sprintf("Experiment %s: %s", where, what),
		Caption:    "To " + kind.Doc,
		Bars:       "with 95 % interval, or the range of nine fillings in ten",
		Y:          Axis{Label: what, Scale: scaleOf(s.seen)},
		Flip:       s.x == "",
		Finding:    func(c Chart) string { return genericFinding(c, what) },
	}
	if slices.ContainsFunc(s.seen, func(o observation) bool { return !math.IsNaN(o.point.Theory) }) {
		f.Theory = exactTheory
	}
	if what == rateAxis.Label || what == loadAxis.Label {
		f.Y.Unit = Percent
	}
	f.X = Axis{Unit: Category}
	if s.x != "" {
		f.X = Axis{Label: s.x, Scale: s.scale()}
		if s.x == "keys" || s.x == "slots" {
			f.X.Unit = Decimal
		} else if len(s.values[s.x]) <= 12 {
			for _, v := range s.values[s.x] {
				number, _ := strconv.ParseFloat(v, 64)
				f.X.Ticks = append(f.X.Ticks, number)
			}
		}
	}
	f.Make = func(_ Input, c *Chart) error {
		first := map[string]analysis.Cell{}
		for _, o := range s.seen {
			key := s.panel(o) + "\x00" + s.series(o)
			if _, known := first[key]; !known {
				first[key] = o.cell
			}
			s.put(c, o)
		}
		for _, p := range c.Panels {
			for j := range p.Curves {
				curve := &p.Curves[j]
				slices.SortStableFunc(curve.Points, func(a, b analysis.Point) int { return cmp.Compare(a.X, b.X) })
				if cell, ok := first[p.Title+"\x00"+curve.Name]; ok && kind.Name == record.KindFPR {
					curve.Law = lawOver(cell, s.x, f.X.Scale, curve.Points)
				}
			}
		}
		return nil
	}
	return f
}

// put puts one observation into its place.
func (s *study) put(c *Chart, o observation) {
	series, p := s.series(o), o.point
	family := analysis.FamilyOf(o.cell.Variant)
	if s.x == "" {
		p.X, series, family = float64(place(&c.X.Names, series)), "", ""
	} else {
		p.X, _ = strconv.ParseFloat(o.factors[s.x], 64)
	}
	c.put(analysis.Series{Name: series, Family: family, Facet: s.panel(o)}, Points, p)
}

// longest is the factor whose values are numbers of which the curves have most, "" if
// curves would not have two points.
func (s *study) longest() (best string) {
	most := 1.5 // points of a curve, on average
	for _, name := range sortedKeys(s.values) {
		if name == "twin" || slices.ContainsFunc(s.seen, func(o observation) bool {
			_, err := strconv.ParseFloat(o.factors[name], 64)
			return err != nil && o.factors[name] != ""
		}) {
			continue
		}
		s.x = name
		curves, points := map[string]bool{}, 0
		for _, o := range s.seen {
			if o.factors[name] != "" {
				curves[s.series(o)] = true
				points++
			}
		}
		missing := len(s.seen) - points // stand at zero, each by itself
		if mean := float64(len(s.seen)) / float64(len(curves)+missing); mean > most {
			best, most = name, mean
		}
	}
	return best
}

// Limits of a panel that can be read.
const (
	mostCurves = 8
	mostRows   = 40
	mostPanels = 9
)

// divider is the factor that leaves the fewest curves in a panel, "" where they are few
// enough. Operations are always apart.
func (s *study) divider() (best string) {
	if s.x != "op" && len(s.values["op"]) > 1 {
		return "op"
	}
	count := func(facet string) (most int) {
		s.facet = facet
		panels := map[string]map[string]bool{}
		for _, o := range s.seen {
			key := s.panel(o)
			if panels[key] == nil {
				panels[key] = map[string]bool{}
			}
			panels[key][s.series(o)] = true
			most = max(most, len(panels[key]))
		}
		return most
	}
	fewest := count("")
	if fewest <= mostCurves || s.x == "" && fewest <= mostRows {
		return ""
	}
	for _, name := range sortedKeys(s.values) {
		if name == s.x || len(s.values[name]) > mostPanels {
			continue
		}
		if n := count(name); n < fewest {
			best, fewest = name, n
		}
	}
	return best
}

// panel names the panel of an observation.
func (s *study) panel(o observation) string {
	switch s.facet {
	case "":
		return ""
	case "op", "filter":
		return o.factors[s.facet]
	}
	return s.facet + " " + o.factors[s.facet]
}

// series names the curve of an observation: its filter and stream without the number
// that is on the x axis, and what else varies.
func (s *study) series(o observation) string {
	without := func(name, prefix string) string {
		parsed, err := spec.Parse(name)
		if err != nil {
			return name
		}
		parsed.Params = slices.DeleteFunc(parsed.Params, func(p spec.Param) bool { return prefix+p.Key == s.x || prefix+p.Key == s.facet })
		return parsed.String()
	}
	var parts []string
	if s.facet != "filter" {
		parts = append(parts, without(o.cell.Variant, ""))
	}
	for _, name := range sortedKeys(o.factors) {
		v := o.factors[name]
		if name == s.x || name == s.facet || name == "filter" || len(s.values[name]) < 2 || parameter(o, name) {
			continue
		}
		switch {
		case name == "stream":
			if text := without(v, "stream "); text != "uniform" {
				parts = append(parts, text)
			}
		default:
			parts = append(parts, strings.TrimSpace(labelOf(name)+" "+v))
		}
	}
	return strings.Join(parts, ", ")
}

// labelOf is how a factor is written before its value.
func labelOf(name string) string {
	if slices.Contains([]string{"hash", "policy", "call", "guard", "arrival"}, name) {
		return ""
	}
	return name
}

// parameter reports whether a factor is a parameter of the filter or of the stream, in
// whose name it is written.
func parameter(o observation, name string) bool {
	text, key := o.cell.Variant, name
	if rest, found := strings.CutPrefix(name, "stream "); found {
		text, key = o.cell.Workload, rest
	}
	parsed, err := spec.Parse(text)
	if err != nil {
		return false
	}
	_, ok := parsed.Lookup(key)
	return ok
}

// scaleOf is logarithmic where positive values span more than a factor of twenty.
func scaleOf(seen []observation) Scale {
	var s span = empty()
	for _, o := range seen {
		s.take(o.point.Y, Log)
	}
	return scaleOfSpan(s)
}

// scale is that of the x axis.
func (s *study) scale() Scale {
	all := empty()
	for _, v := range s.values[s.x] {
		x, _ := strconv.ParseFloat(v, 64)
		if x <= 0 {
			return Linear
		}
		all.take(x, Log)
	}
	return scaleOfSpan(all)
}

func scaleOfSpan(s span) Scale {
	if s.high > 20*s.low {
		return Log
	}
	return Linear
}

// lawOver is theory between the points of a curve, for the factors that formulas know.
func lawOver(c analysis.Cell, x string, scale Scale, points []analysis.Point) []analysis.Point {
	if len(points) < 2 || math.IsNaN(points[0].Theory) {
		return nil
	}
	s, keys := c.Shape(), measure.BitsPerKey(c)
	held := float64(s.Bits) / keys
	var law func(float64) float64
	whole := false
	switch {
	case x == "fill":
		law = lawOfFill(c)
	case x == "bpk" && s.Cells == s.Bits && s.Layers == 0:
		law = lawOfBits(c)
	case (x == "f" || x == "r") && s.FingerprintBits > 0:
		law, whole = func(v float64) float64 { s.FingerprintBits = int(v); return rateOf(s, held) }, true
	case x == "k" && s.Probes > 0:
		law, whole = func(v float64) float64 { s.Probes = int(v); return rateOf(s, held) }, true
	default:
		return nil
	}
	return trace(law, points[0].X, points[len(points)-1].X, scale, whole)
}

// genericFinding says how far theory holds, or else between what the values lie.
func genericFinding(c Chart, what string) string {
	if n, _, _ := follows(c, ""); n > 0 && what == rateAxis.Label {
		return withTheory(c, "")
	}
	var s spread
	c.each(func(p Panel, curve Curve, at analysis.Point) {
		name := curve.Name
		if name == "" && c.X.Unit == Category {
			name = c.X.Names[int(at.X)]
		}
		s.take(at.Y, strings.Trim(name+", "+p.Title, ", "))
	})
	write := nth
	if c.Y.Unit == Percent {
		write = share
	}
	return fmt.Sprintf("%s from %s (%s) to %s (%s)", what, write(s.low), s.lowAt, write(s.hi), s.hiAt)
}
