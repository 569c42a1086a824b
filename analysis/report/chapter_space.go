package report

import (
	"math"

	"filterbench/analysis/choose"
)

var spaceChapter = chapter{
	id: "space", title: "Space", families: []string{"SPC"},
	lead: "What a false-positive rate costs in bits, at the same rate measured, and how the cost depends on the number of keys.",
	sections: []section{
		{title: "Which filter for what, at more rates", parts: []part{
			prose(`For every need and rate the filter of the run that serves it best. All filters of all experiments compete, those of
libraries too; a test goes over all records and proves that none is better. Bits are all that a filter keeps: its table, and the dictionary,
stash or layers beside it. *Any number of keys* is the mean over the number of keys: a table with a power of two of buckets doubles for one key too
many, and takes 1/ln 2 times the bits of a full one on average; where many sizes were measured the mean is theirs.`),
			answersTable(allRatesAsked),
			table[needAtRate]{id: "space-choice", title: "The same with rates, intervals and sizes", rows: needsAtRates(allRatesAsked), columns: []column[needAtRate]{
				{"Need", func(n needAtRate) value { return words(n.need.Words) }},
				{"Rate at most", func(n needAtRate) value { return words(declaredPercent(n.target)) }},
				{"Filter", func(n needAtRate) value { return n.filter() }},
				{"Bits per key", func(n needAtRate) value { return n.of(func(c choose.Choice) value { return number(c.Bits) }) }},
				{"Any number of keys", func(n needAtRate) value { return n.of(func(c choose.Choice) value { return number(c.AnyBits) }) }},
				{"Rate", func(n needAtRate) value {
					return n.of(func(c choose.Choice) value { return shareRange(c.Rate, c.RateLo, c.RateHi) })
				}},
				{"ns", func(n needAtRate) value { return n.of(nanosOf) }},
				{"Not told from", func(n needAtRate) value {
					return n.of(func(c choose.Choice) value { return words(list(codes(c.Ties))) })
				}},
				{"Keys", func(n needAtRate) value { return n.of(func(c choose.Choice) value { return count(c.Keys) }) }},
				{"From", func(n needAtRate) value {
					return n.of(func(c choose.Choice) value { return words(c.Experiment + " " + c.Part) })
				}},
			}},
			table[choose.Entry]{id: "space-filters", title: "All filters that compete", by: "Bits per key", rows: allEntries, columns: []column[choose.Entry]{
				{"Filter", func(e choose.Entry) value { return name(e.Variant) }},
				{"Bits per key", func(e choose.Entry) value { return number(e.Bits) }},
				{"Any number of keys", func(e choose.Entry) value { return number(e.AnyBits) }},
				{"Rate", func(e choose.Entry) value { return shareRange(e.Rate, e.RateLo, e.RateHi) }},
				{"Least that any filter needs", func(e choose.Entry) value { return leastBits(e.Rate) }},
				{"Deletes", func(e choose.Entry) value { return words(yesNo(e.Deletes)) }},
				{"Static", func(e choose.Entry) value { return words(yesNo(e.Static)) }},
				{"Library", func(e choose.Entry) value { return words(yesNo(e.Library)) }},
				{"Keys", func(e choose.Entry) value { return count(e.Keys) }},
				{"From", func(e choose.Entry) value { return words(e.Experiment + " " + e.Part) }},
			}},
		}},
		{title: "One card a filter", parts: []part{figure("cards")}},
		{title: "At an equal rate", experiment: "space", parts: []part{
			prose(`Bits per key mean little without the rate that they buy. Here every filter is set beside an ideal Bloom filter of the rate
that was measured. Full tables flatter the cuckoo filter; the second figure shows what tables take that are not, because the number of
their buckets must be a power of two. A crossing is stated for the load at which its tables were stopped.`),
			figure("space-crossing"),
			table[crossing]{rows: crossings, columns: []column[crossing]{
				{"Table", func(c crossing) value { return words(c.name) }},
				{"Load", func(c crossing) value { return share(c.load) }},
				{"Times the ideal at the lowest rate", func(c crossing) value { return number(c.ideal) }},
				{"That rate", func(c crossing) value { return share(c.low.X) }},
				{"Fewer bits than Bloom filters below", func(c crossing) value {
					return pick(c.crosses, share(c.at), words("at no rate"))
				}},
			}},
			prose("Between its points a curve is straight in bits over the logarithm of the rate. The intervals of the crossings stand with the [claims](claims.md#space)."),
			figure("space-by-size"),
			table[overSizes]{rows: bySizes, columns: []column[overSizes]{
				{"Filter", func(s overSizes) value { return name(s.variant) }},
				{"Fewest bits per key", func(s overSizes) value { return number(s.least) }},
				{"On average over the sizes", func(s overSizes) value { return number(s.mean) }},
				{"Most", func(s overSizes) value { return number(s.most) }},
				{"Lowest rate", func(s overSizes) value { return share(s.lowest) }},
				{"Highest rate", func(s overSizes) value { return share(s.highest) }},
			}},
		}},
		staticSection,
		{title: "Memory", experiment: "memory", parts: []part{
			prose(`A filter's bits are what its table takes. What a process pays is read from the live heap, after forced collections and one
structure at a time: the table as the allocator rounds it up, what stands beside it, and for exact sets the map and the keys in it. These bytes
are those of one version of Go; another may give others for the same trial.`),
			each("The largest size measured at which the set of integers is lighter than {filter} is {keys}.", lighterSets),
			table[weighed]{id: "space-heap", title: "Live heap", by: "Heap bytes per key", rows: heaps, columns: []column[weighed]{
				{"Structure", func(w weighed) value { return name(w.Variant) }},
				{"Kind of key", func(w weighed) value { return name(w.Workload) }},
				{"Keys", func(w weighed) value { return count(w.Keys) }},
				{"Nominal bytes per key", func(w weighed) value { return pick(w.Nominal > 0, number(w.PerKey(w.Nominal)), nothing) }},
				{"Heap bytes per key", func(w weighed) value { return number(w.PerKey(w.Bytes)) }},
				{"Heap over nominal", func(w weighed) value { return pick(w.Nominal > 0, number(w.Bytes/w.Nominal), nothing) }},
				{"Heap less nominal, bytes", func(w weighed) value {
					return pick(w.Nominal > 0, count(int64(math.Round(w.Bytes-w.Nominal))), nothing)
				}},
				{"Objects", func(w weighed) value { return count(uint64(math.Round(w.Objects))) }},
				{"Range of bytes", func(w weighed) value { return count(uint64(w.Hi - w.Lo)) }},
			}},
			say("Two readings of one structure differ by {drift} at most.", heapDrift),
		}},
	},
}
