package report

import (
	"filterbench/analysis"
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
}}
