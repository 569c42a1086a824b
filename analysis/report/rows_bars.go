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

// barNames are the names of bars in report order, by their ids.
var barNames = func() (names []barName) {
	for _, w := range measure.Demands {
		if w.Name != "" {
			names = append(names, barName{w.ID, w.Name, w.Front})
		}
	}
	return append(names, barName{"own", "the harness itself below 1 ns, known to 0.1", false}, barName{"null", "the loop and its hash below 1 ns, known to 0.1", false})
}()

type barName struct {
	id, name string
	front    bool
}

func barNamed(id string) string {
	return barNames[slices.IndexFunc(barNames, func(n barName) bool { return n.id == id })].name
}

// barSum counts the standings of one kind of bar.
type barSum struct {
	kind, furthest         string
	cells, met, not, undec int
	front                  bool
}

var barSumColumns = []column[barSum]{
	{"Bar", func(b barSum) value { return words(b.kind) }},
	{"Cells", func(b barSum) value { return count(b.cells) }},
	{"Met", func(b barSum) value { return count(b.met) }},
	{"Not met", func(b barSum) value { return count(b.not) }},
	{"Not decided", func(b barSum) value { return count(b.undec) }},
	{"Least favourable", func(b barSum) value { return words(b.furthest) }},
}

func bars(r *run) ([]measure.Bar, error) {
	all, _, err := measure.Bars(r.d)
	return all, err
}

func barSums(r *run) (rows []barSum, err error) {
	all, err := bars(r)
	for _, kind := range barNames {
		sum, worst := barSum{kind: kind.name, furthest: "-", front: kind.front}, math.Inf(-1)
		for _, b := range all {
			if b.Kind != kind.id {
				continue
			}
			sum.cells++
			switch b.Standing {
			case measure.Met, measure.Prize:
				sum.met++
			case measure.NotMet:
				sum.not++
			default:
				sum.undec++
			}
			if far := b.Shortfall(); far > worst {
				worst, sum.furthest = far, fmt.Sprintf("%s: %s%s, %s keys%s%s, %s", ratio(b.Value, false).page, code(b.Filter),
					pick(b.Against == "", "", pick(strings.Contains(b.Against, " "), " ", " against ")+against(b).page), count(b.Keys).page, pick(b.Pages == "", "", ", "+b.Pages+" pages"), pick(b.Call == "batch" || b.Call == "", "", ", "+b.Call), b.Op)
			}
		}
		if sum.cells > 0 {
			rows = append(rows, sum)
		}
	}
	return rows, err
}

// frontBars are those of the first page.
func frontBars(r *run) ([]barSum, error) {
	all, err := barSums(r)
	return slices.DeleteFunc(all, func(b barSum) bool { return !b.front }), err
}

// against is what a bar is compared with: a filter, or another way to call the same one.
func against(b measure.Bar) value {
	switch {
	case b.Against == "":
		return nothing
	case strings.Contains(b.Against, " "):
		return words(b.Against)
	}
	return name(b.Against)
}

// standing is what a measurement says of a bar, in plain words.
func standing(s measure.Standing) string {
	if s == measure.Prize {
		return "met, within 1.3"
	}
	return string(s)
}

func twinWords(r *run) (holes, error) {
	_, twins, err := measure.Bars(r.d)
	if err != nil || twins.Pairs == 0 {
		return nil, err
	}
	return holes{"pairs": words(plural(twins.Pairs, "pair", "pairs")), "apart": words(plural(twins.Apart, "is", "are")), "spread": share(twins.Spread)}, nil
}

// floorRow is what a random line costs in a table of one size.
type floorRow struct {
	analysis.Cell
	lines float64
}

func floors(r *run) (rows []floorRow, err error) {
	cells, err := r.kind(record.KindTime, "speed-bars", "")
	for _, c := range cells {
		if analysis.FamilyOf(c.Variant) == "floor" && (c.Part == "bars" || c.Part == "pages") {
			rows = append(rows, floorRow{c, analysis.Param(c.Variant, "lines")})
		}
	}
	slices.SortStableFunc(rows, func(a, b floorRow) int { return cmp.Compare(a.Shape().Bits, b.Shape().Bits) })
	return rows, err
}

func (f floorRow) line(op string) value {
	t, ok := measure.Time(f.Cell, op)
	if !ok || !t.HasNet() {
		return nothing
	}
	return ranged(t.Net.Value/f.lines, t.Net.Lo/f.lines, t.Net.Hi/f.lines)
}

func profiles(r *run) ([]measure.Profile, error) { return measure.Profiles(r.d) }

// counted is what the processor counted in a cell, for one operation.
type counted struct {
	analysis.Cell
	op     string
	events map[string]stat.Median
}

// countedEvents are the columns of the table of counters.
var countedEvents = []struct{ id, title string }{
	{"cycles", "Cycles"}, {"instructions", "Instructions"}, {"cache_misses", "Lines from memory"}, {"dtlb_misses", "Pages looked up"}, {"branch_misses", "Branches guessed wrong"},
}

func counters(r *run) (rows []counted, err error) {
	cells, err := r.kind(record.KindTime, "speed-bars", "")
	for _, c := range cells {
		if c.Part != "bars" && c.Part != "pages" {
			continue
		}
		for _, op := range c.Ops {
			if _, lookup := record.HitShare(op); !lookup {
				continue
			}
			row := counted{c, op, map[string]stat.Median{}}
			for _, e := range countedEvents {
				if m, ok := measure.CountPerOp(c, op, e.id); ok {
					row.events[e.id] = m
				}
			}
			if len(row.events) > 0 {
				rows = append(rows, row)
			}
		}
	}
	return rows, err
}

func counterColumns() []column[counted] {
	columns := []column[counted]{
		{"Filter", func(c counted) value { return name(c.Variant) }},
		{"Keys", func(c counted) value { return count(c.Size()) }},
		{"Pages", func(c counted) value { return words(pick(c.Pages == "", "-", c.Pages)) }},
		{"Operation", func(c counted) value { return words(c.op) }},
	}
	for _, e := range countedEvents {
		columns = append(columns, column[counted]{e.title, func(c counted) value { return median(c.events[e.id]) }})
	}
	return columns
}
