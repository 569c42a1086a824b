package report

import (
	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// doublingExperiment fills filters far beyond what they were made for.
const doublingExperiment = "doubling"

// grown is a filter that was made for too few keys, all repetitions together.
type grown struct {
	analysis.Cell
	times             float64 // keys over those it was made for
	rate              stat.Proportion
	inserted, refused uint64
	bits              float64 // for each key that it holds
}

func doublings(r *run) (rows []grown, err error) {
	cells, err := r.kind(record.KindDoubling, doublingExperiment, "")
	for _, c := range cells {
		if analysis.FamilyOf(c.Variant) == "exact" { // a map of the language, whose shape does not tell how it grows
			continue
		}
		for step := range c.Records[0].Doubling().Steps {
			g := grown{Cell: c}
			var hits, asked []uint64
			var bits, held uint64
			for _, rec := range c.Records {
				s := rec.Doubling().Steps[step]
				hits, asked = append(hits, s.Positives), append(asked, s.Queries)
				g.inserted, g.refused = g.inserted+s.Inserted, g.refused+s.Refused
				bits, held = bits+s.Bits, held+s.Accepted()
			}
			g.times = float64(g.inserted) / float64(c.Capacity*uint64(len(c.Records)))
			g.rate, g.bits = stat.NewProportion(hits, asked), float64(bits)/float64(held)
			rows = append(rows, g)
		}
	}
	return rows, err
}

var doublingSection = section{title: "Made for too few keys", experiment: doublingExperiment, parts: []part{
	prose("Each filter was made for a thousand keys and gets more, looked at whenever they have doubled. Some take every key and say yes ever more often, some refuse what does not fit, and some grow."),
	table[grown]{id: "rates-doubling", title: "Filters made for too few keys", by: "Rate", rows: doublings, columns: []column[grown]{
		{"Filter", func(g grown) value { return name(g.Variant) }},
		{"Keys over those it is made for", func(g grown) value { return number(g.times) }},
		{"Rate", func(g grown) value { return rate(g.rate) }},
		{"Bits for each key held", func(g grown) value { return number(g.bits) }},
		{"Keys refused", func(g grown) value { return shareOf(g.refused, g.inserted) }},
	}},
	prose("A guess may be wrong on either side. Here each filter is made for 20,000 keys and gets a fourth of them up to eight times as many."),
	misjudgedTable,
	prose("Layers must all be asked, and there are more of them the wronger the guess was. A table that doubles stays one table."),
	slowedTable,
}}

// misjudged is a filter that got other numbers of keys than it was made for.
type misjudged struct {
	variant string
	cells   map[float64]analysis.Cell // by the keys over those it was made for
}

func misjudgements(r *run) ([]misjudged, error) { return misjudgedIn(r, doublingExperiment, "wrong") }

func misjudgedIn(r *run, experiment, part string) (rows []misjudged, err error) {
	cells, err := r.kind(record.KindFPR, experiment, part)
	for _, c := range cells {
		fresh := misjudged{c.Variant, map[float64]analysis.Cell{}}
		analysis.Among(&rows, func(m misjudged) bool { return m.variant == c.Variant }, fresh).cells[c.Fill] = c
	}
	return rows, err
}

// rate is that of a filter which got so many times the keys.
func (m misjudged) rate(times float64) value {
	c, ok := m.cells[times]
	if !ok {
		return nothing
	}
	f, err := measure.FPR(c)
	return pick(err == nil, share(f.Rate), nothing)
}

// sum adds up what the records of a cell count.
func (m misjudged) sum(times float64, count func(*record.Record) uint64) (n uint64) {
	for _, r := range m.cells[times].Records {
		n += count(r)
	}
	return n
}

func accepted(r *record.Record) uint64 { return r.FPR().Accepted }

func (m misjudged) refused(times float64) value {
	tried := m.sum(times, func(r *record.Record) uint64 { return r.FPR().Inserted })
	return shareOf(tried-m.sum(times, accepted), tried)
}

func (m misjudged) bits(times float64) value {
	held := m.sum(times, accepted)
	return pick(held > 0, number(float64(m.sum(times, func(r *record.Record) uint64 { return r.Shape.Bits }))/float64(held)), nothing)
}

var misjudgedTable = table[misjudged]{id: "rates-wrong", title: "Filters made for another number of keys", rows: misjudgements, columns: []column[misjudged]{
	{"Filter", func(m misjudged) value { return name(m.variant) }},
	{"Rate with 1/4 of the keys", func(m misjudged) value { return m.rate(0.25) }},
	{"1/2", func(m misjudged) value { return m.rate(0.5) }},
	{"All", func(m misjudged) value { return m.rate(1) }},
	{"2 times", func(m misjudged) value { return m.rate(2) }},
	{"4 times", func(m misjudged) value { return m.rate(4) }},
	{"8 times", func(m misjudged) value { return m.rate(8) }},
	{"Keys refused of 8 times", func(m misjudged) value { return m.refused(8) }},
	{"Bits for each key held with 1/4", func(m misjudged) value { return m.bits(0.25) }},
	{"With all", func(m misjudged) value { return m.bits(1) }},
	{"With 8 times", func(m misjudged) value { return m.bits(8) }},
}}

// slowed is an operation of a filter that has more keys than it was made for.
type slowed struct {
	misjudged
	op string
}

func slowdowns(r *run) (rows []slowed, err error) {
	cells, err := r.kind(record.KindTime, doublingExperiment, "time")
	for _, c := range cells {
		for _, op := range c.Ops {
			if t, ok := measure.Time(c, op); !ok || !t.HasNet() || analysis.FamilyOf(c.Variant) == "null" {
				continue
			}
			fresh := slowed{misjudged{c.Variant, map[float64]analysis.Cell{}}, op}
			analysis.Among(&rows, func(s slowed) bool { return s.variant == c.Variant && s.op == op }, fresh).cells[c.Fill] = c
		}
	}
	return rows, err
}

func (s slowed) time(times float64) value {
	t, ok := measure.Time(s.cells[times], s.op)
	if !ok {
		return nothing
	}
	return net(t.Net)
}

var slowedTable = table[slowed]{id: "rates-slowed", title: "Times of filters made for too few keys", rows: slowdowns, columns: []column[slowed]{
	{"Filter", func(s slowed) value { return name(s.variant) }},
	{"Operation", func(s slowed) value { return words(s.op) }},
	{"ns with the keys it was made for", func(s slowed) value { return s.time(1) }},
	{"With 16 times as many", func(s slowed) value { return s.time(16) }},
	{"With 64 times as many", func(s slowed) value { return s.time(64) }},
}}
