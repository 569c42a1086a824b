package report

import (
	"slices"

	"gonum.org/v1/gonum/stat"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

var loadChapter = chapter{
	id: "load", title: "Load, kicks and inserts", families: []string{"LOAD"},
	lead: "How full a table gets before it refuses a key, and what an insert costs on the way there.",
	sections: []section{
		{title: "How full a cuckoo filter gets", experiment: "load-factor", parts: []part{
			prose(`When both buckets of a new key are full, the filter moves a fingerprint to its other bucket to make room, and another from
there if need be, up to a bound. The threshold is the load at which an unlimited search among independent buckets would fail in a
large table. A table of loads in which a median stands says nothing of the unluckiest fillings: for those see the plan below.`),
			figure("load-by-size"),
			table[curveEnds]{rows: curves{experiment: "load-factor", parts: []string{"small", "large"}, kind: record.KindLoad, series: bucketOf, x: slotsOf, of: measure.LoadPoint}.ends, columns: []column[curveEnds]{
				{"Bucket", func(c curveEnds) value { return words(c.name) }},
				{"Threshold", func(c curveEnds) value { return share(c.high.Theory) }},
				{"Smallest table, slots", func(c curveEnds) value { return count(uint64(c.low.X)) }},
				{"Median load, nine in ten", func(c curveEnds) value { return shareRange(c.low.Y, c.low.Lo, c.low.Hi) }},
				{"Largest table, slots", func(c curveEnds) value { return count(uint64(c.high.X)) }},
				{"Median load, nine in ten ", func(c curveEnds) value { return shareRange(c.high.Y, c.high.Lo, c.high.Hi) }},
			}},
			figure("load-by-fingerprint"),
			table[shortest]{rows: shortestFingerprints, columns: []column[shortest]{
				{"Bucket", func(s shortest) value { return words(s.name) }},
				{"Bits that reach the load of the longest, less a point in a hundred", func(s shortest) value { return number(s.enough.X) }},
				{"Load there", func(s shortest) value { return share(s.enough.Y) }},
				{"Shortest measured, bits", func(s shortest) value { return number(s.low.X) }},
				{"Load there ", func(s shortest) value { return share(s.low.Y) }},
			}},
			prose(`A cuckoo hash table keeps the keys themselves, so its choices are independent of each other and there can be more than two of
them. What it reaches shows what the filter gives up for its short fingerprints, and what more choices would buy.`),
			table[chartPoint]{rows: curves{experiment: "load-factor", parts: []string{"tables"}, kind: record.KindLoad, of: measure.LoadPoint, series: func(c analysis.Cell) string { return plural(measure.Choices(c), "choice", "choices") },
				x: func(c analysis.Cell) float64 { return float64(c.Shape().BucketSlots) }}.points, columns: []column[chartPoint]{
				{"Choices", func(p chartPoint) value { return words(p.name) }},
				{"Slots per bucket", func(p chartPoint) value { return number(p.X) }},
				{"Threshold", func(p chartPoint) value { return share(p.Theory) }},
				{"Median load, nine in ten", func(p chartPoint) value { return shareRange(p.Y, p.Lo, p.Hi) }},
			}},
			table[loads]{id: "load-sizes", title: "Loads by filter and size", by: "Slots", rows: allLoads, columns: []column[loads]{
				{"Filter", func(l loads) value { return name(l.Variant) }},
				{"Part", func(l loads) value { return words(l.Part) }},
				{"Slots", func(l loads) value { return count(l.Shape().Cells) }},
				{"Fillings", func(l loads) value { return count(len(l.Distribution)) }},
				{"Lowest", func(l loads) value { return share(l.Distribution[0]) }},
				{"99 in 100 reach", func(l loads) value { return l.atChance(0.01) }},
				{"Half reach", func(l loads) value { return quantile(l.Quantile(0.5)) }},
			}},
		}},
		{title: "Windows in the place of buckets", experiment: "windowed", parts: []part{
			prose("A window of slots may begin at any slot, so that windows overlap and a table has any number of slots. Windows of two slots reach loads that buckets of two do not, with fewer candidates for a lookup to match."),
			table[curveEnds]{rows: curves{experiment: "windowed", parts: []string{"load", "large"}, kind: record.KindLoad, series: func(c analysis.Cell) string { return c.Variant }, x: slotsOf, of: measure.LoadPoint}.ends, columns: []column[curveEnds]{
				{"Filter", func(c curveEnds) value { return name(c.name) }},
				{"Smallest table, slots", func(c curveEnds) value { return count(uint64(c.low.X)) }},
				{"Median load, nine in ten", func(c curveEnds) value { return shareRange(c.low.Y, c.low.Lo, c.low.Hi) }},
				{"Largest table, slots", func(c curveEnds) value { return count(uint64(c.high.X)) }},
				{"Median load, nine in ten ", func(c curveEnds) value { return shareRange(c.high.Y, c.high.Lo, c.high.Hi) }},
			}},
			table[ratePoint]{id: "load-windows", title: "Rates of windows", by: "Rate", rows: ratesOf("windowed"), columns: []column[ratePoint]{
				{"Filter", func(p ratePoint) value { return name(p.Variant) }},
				{"Rate", func(p ratePoint) value { return rate(p.Proportion) }},
				{"Theory", func(p ratePoint) value { return share(p.Theory) }},
				{"Bits per key", func(p ratePoint) value { return number(measure.BitsPerKey(p.Cell)) }},
			}},
		}},
		{title: "Which load to plan for", parts: []part{
			prose(`The way back from a chance of failure to a size. A load is one before which that share of fillings has been refused a key;
the slots for each key follow from the lower end of its interval. The last columns ask the other way round: which share of fillings has
been refused a key by a load that people plan for.`),
			table[loads]{id: "load-plan", title: "Loads and slots per key by chance of failure", by: "Slots", rows: plannedLoads, columns: planColumns()},
		}},
		{title: "What an insert costs in kicks", experiment: "kicks", parts: []part{
			prose("A kick is one fingerprint moved to its other bucket. The figures count the kicks of inserts that were accepted; a refused insert has spent all it may."),
			figure("kicks-by-load"),
			table[steep]{rows: steepness, columns: []column[steep]{
				{"Bucket", func(s steep) value { return words(s.bucket) }},
				{"Mean passes one kick at load", func(s steep) value { return share(s.one) }},
				{"Ten", func(s steep) value { return share(s.ten) }},
				{"Highest load", func(s steep) value { return share(s.top.load) }},
				{"Mean kicks there", func(s steep) value { return number(measure.Mean(s.top.kicks)) }},
				{"99 in 100 need at most", func(s steep) value { return number(measure.Percentile(s.top.kicks, 0.99)) }},
				{"Largest", func(s steep) value { return number(measure.Largest(s.top.kicks)) }},
			}},
			figure("kicks-bound"),
			table[bounded]{rows: kickBounds, columns: []column[bounded]{
				{"Bucket", func(b bounded) value { return words(b.name) }},
				{"Fewest kicks allowed", func(b bounded) value { return number(b.low.X) }},
				{"Median load", func(b bounded) value { return share(b.low.Y) }},
				{"Usual bound", func(b bounded) value { return number(b.usual.X) }},
				{"Median load ", func(b bounded) value { return share(b.usual.Y) }},
				{"Most kicks allowed", func(b bounded) value { return count(uint64(b.high.X)) }},
				{" Median load", func(b bounded) value { return share(b.high.Y) }},
				{"Threshold", func(b bounded) value { return share(b.high.Theory) }},
			}},
			prose("Whether an insert takes constant time is a question about tables of different sizes at the same load."),
			table[kicked]{id: "load-kicks", title: "Kicks of accepted inserts by load and size", by: "Mean kicks", rows: allKicks, columns: []column[kicked]{
				{"Bucket", func(k kicked) value { return words(bucketOf(k.Cell)) }},
				{"Slots", func(k kicked) value { return count(k.Shape().Cells) }},
				{"Load", func(k kicked) value { return share(k.load) }},
				{"Inserts", func(k kicked) value { return count(measure.Events(k.kicks)) }},
				{"Move nothing", kicked.still},
				{"Mean kicks", func(k kicked) value { return number(measure.Mean(k.kicks)) }},
				{"99 in 100 need at most", func(k kicked) value { return number(measure.Percentile(k.kicks, 0.99)) }},
				{"Largest", func(k kicked) value { return number(measure.Largest(k.kicks)) }},
			}},
		}},
		{title: "Where a key may lie", experiment: "places", parts: []part{
			prose(`A hash table with chains never moves an entry, so it shows by itself what a choice between two places is worth: each key joins
the shortest of its chains. The term that is quoted for the longest chain is ln n / ln ln n for one choice and ln ln n for two: the
leading one of a law for chains without end, and no estimate for tables that fit into a computer.`),
			figure("balls-in-bins"),
			table[chained]{rows: chains, columns: []column[chained]{
				{"Choices", func(c chained) value { return count(c.Shape().Probes) }},
				{"Chains", func(c chained) value { return count(c.Shape().Cells) }},
				{"Fillings", func(c chained) value { return count(len(c.longest)) }},
				{"Longest chain, mean", func(c chained) value { return number(stat.Mean(c.longest, nil)) }},
				{"Least", func(c chained) value { return number(slices.Min(c.longest)) }},
				{"Most", func(c chained) value { return number(slices.Max(c.longest)) }},
				{"Theory", func(c chained) value {
					return number(theory.MeanLongest(c.Shape().Probes, c.Capacity, c.Shape().Cells))
				}},
				{"Quoted term", func(c chained) value { return quotedLongest(c.Shape().Probes, float64(c.Shape().Cells)) }},
			}},
			prose(`Two choices are worth nothing when they are the same. A filter computes the second bucket from the first and the
fingerprint, and unless the way to do it keeps the two apart, they coincide for some keys, which then have half the places. That the hash of
a fingerprint is not zero does not prevent it, because what counts is what is left of the hash when it is reduced to a number of buckets.`),
			table[samePlaces]{id: "load-same-places", title: "Keys whose two buckets coincide", by: "Share of keys", rows: coinciding, columns: []column[samePlaces]{
				{"Filter", func(s samePlaces) value { return name(s.Variant) }},
				{"Buckets", func(s samePlaces) value { return count(measure.Buckets(s.Shape())) }},
				{"Keys", func(s samePlaces) value { return count(s.Trials) }},
				{"Share of keys", func(s samePlaces) value { return shareRange(s.Rate, s.Lo, s.Hi) }},
			}},
		}},
	},
}
