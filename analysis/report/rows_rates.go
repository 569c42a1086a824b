package report

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/digits"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/theory"
)

// asked says when trials of a kind look up keys that are held.
func asked(kind string) string {
	k, _ := record.KindOf(kind)
	return k.Asked
}

// agreements are those of all experiments but that of libraries, which has its own.
func agreements(r *run) ([]measure.Agreement, error) {
	var all []measure.Agreement
	for _, name := range r.experiments() {
		if name == librariesExperiment {
			continue
		}
		a, err := measure.Agree(r.d, name)
		if err != nil {
			return nil, err
		}
		if len(a.Points) > 0 {
			all = append(all, a)
		}
	}
	return all, nil
}

// agreementSum adds up the agreements of a run.
type agreementSum struct {
	points, outside, exceptions, within, beyond, repeats, earlier int
	byChance, p                                                   float64 // of outside
}

func sumAgreements(r *run) (agreementSum, error) {
	var s agreementSum
	all, err := agreements(r)
	var points []measure.Comparison
	for _, a := range all {
		points = append(points, a.Points...)
		s.points += len(a.Points)
		s.outside += a.Outside
		s.exceptions += len(a.Exceptions)
		s.within += a.Within
		s.beyond += a.Beyond
		s.repeats += a.Repeats
		s.earlier += a.Earlier
	}
	s.byChance, s.p = measure.ByChance(s.outside, points)
	return s, err
}

const agreementSentence = "Theory predicts {points} of this run. It lies outside the 95 % interval of {outside} ({part}); chance alone would put about {chance} there (p of so many: {p}). {exceptions} even when the number of points is allowed for. Agreement within {margin} is shown for {within} and refuted for {beyond}; the intervals of the others are too wide to tell."

func agreementWords(r *run) (holes, error) {
	s, err := sumAgreements(r)
	if err != nil || s.points == 0 {
		return nil, err
	}
	contradict := pick(s.exceptions == 0, "None contradicts it", plural(s.exceptions, "point contradicts it", "points contradict it"))
	return holes{"points": words(plural(s.points, "rate", "rates")), "outside": count(s.outside), "part": shareOf(s.outside, s.points), "chance": count(int(math.Round(s.byChance))), "p": words(pValue(s.p)),
		"exceptions": words(contradict), "margin": words(declaredPercent(measure.Margin)), "within": count(s.within), "beyond": count(s.beyond)}, nil
}

func repeatWords(r *run) (holes, error) {
	s, err := sumAgreements(r)
	if err != nil || s.repeats+s.earlier == 0 {
		return nil, err
	}
	return holes{"repeats": words(plural(s.repeats, "point", "points")), "earlier": words(plural(s.earlier, "checkpoint", "checkpoints"))}, nil
}

func exceptions(r *run) (list []measure.Comparison, err error) {
	all, err := agreements(r)
	for _, a := range all {
		list = append(list, a.Exceptions...)
	}
	return list, err
}

// cause is what the records show to have moved a rate off its formula.
func cause(e measure.Comparison) string {
	switch {
	case e.Overflow > 0 && e.Deletes:
		return fmt.Sprintf("%s saturated; one that is saturated is never counted down", plural(e.Overflow, "counter had", "counters had"))
	case e.Refused > 0:
		return plural(e.Refused, "insert was refused", "inserts were refused")
	case e.Widening() > 2:
		return "seeds scatter " + number(e.Phi).page + " times as much as sampling explains"
	}
	return "the records show none"
}

// ratePoint is a false-positive rate that was measured.
type ratePoint struct {
	analysis.Cell
	measure.FalsePositives
}

func allRates(r *run) (list []ratePoint, err error) {
	for _, name := range r.measured {
		some, err := ratesOf(name)(r)
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	return list, nil
}

func ratesOf(experiment string) func(*run) ([]ratePoint, error) {
	return perCell(record.KindFPR, experiment, "", rateOf)
}

func rateOf(c analysis.Cell) (ratePoint, error) {
	f, err := measure.FPR(c)
	return ratePoint{c, f}, err
}

// quoted is the rate by the formula that is commonly quoted for cuckoo filters.
func (p ratePoint) quoted() float64 {
	s := p.Shape()
	load := measure.CellLoad(p.Cell)
	return 1 - math.Pow(1-math.Exp2(-float64(s.FingerprintBits)), 2*float64(s.BucketSlots)*load)
}

func negatives(r *run) ([]measure.Negatives, error) { return measure.NegativesOf(r.d) }

func negativesWords(r *run) (holes, error) {
	all, err := negatives(r)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	var lookups, denied uint64
	var broken []string
	for _, n := range all {
		lookups, denied = lookups+n.Lookups, denied+n.Missing
		if n.Missing > 0 {
			broken = append(broken, fmt.Sprintf("%s %s (%s)", code(n.Family), asked(n.Kind), count(n.Missing).page))
		}
	}
	return holes{"lookups": words(plural(lookups, "lookup", "lookups")), "denied": words(plural(denied, "was", "were")),
		"broken": words(pick(denied == 0, "", ": by "+list(broken)))}, nil
}

// familyAt is a Bloom filter of about ten bits per key, beside the standard one.
type familyAt struct {
	ratePoint
	low, high string
}

func (p ratePoint) resolution() float64 { return (p.WideHi - p.WideLo) / 2 / p.Theory }

// exampleBits is the best known design point of Bloom filters.
const exampleBits = 10

func familiesAtTen(r *run) (list []familyAt, err error) {
	points, err := perCell(record.KindFPR, "fpr-bloom", "bits", rateOf)(r)
	byFamily := map[string][]ratePoint{}
	var order []string
	for _, p := range points {
		family := familyOf(p.Cell)
		if w := p.Shape().CounterBits; w > 0 {
			family = fmt.Sprintf("%s of %d", family, w)
		}
		if byFamily[family] == nil {
			order = append(order, family)
		}
		byFamily[family] = append(byFamily[family], p)
	}
	bitsOf := func(p ratePoint) float64 { return measure.BitsPerKey(p.Cell) / float64(max(1, p.Shape().CounterBits)) }
	bloom := byFamily["bloom"]
	for _, family := range order {
		points := byFamily[family]
		at := slices.MinFunc(points, func(a, b ratePoint) int {
			return compare(math.Abs(bitsOf(a)-exampleBits), math.Abs(bitsOf(b)-exampleBits))
		})
		row := familyAt{ratePoint: at, low: "-", high: "-"}
		if family != "bloom" && at.Shape().CounterBits == 0 {
			for _, p := range points {
				i := slices.IndexFunc(bloom, func(b ratePoint) bool { return math.Abs(bitsOf(b)-bitsOf(p)) < 0.02*bitsOf(p) })
				if i < 0 || bloom[i].Rate == 0 {
					continue
				}
				row.high = fmt.Sprintf("%s at %s bits", number(p.Rate/bloom[i].Rate).page, number(bitsOf(p)).page)
				if row.low == "-" {
					row.low = row.high
				}
			}
		}
		list = append(list, row)
	}
	return list, err
}

func saturation(r *run) (holes, error) {
	cells, err := r.kind(record.KindFPR, "fpr-bloom", "bits")
	if err != nil {
		return nil, err
	}
	var seen, all uint64
	expected := 0.0
	for _, c := range cells {
		shape := c.Shape()
		for _, rec := range c.Records {
			if shape.CounterBits > 0 {
				seen += rec.FPR().Overflow
				all += shape.Cells
				expected += theory.CounterOverflows(shape.Cells, rec.FPR().Distinct, shape.Probes, shape.CounterBits)
			}
		}
	}
	if all == 0 {
		return nil, nil
	}
	return holes{"all": words(plural(all, "counter", "counters")), "seen": count(seen), "expected": number(expected)}, nil
}

// ratioWords counts at how many points of an experiment theory is inside the interval.
func ratioWords(experiment string) part {
	return say("Theory lies inside the interval of {inside} of {points} (resolution {half} at half of them, {all} at all). Furthest from it is {name}: {furthest} of theory.", func(r *run) (holes, error) {
		a, err := measure.Agree(r.d, experiment)
		if err != nil || len(a.Points) == 0 {
			return nil, err
		}
		off := func(p measure.Comparison) float64 { return math.Abs(p.Rate/p.Theory - 1) }
		far := slices.MaxFunc(a.Points, func(x, y measure.Comparison) int { return compare(off(x), off(y)) })
		return holes{"inside": count(len(a.Points) - a.Outside), "points": words(plural(len(a.Points), "point", "points")), "half": share(a.Resolution), "all": share(a.Bluntest),
			"name": name(far.Variant), "furthest": shareRange(far.Rate/far.Theory, far.WideLo/far.Theory, far.WideHi/far.Theory)}, nil
	})
}

// bestProbes is the best number of probes of one curve.
type bestProbes struct {
	family, bits string
	points       []chartPoint
	best         chartPoint
	predicted    float64
	agrees       bool // the interval at theory's number meets that of the lowest rate
}

func probes(r *run) (rows []bestProbes, err error) {
	groups, err := curves{experiment: "fpr-bloom", parts: []string{"probes"}, kind: record.KindFPR, series: familyOf, of: measure.RatePoint,
		facet: func(c analysis.Cell) string { return plain(analysis.Param(c.Variant, "bpk")) },
		x:     func(c analysis.Cell) float64 { return float64(c.Shape().Probes) }}.grouped(r)
	for _, g := range groups {
		b := bestProbes{family: g[0].name, bits: g[0].panel, points: g}
		b.best = slices.MinFunc(g, func(x, y chartPoint) int { return compare(x.Y, y.Y) })
		theirs := slices.MinFunc(g, func(x, y chartPoint) int { return compare(x.Theory, y.Theory) })
		b.predicted, b.agrees = theirs.X, theirs.Lo <= b.best.Hi
		rows = append(rows, b)
	}
	return rows, err
}

// relative is the rate a probe away from the best one, less it, as a share of it.
func (b bestProbes) relative(step float64) value {
	i := slices.IndexFunc(b.points, func(p chartPoint) bool { return p.X == b.best.X+step })
	if i < 0 || b.best.Y == 0 {
		return nothing
	}
	change := b.points[i].Y/b.best.Y - 1
	return written(change, fmt.Sprintf("%+.0f %%", 100*change))
}

// overloaded is a filter filled past its design.
type overloaded struct {
	variant string
	rates   map[float64]measure.FalsePositives
	most    float64
	refused value
}

func overload(r *run) (rows []overloaded, err error) {
	points, err := ratesOf("overload")(r)
	if err != nil {
		return nil, err
	}
	for _, p := range points {
		row := analysis.Among(&rows, func(o overloaded) bool { return o.variant == p.Variant }, overloaded{variant: p.Variant, rates: map[float64]measure.FalsePositives{}})
		row.rates[p.Fill] = p.FalsePositives
		if p.Fill >= row.most {
			var inserted uint64
			for _, rec := range p.Records {
				inserted += rec.FPR().Inserted
			}
			row.most, row.refused = p.Fill, shareOf(p.Refused, inserted)
		}
	}
	return rows, nil
}

func (o overloaded) at(fill float64) value {
	f, ok := o.rates[fill]
	if !ok {
		return nothing
	}
	return share(f.Rate)
}

func (o overloaded) theory(fill float64) value {
	f, ok := o.rates[fill]
	if !ok {
		return nothing
	}
	return share(f.Theory)
}

// keysLoad compares loads of each kind of key with those of uniform ones.
func keysLoad(r *run) (holes, error) {
	groups, err := curves{experiment: "real-keys", kind: record.KindLoad, series: variantOf, facet: func(c analysis.Cell) string { return c.Workload },
		x: slotsOf, of: measure.LoadPoint}.points(r)
	furthest, what, apart, pairs := 0.0, "", 0, 0
	for _, p := range groups {
		i := slices.IndexFunc(groups, func(q chartPoint) bool { return q.panel == "uniform" && q.name == p.name && q.X == p.X })
		if i < 0 || p.panel == "uniform" {
			continue
		}
		q := groups[i]
		pairs++
		if p.Lo > q.Hi || p.Hi < q.Lo {
			apart++
		}
		if d := math.Abs(p.Y - q.Y); what == "" || d > furthest {
			furthest, what = d, p.panel+" in "+code(p.name)
		}
	}
	if err != nil || pairs == 0 {
		return nil, err
	}
	return holes{"pairs": words(plural(pairs, "comparison", "comparisons")), "apart": count(apart), "points": words(digits.Significant(100*furthest, 2)), "what": words(what)}, nil
}

// hashed is a hash function on one kind of key: the rate over its formula, or the load at
// the first refusal over the threshold.
type hashed struct {
	chartPoint
	hash, keys string
}

// hashFactor is the factor beyond which a hash function is said to fail a kind of key:
// far more than chance or a bounded search explain.
const hashFactor = 1.25

func hashRatios(r *run) (rows []hashed, err error) {
	for _, part := range []struct {
		name, kind, what string
		of               analysis.Measure
	}{{"rate", record.KindFPR, "rate", overTheory}, {"load", record.KindLoad, "load", over(measure.LoadPoint, func(p analysis.Point) float64 { return p.Theory })}} {
		cells, err := r.kind(part.kind, "hashes", part.name)
		if err != nil {
			return nil, err
		}
		for _, c := range cells {
			points, err := part.of(c)
			if err != nil {
				return nil, err
			}
			rows = append(rows, hashed{chartPoint{part.what, c.Variant, points[0]}, c.Hash, c.Workload})
		}
	}
	return rows, nil
}

func hashTrouble(r *run) (lines []holes, err error) {
	rows, err := hashRatios(r)
	for _, what := range []string{"rate", "load"} {
		var functions []string
		keys := map[string][]string{}
		for _, h := range rows {
			if h.panel != what || h.Y <= hashFactor && h.Y >= 1/hashFactor {
				continue
			}
			if !slices.Contains(functions, h.hash) {
				functions = append(functions, h.hash)
			}
			if !slices.Contains(keys[h.hash], h.keys) {
				keys[h.hash] = append(keys[h.hash], h.keys)
			}
		}
		for _, f := range functions {
			lines = append(lines, holes{"what": words(what), "factor": number(hashFactor), "who": words(code(f) + " on " + list(keys[f]))})
		}
	}
	return lines, err
}

// schemed is a way of deriving probes in one filter: its rate over that of independent
// probes.
type schemed struct {
	chartPoint
	at string
}

func schemePoints(r *run) (rows []schemed, err error) {
	for _, part := range []string{"large", "block", "keys"} {
		cells, err := r.kind(record.KindFPR, "schemes", part)
		if err != nil {
			return nil, err
		}
		for _, c := range cells {
			points, err := overTheory(c)
			if err != nil {
				return nil, err
			}
			at := fmt.Sprintf("%s bits", plain(analysis.Param(c.Variant, "bpk")))
			if c.Workload != "uniform" {
				at += ", " + analysis.FamilyOf(c.Workload)
			}
			rows = append(rows, schemed{chartPoint{blockOf(c), probingOf(c), points[0]}, at})
		}
	}
	return rows, nil
}

// probingOf is how a filter derives its probes.
func probingOf(c analysis.Cell) string {
	switch way := c.Shape().Probing; {
	case way != "":
		return way
	case familyOf(c) == "bloom":
		return "cubic (the family's own)"
	}
	return "independent"
}

func blockOf(c analysis.Cell) string {
	if bits := c.Shape().BlockBits; bits > 0 {
		return fmt.Sprintf("%s, blocks of %d bits", familyOf(c), bits)
	}
	return familyOf(c) + ", one table"
}

// scheme is a way of deriving probes in one kind of filter, over all its cells.
type scheme struct {
	panel, way, at string
	above, cells   int
	worst          analysis.Point
	bluntest       float64
}

func schemes(r *run) (rows []scheme, err error) {
	points, err := schemePoints(r)
	for _, p := range points {
		s := analysis.Among(&rows, func(s scheme) bool { return s.panel == p.panel && s.way == p.name }, scheme{panel: p.panel, way: p.name})
		s.cells++
		if p.Y > s.worst.Y {
			s.worst, s.at = p.Point, p.at
		}
		if p.Lo > 1+measure.Margin {
			s.above++
		}
		s.bluntest = max(s.bluntest, (p.Hi-p.Lo)/2)
	}
	return rows, err
}

func schemeSize(r *run) (holes, error) {
	rows, err := curves{experiment: "schemes", parts: []string{"size"}, kind: record.KindFPR, series: probingOf, x: slotsOf, of: overTheory,
		keep: func(c analysis.Cell) bool { return probingOf(c) == "double" }}.ends(r)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	cells, err := r.kind(record.KindFPR, "schemes", "size")
	if err != nil {
		return nil, err
	}
	exact := nothing
	for _, c := range cells {
		s, keys := c.Shape(), c.Records[0].FPR().Distinct
		if slotsOf(c) == rows[0].low.X && probingOf(c) == "double" && theory.DoubleHashingKnown(s.Cells, s.Probes) {
			exact = number(theory.DoubleHashingFPR(s.Cells, keys, s.Probes, theory.AnyStep) / theory.BloomExactFPR(s.Cells, keys, s.Probes))
		}
	}
	blocks := func(bits float64) value {
		k := theory.BlockedOptimalProbes(bits, 512)
		return number(theory.BlockedDoubleFPR(bits, k, 512, theory.AnyStep) / theory.BlockedLimitFPR(bits, k, 512))
	}
	small, large := rows[0].low, rows[0].high
	return holes{"small": ranged(small.Y, small.Lo, small.Hi), "smallbits": count(uint64(small.X)), "exact": exact,
		"large": ranged(large.Y, large.Lo, large.Hi), "largebits": count(uint64(large.X)), "ten": blocks(exampleBits), "twenty": blocks(20)}, nil
}

func guavaWidths(r *run) (lines []holes, err error) {
	rows, err := curves{experiment: "guava", parts: []string{"width"}, kind: record.KindFPR, x: slotsOf,
		series: func(c analysis.Cell) string {
			return pick(c.Shape().Positions > 0, "strategy of 32 bits", "strategy of 64 bits")
		},
		of: func(c analysis.Cell) ([]analysis.Point, error) {
			classic := theory.BloomFPR(c.Shape().Cells, c.Records[0].FPR().Distinct, c.Shape().Probes)
			return over(measure.RatePoint, func(analysis.Point) float64 { return classic })(c)
		}}.ends(r)
	for _, e := range rows {
		lines = append(lines, holes{"bits": count(uint64(e.high.X)), "strategy": words(e.name), "ratio": ranged(e.high.Y, e.high.Lo, e.high.Hi),
			"theory": number(e.high.Theory), "resolution": share((e.high.Hi - e.high.Lo) / 2 / e.high.Theory)})
	}
	return lines, err
}

// quantile is a value of which a share of all draws is no higher, with its interval.
func quantile(q stat.Quantile) value {
	if math.IsInf(q.Lo, 0) || math.IsInf(q.Hi, 0) {
		return written(q.Value, percent(q.Value))
	}
	return shareRange(q.Value, q.Lo, q.Hi)
}
