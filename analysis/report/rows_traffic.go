package report

import (
	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// adaptiveExperiment asks for some absent keys far more often than for others.
const adaptiveExperiment = "adaptive"

type trafficked struct {
	analysis.Cell
	measure.TrafficSeen
}

func trafficOf(c analysis.Cell) (trafficked, error) {
	t, err := measure.Traffic(c)
	return trafficked{c, t}, err
}

var trafficSection = section{title: "False positives that are repaired", experiment: adaptiveExperiment, parts: []part{
	prose(`The rate of a filter is that of keys which are asked for once. Here absent keys are asked for by Zipf's law: a hot one that happens to be
a false positive is one each time. An adaptive filter is told of every false positive and changes the fingerprint that caused it. In the end
every key that was a false positive is asked for ten times more, as an attacker who collects them would.`),
	table[trafficked]{id: "rates-traffic", title: "Rates as traffic sees them", rows: perCell(record.KindTraffic, adaptiveExperiment, "", trafficOf), columns: []column[trafficked]{
		{"Filter", func(t trafficked) value { return name(t.Variant) }},
		{"Different keys answered wrongly", func(t trafficked) value { return rate(t.Keys) }},
		{"Lookups answered wrongly", func(t trafficked) value { return share(t.Seen.Rate) }},
		{"Filter with the fewest", func(t trafficked) value { return share(t.Least) }},
		{"With the most", func(t trafficked) value { return share(t.Most) }},
		{"Asked for again, answered wrongly", func(t trafficked) value { return share(t.Replay.Rate) }},
	}},
}}
