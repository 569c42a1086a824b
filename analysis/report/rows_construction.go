package report

import (
	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// staticExperiment builds static filters.
const staticExperiment = "static"

// constructed is a static filter that was built many times.
type constructed struct {
	analysis.Cell
	measure.Built
}

func buildsOf(c analysis.Cell) (constructed, error) {
	b, err := measure.Builds(c)
	return constructed{c, b}, err
}

var staticSection = section{title: "Filters that are built once", experiment: staticExperiment, parts: []part{
	prose(`A static filter is built from all of its keys by attempts, each with fresh hashes, until one has room for every key. Each row is of
builds of one key more each time. *retry=same* is the published layout, whose attempts all have as many slots; the other fuse filter here
halves its segments after the first failure and adds one after each further one. A build that fails leaves a filter that denies every key.`),
	table[constructed]{id: "space-construction", title: "Builds of static filters", by: "Most attempts", rows: perCell(record.KindConstruction, staticExperiment, "", buildsOf), columns: []column[constructed]{
		{"Filter", func(c constructed) value { return name(c.Variant) }},
		{"Fewest keys", func(c constructed) value { return count(c.From) }},
		{"Most keys", func(c constructed) value { return count(c.To) }},
		{"Builds that fail", func(c constructed) value { return rate(c.Failed) }},
		{"Attempts, mean", func(c constructed) value { return number(c.Attempts) }},
		{"Most attempts", func(c constructed) value { return count(c.Most) }},
		{"With so many keys", func(c constructed) value { return count(c.At) }},
		{"ns a key, median", func(c constructed) value { return number(c.PerKey) }},
		{"Longest, ms", func(c constructed) value { return number(c.Longest / 1e6) }},
		{"Bytes allocated a key", func(c constructed) value { return number(c.Bytes) }},
		{"Bits per key", func(c constructed) value { return number(c.Bits) }},
	}},
}}
