package report

import (
	"filterbench/analysis/figures"
	"filterbench/internal/record"
)

var systemsChapter = chapter{
	id: "systems", title: "Systems", families: []string{"SYS", "RED", "WIN", "FUSE", "CAS", "FB", "SHAIA", "DUCK"},
	lead: "Filters as a part of something: where one pays, in front of a database, for keys that expire, and what several goroutines make of it.",
	sections: []section{
		defaultsSection,
		{title: "Where a filter pays", parts: []part{
			prose(`Overhead is the time of a lookup and the rate of false positives times the work that a miss saves. A filter pays where its overhead is below
the work. What is not told apart from the best is, with it, the best in 95 % of resampled runs.`),
			figure("best-filter"),
			figure("regret"),
			table[payRow]{id: "speed-pays", title: "From where a filter pays", by: "Pays from, ns", rows: pays, columns: []column[payRow]{
				{"Keys", func(p payRow) value { return count(p.Keys) }},
				{"Bits per key at most", func(p payRow) value { return pick(p.Budget > 0, declared(p.Budget), words("any")) }},
				{"Pays from, ns", func(p payRow) value { return ranged(p.PaysFrom, p.PaysLo, p.PaysHi) }},
				{"Rates from theory alone", func(p payRow) value { return words(list(p.predicted())) }},
			}},
			table[bestRow]{id: "speed-best", title: "The best filter by the work that a miss saves", by: "Work, ns", rows: bests, columns: []column[bestRow]{
				{"Keys", func(b bestRow) value { return count(b.keys) }},
				{"Bits per key at most", func(b bestRow) value { return pick(b.budget > 0, declared(b.budget), words("any")) }},
				{"Work, ns", func(b bestRow) value { return number(b.Work) }},
				{"Work", func(b bestRow) value { return words(figures.Duration(b.Work)) }},
				{"Best", func(b bestRow) value { return words(configured(b.Variant)) }},
				{"Overhead, ns", func(b bestRow) value { return number(b.Overhead) }},
				{"Best in so many resampled runs", func(b bestRow) value { return share(b.Probability) }},
				{"Not told apart from", func(b bestRow) value { return words(list(codes(b.Ties))) }},
			}},
		}},
		{title: "Several goroutines", parts: []part{
			prose(`The filters of this project may be read by several goroutines, and written by one. Four ways to let several write are compared: an atomic OR of
each word; one lock; a lock for each of many parts; and, as a control, words that are read and written in two steps. Inserts come one by one, or many for one
lock. Numbers are millions of operations a second of all goroutines together; in mixed runs one goroutine inserts while the others look up.`),
			table[parallel]{id: "speed-parallel", title: "Several goroutines", by: "Lookups", rows: parallels, columns: []column[parallel]{
				{"Filter", func(p parallel) value { return name(p.Variant) }},
				{"Keys", func(p parallel) value { return count(p.Size()) }},
				{"Shared by", func(p parallel) value { return words(p.Guard) }},
				{"Inserts by", func(p parallel) value { return pick(p.Call == record.CallBatch, words("many"), words("one")) }},
				{"Goroutines", func(p parallel) value { return count(p.n) }},
				{"At once", func(p parallel) value { return count(p.Records[0].Parallel().Procs) }},
				{"Inserts", func(p parallel) value { return p.millions(record.ParallelInsert, false) }},
				{"Lookups", func(p parallel) value { return p.millions(record.ParallelLookup, false) }},
				{"Inserts, mixed", func(p parallel) value { return p.millions(record.ParallelMixed, false) }},
				{"Lookups, mixed", func(p parallel) value { return p.millions(record.ParallelMixed, true) }},
				{"Bits lost", func(p parallel) value { return pick(p.Records[0].Parallel().Bits > 0, count(p.lost), nothing) }},
				{"Keys denied", func(p parallel) value { return count(p.denied) }},
			}},
		}},
		servicePenetrationSection,
		serviceCostSection,
		ageingSection,
		upkeepSection,
		crawlSection, adversarySection, faultsSection, firstsSection,
	},
}
