package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// timeOf is the net time of an operation, gross where null was not timed.
func timeOf(c analysis.Cell, op string) value {
	switch t, ok := measure.Time(c, op); {
	case !ok:
		return nothing
	case t.HasNet():
		return netShort(t.Net)
	default:
		return written(t.Gross.Value, nanoseconds(t.Gross.Value)+" gross")
	}
}

// netPoint is the net time of a point.
func netPoint(p analysis.Point) value {
	return netShort(stat.Median{Value: p.Y, Lo: p.Lo, Hi: p.Hi, N: 1})
}

// filterCard is one configuration of each kind at the same number of keys.
type filterCard struct {
	analysis.Cell
	rate    value
	copies  string
	refusal value
}

// filterCards are the filters of experiment throughput, part size, at the size nearest to
// a million keys.
func filterCards(r *run) (rows []filterCard, err error) {
	cells, err := r.cells("throughput", "size")
	if err != nil || len(cells) == 0 {
		return nil, err
	}
	size := slices.MinFunc(cells, func(a, b analysis.Cell) int { return cmp.Compare(distance(a), distance(b)) }).Size()
	for _, c := range cells {
		if c.Size() != size || analysis.FamilyOf(c.Variant) == "null" {
			continue
		}
		card := filterCard{Cell: c, rate: nothing, copies: "no limit", refusal: words("never refuses")}
		for _, e := range r.choice.Timed {
			if e.Variant == c.Variant && e.Part == "size" && e.Rate > 0 {
				card.rate = share(e.Rate)
			}
		}
		if w := c.Shape().CounterBits; w > 0 {
			card.copies = fmt.Sprintf("counts to %d", 1<<w-1)
		}
		if c.Shape().BucketSlots > 0 {
			if err := card.slots(r); err != nil {
				return nil, err
			}
		}
		rows = append(rows, card)
	}
	return rows, nil
}

// slots fills in what filters with slots do: the median load at the first refusal in the
// largest table that was tried, and the most copies of one key that were taken.
func (f *filterCard) slots(r *run) error {
	f.refusal, f.copies = nothing, "-"
	all, err := allLoads(r)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(l loads) bool { return l.Variant != f.Variant })
	if len(all) > 0 {
		f.refusal = share(slices.MaxFunc(all, func(a, b loads) int { return cmp.Compare(a.Size(), b.Size()) }).Quantile(0.5).Value)
	}
	hot, err := hotKeys(r)
	most := 0.0
	for _, h := range hot {
		if h.Variant == f.Variant {
			most = max(most, measure.Largest(h.Accepted))
		}
	}
	if most > 0 {
		f.copies = "at most " + plain(most)
	}
	return err
}

func distance(c analysis.Cell) float64 { return math.Abs(math.Log(float64(c.Size()) / 1e6)) }

// champions names the fastest filter for each operation, and those that are not told
// apart from it.
func champions(r *run) (lines []holes, err error) {
	cards, err := filterCards(r)
	var cells []analysis.Cell
	for _, f := range cards {
		if analysis.FamilyOf(f.Variant) != "exact" {
			cells = append(cells, f.Cell)
		}
	}
	for _, op := range []string{"insert", "hit", "miss", "delete"} {
		if best, ok := measure.FastestOf(cells, op, r.noise); ok {
			lines = append(lines, holes{"op": words(op), "filter": name(best.Variant), "time": net(best.Time.Net), "ties": words(list(codes(best.Ties)))})
		}
	}
	return lines, err
}

// timed is an operation that was timed in a cell.
type timed struct {
	analysis.Cell
	op string
	measure.Timing
}

func times(experiment string, parts ...string) func(*run) ([]timed, error) {
	return func(r *run) (rows []timed, err error) {
		for _, part := range parts {
			cells, err := r.kind(record.KindTime, experiment, part)
			if err != nil {
				return nil, err
			}
			for _, c := range cells {
				for _, op := range c.Ops {
					if t, ok := measure.Time(c, op); ok && familyOf(c) != "null" {
						rows = append(rows, timed{c, op, t})
					}
				}
			}
		}
		return rows, nil
	}
}

var timeColumns = []column[timed]{
	{"Part", func(t timed) value { return words(t.Part) }},
	{"Filter", func(t timed) value { return name(t.Variant) }},
	{"Keys", func(t timed) value { return count(t.Size()) }},
	{"Fill", func(t timed) value { return declared(t.Fill) }},
	{"Calls", func(t timed) value { return words(wayOf(t.Cell)) }},
	{"Operation", func(t timed) value { return words(t.op) }},
	{"Gross ns", func(t timed) value { return median(t.Gross) }},
	{"Null ns", func(t timed) value { return pick(t.HasNet(), median(t.Null), nothing) }},
	{"Net ns", func(t timed) value { return pick(t.HasNet(), net(t.Net), nothing) }},
	{"Samples", func(t timed) value { return count(t.Gross.N) }},
}

// wayOf names the way in which a cell calls.
func wayOf(c analysis.Cell) string {
	switch {
	case c.Call != "batch":
		return c.Call
	case c.Depth == 0:
		return "batch 512"
	}
	return fmt.Sprintf("batch %d", c.Depth)
}

func growthWords(r *run) (holes, error) {
	g := measure.GrowthOf(r.d)
	if g.Series == 0 {
		return nil, nil
	}
	text := fmt.Sprintf("In %s of %s of times over several sizes did a larger table take less time than a smaller one, beyond noise: intervals of medians that do not meet, and %s ns between the medians. Chance alone is expected to give %s.",
		pick(g.Broken == 0, "none", count(g.Broken).page), plural(g.Series, "series", "series"), plain(measure.FinestFall), number(g.Alarms).page)
	if g.Broken > 0 {
		text += fmt.Sprintf(" Both sizes were measured again in %s of them; %s when all repetitions are taken together.", count(g.Repeated).page, plural(g.Settled, "grows", "grow"))
	}
	return holes{"words": words(text)}, nil
}

func falls(r *run) ([]measure.Fall, error) { return measure.GrowthOf(r.d).Falls, nil }

// circumstances says how the trials of a series called, and what else tells them from
// others of their part.
func circumstances(f measure.Fall) string {
	parts := []string{wayOf(analysis.Cell{Trial: f.Trial})}
	if f.Trial.Pages != "" {
		parts = append(parts, f.Trial.Pages+" pages")
	}
	if f.Trial.SIMD != "" {
		parts = append(parts, "kernels of "+f.Trial.SIMD)
	}
	if f.Trial.Fill != 1 {
		parts = append(parts, "fill "+plain(f.Trial.Fill))
	}
	if f.Trial.Twin > 0 {
		parts = append(parts, fmt.Sprintf("twin %d", f.Trial.Twin))
	}
	if !f.Net {
		parts = append(parts, "gross")
	}
	return strings.Join(parts, ", ")
}

// mixture is the time of a lookup by the share that hits.
type mixture struct {
	panel, name        string
	miss, hit, slowest analysis.Point
	differ, slower     bool
}

func mixtures(r *run) (rows []mixture, err error) {
	cells, err := r.kind(record.KindTime, "throughput", "size")
	for _, c := range cells {
		m := mixture{panel: count(c.Size()).page, name: c.Variant}
		for _, op := range c.Ops {
			hits, lookup := record.HitShare(op)
			t, ok := measure.Time(c, op)
			if !lookup || !ok || !t.HasNet() {
				continue
			}
			at := analysis.At(hits)
			at.Y, at.Lo, at.Hi = t.Net.Value, t.Net.Lo, t.Net.Hi
			switch hits {
			case 0:
				m.miss = at
			case 1:
				m.hit = at
			}
			if at.Y > m.slowest.Y {
				m.slowest = at
			}
		}
		if m.miss.Y != 0 && m.hit.Y != 0 {
			m.differ = r.told(m.miss, m.hit)
			m.slower = r.told(m.miss, m.slowest) || r.told(m.hit, m.slowest)
			rows = append(rows, m)
		}
	}
	return rows, err
}

// told reports whether two points are different times.
func (r *run) told(a, b analysis.Point) bool {
	return measure.Told(stat.Median{Value: a.Y, Lo: a.Lo, Hi: a.Hi}, stat.Median{Value: b.Y, Lo: b.Lo, Hi: b.Hi}, r.noise)
}

// loaded is the time of an operation at the lowest and at the highest fill.
type loaded struct {
	curveEnds
	differ bool
}

func byLoad(r *run) (rows []loaded, err error) {
	for _, op := range []string{"insert", "hit", "miss", "mix50", "delete"} {
		ends, err := curves{experiment: "throughput", parts: []string{"load"}, kind: record.KindTime, series: variantOf, facet: func(analysis.Cell) string { return op },
			x: func(c analysis.Cell) float64 { return c.Fill }, of: measure.NetPoint(op), keep: func(c analysis.Cell) bool { return familyOf(c) != "null" }}.ends(r)
		if err != nil {
			return nil, err
		}
		for _, e := range ends {
			rows = append(rows, loaded{e, r.told(e.low, e.high)})
		}
	}
	return rows, nil
}

// payRow says from which work on a filter pays.
type payRow struct{ measure.CostSize }

func (p payRow) predicted() (names []string) {
	for _, x := range p.Contenders {
		if !x.Measured && !slices.Contains(names, code(x.Variant)) {
			names = append(names, code(x.Variant))
		}
	}
	return names
}

func pays(r *run) (rows []payRow, err error) {
	for _, budget := range append([]float64{0}, measure.CostBudgets...) {
		sizes, err := r.costMap(budget)
		if err != nil {
			return nil, err
		}
		for _, s := range sizes {
			s.Budget = budget
			rows = append(rows, payRow{s})
		}
	}
	return rows, nil
}

func (r *run) costMap(budget float64) ([]measure.CostSize, error) {
	if budget == 0 {
		return measure.CostMap(r.d)
	}
	return measure.CostMapWithin(r.d, budget)
}

// bestRow is the best configuration for one amount of work.
type bestRow struct {
	keys   uint64
	budget float64
	measure.Best
}

func bests(r *run) (rows []bestRow, err error) {
	all, err := pays(r)
	for _, p := range all {
		for _, b := range p.Grid {
			rows = append(rows, bestRow{p.Keys, p.Budget, b})
		}
	}
	return rows, err
}

// configured writes the name of a contender.
func configured(variant string) string {
	if variant == measure.NoFilter {
		return variant
	}
	return code(variant)
}

func kernelWords(r *run) (lines []holes, err error) {
	all, err := measure.KernelVerdicts(r.d)
	for _, v := range all {
		wins, loses := 0, []string{}
		for _, k := range v.Cases {
			if k.Wins() {
				wins++
			}
			if k.Loses() {
				loses = append(loses, fmt.Sprintf("%s with %s keys", k.Op, count(k.Keys).page))
			}
		}
		by := func(a, b measure.KernelCase) int { return compare(a.Gain.Value, b.Gain.Value) }
		lines = append(lines, holes{"kernel": name(v.Kernel), "filter": name(v.Filter), "keep": words(string(v.Keep)), "wins": count(wins), "cases": words(plural(len(v.Cases), "case", "cases")),
			"least": decimals(slices.MinFunc(v.Cases, by).Gain.Value, 2), "most": decimals(slices.MaxFunc(v.Cases, by).Gain.Value, 2), "loses": words(list(loses))})
	}
	return lines, err
}

// kernelCase is one kernel beside the best of the simpler ones.
type kernelCase struct {
	filter, kernel string
	measure.KernelCase
}

func kernelCases(r *run) (rows []kernelCase, err error) {
	all, err := measure.KernelVerdicts(r.d)
	for _, v := range all {
		for _, k := range v.Cases {
			rows = append(rows, kernelCase{v.Filter, v.Kernel, k})
		}
	}
	return rows, err
}

// wayRow is the time of a lookup by the way in which it is called.
type wayRow struct {
	variant, op string
	keys        uint64
	times       map[string]stat.Median
}

var calls = []string{"chain", "single", "batch 1", "batch 8", "batch 64", "batch 512"}

func ways(r *run) (rows []wayRow, err error) {
	cells, err := r.kind(record.KindTime, "speed-bars", "speeds")
	for _, c := range cells {
		for _, op := range c.Ops {
			t, ok := measure.Time(c, op)
			null := analysis.FamilyOf(c.Variant) == "null"
			if !ok || !null && !t.HasNet() {
				continue
			}
			row := analysis.Among(&rows, func(w wayRow) bool { return w.variant == c.Variant && w.op == op && w.keys == c.Size() },
				wayRow{c.Variant, op, c.Size(), map[string]stat.Median{}})
			row.times[wayOf(c)] = pick(null, t.Gross, t.Net)
		}
	}
	return rows, err
}

func wayColumns() []column[wayRow] {
	columns := []column[wayRow]{
		{"Filter", func(w wayRow) value { return name(w.variant) }},
		{"Keys", func(w wayRow) value { return count(w.keys) }},
		{"Operation", func(w wayRow) value { return words(w.op) }},
	}
	for _, way := range calls {
		columns = append(columns, column[wayRow]{strings.ToUpper(way[:1]) + way[1:], func(w wayRow) value { return netShort(w.times[way]) }})
	}
	return columns
}

// pageRow sets huge pages against small ones.
type pageRow struct {
	small, huge analysis.Cell
	op          string
	ratio       stat.Median
	alike       bool
}

func pageSizes(r *run) (rows []pageRow, err error) {
	cells, err := r.kind(record.KindTime, "speed-bars", "pages")
	for _, small := range cells {
		i := slices.IndexFunc(cells, func(o analysis.Cell) bool {
			return o.Pages == "huge" && o.Variant == small.Variant && o.Capacity == small.Capacity
		})
		if small.Pages != "small" || i < 0 || analysis.FamilyOf(small.Variant) == "null" {
			continue
		}
		for _, op := range small.Ops {
			if m, ok := measure.TimesAs(small, cells[i], op); ok {
				rows = append(rows, pageRow{small, cells[i], op, m, m.Lo <= 1 && 1 <= m.Hi || math.Abs(m.Value-1) <= r.noise})
			}
		}
	}
	return rows, err
}

// hugeShare is how much of its tables a cell had on huge pages, all repetitions together.
func hugeShare(c analysis.Cell) float64 {
	var huge, all uint64
	for _, r := range c.Records {
		huge, all = huge+r.Time().HugeBytes, all+r.Time().TableBytes
	}
	return portion(huge, all)
}
