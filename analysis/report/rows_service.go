package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/digits"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// Experiments of filters inside a service.
const (
	penetrationExperiment = "penetration"
	serviceExperiment     = "service"
	ageingExperiment      = "ageing"
	upkeepExperiment      = "upkeep"
)

// strategyWords say what is done about keys that have no row.
func strategyWords(c analysis.Cell) value {
	switch c.Strategy {
	case record.StrategyFilter:
		return name(c.Variant)
	case record.StrategyBoth:
		return words(code(c.Variant) + ", cached nulls")
	case record.StrategyNulls:
		return words("cached nulls")
	case record.StrategyApart:
		return words("cached nulls, apart")
	}
	return words("nothing")
}

// bitsPerRow are those of the filter; nothing where there is none.
func bitsPerRow(c analysis.Cell) value {
	if !record.Guarded(c.Strategy) {
		return nothing
	}
	return number(float64(c.Shape().Bits) / (c.Fill * float64(c.Size())))
}

// ofCell is a statistic of one cell.
func ofCell(s measure.Statistic, c analysis.Cell) float64 {
	return s.Estimate([]analysis.Cell{c}, nil, nil).Value
}

// penetrated is one way to keep requests from a database, under all attacks.
type penetrated struct {
	analysis.Cell // under a flood
	by            map[string]analysis.Cell
}

// reads is the share of an attacker's requests that read the database.
func (p penetrated) reads(attack string) value {
	c, ok := p.by[attack]
	if !ok {
		return nothing
	}
	return share(ofCell(measure.Penetrating, c))
}

// penetrations are those under the heaviest attack that was tried.
func penetrations(r *run) (rows []penetrated, err error) {
	cells, err := r.kind(record.KindPenetration, penetrationExperiment, "")
	most := 0.0
	for _, c := range cells {
		most = max(most, c.Share)
	}
	for _, c := range cells {
		if c.Share != most {
			continue
		}
		row := analysis.Among(&rows, func(p penetrated) bool { return p.Variant == c.Variant && p.Strategy == c.Strategy }, penetrated{c, map[string]analysis.Cell{}})
		row.by[c.Absent] = c
		if c.Absent == record.AbsentFlood {
			row.Cell = c
		}
	}
	slices.SortStableFunc(rows, func(a, b penetrated) int {
		return cmp.Compare(slices.Index(record.Strategies, a.Strategy), slices.Index(record.Strategies, b.Strategy))
	})
	return rows, err
}

// penetrationAdvice says what stops each attack.
func penetrationAdvice(r *run) (holes, error) {
	rows, err := penetrations(r)
	find := func(strategy string) *penetrated {
		i := slices.IndexFunc(rows, func(p penetrated) bool {
			return p.Strategy == strategy && (!record.Guarded(strategy) || analysis.FamilyOf(p.Variant) == "bloom" && near(measure.GuardRate(p.Cell), 0.01))
		})
		if i < 0 {
			return nil
		}
		return &rows[i]
	}
	nulls, filter, both := find(record.StrategyNulls), find(record.StrategyFilter), find(record.StrategyBoth)
	if err != nil || nulls == nil || filter == nil || both == nil {
		return nil, err
	}
	return holes{
		"filter": name(both.Variant), "flood": both.reads(record.AbsentFlood), "known": both.reads(record.AbsentKnown),
		"alone": filter.reads(record.AbsentKnown), "nulls": nulls.reads(record.AbsentFlood),
		"hits": share(ofCell(measure.CacheHits, both.Cell)), "wasted": share(ofCell(measure.CacheHits, nulls.Cell)),
	}, nil
}

func near(x, want float64) bool { return math.Abs(x/want-1) < 0.1 }

// served is a service that was timed, beside one with an exact set and one with nothing.
type served struct {
	analysis.Cell
	exact, none []analysis.Cell
}

func (s served) time(of measure.Statistic) value {
	return estimate(of.Estimate([]analysis.Cell{s.Cell}, nil, nil))
}

// penalty is a statistic of the service beside the others, where it has a filter that errs.
func (s served) penalty(of measure.Statistic) value {
	if !record.Guarded(s.Strategy) || s.exact == nil || s.none == nil || analysis.FamilyOf(s.Variant) == "exact" {
		return nothing
	}
	return estimate(of.Estimate([]analysis.Cell{s.Cell}, s.exact, s.none))
}

// wait is a quantile of the requests for rows at the rate with number i, in microseconds.
func (s served) wait(i int, quantile float64) value {
	if i >= len(s.Rates) {
		return nothing
	}
	return written(ofCell(measure.ServiceWait(s.Rates[i], quantile), s.Cell), microseconds(ofCell(measure.ServiceWait(s.Rates[i], quantile), s.Cell)))
}

func microseconds(ns float64) string { return digits.Trimmed(digits.Significant(ns/1000, 3)) }

// estimate is a value with its interval.
func estimate(x stat.Estimate) value {
	if !x.Known() {
		return nothing
	}
	return ranged(x.Value, x.Lo, x.Hi)
}

func servings(backend string) func(*run) ([]served, error) {
	return func(r *run) (rows []served, err error) {
		cells, err := r.kind(record.KindService, serviceExperiment, "")
		var exact, none []analysis.Cell
		for _, c := range cells {
			if c.Backend != backend {
				continue
			}
			if analysis.FamilyOf(c.Variant) == "exact" {
				exact = []analysis.Cell{c}
			}
			if c.Strategy == record.StrategyNone {
				none = []analysis.Cell{c}
			}
			rows = append(rows, served{Cell: c})
		}
		for i := range rows {
			rows[i].exact, rows[i].none = exact, none
		}
		return rows, err
	}
}

// servedBy has an end for the sentence before a table of services, and none where there is no such table.
func servedBy(backend string) func(*run) (holes, error) {
	return func(r *run) (holes, error) {
		rows, err := servings(backend)(r)
		if len(rows) == 0 {
			return nil, err
		}
		return holes{"end": words("")}, err
	}
}

// servedColumns are those of a table of services, whose requests arrive at two rates.
var servedColumns = []column[served]{
	{"What is done", func(s served) value { return strategyWords(s.Cell) }},
	{"Request for an absent key, ns", func(s served) value { return s.time(measure.AbsentTime) }},
	{"Longer than with an exact set", func(s served) value { return s.penalty(measure.PenaltyMeasured) }},
	{"P2 (C2 - C1)", func(s served) value { return s.penalty(measure.PenaltySaid) }},
	{"Median of others at the lower rate, µs", func(s served) value { return s.wait(0, 0.5) }},
	{"99th percentile", func(s served) value { return s.wait(0, 0.99) }},
	{"Median at the higher rate", func(s served) value { return s.wait(1, 0.5) }},
	{"99th percentile ", func(s served) value { return s.wait(1, 0.99) }},
	{"Cache, bytes by its own word", func(s served) value { return s.bytes(func(x *record.Service) uint64 { return x.CacheBytes }) }},
	{"Table and index of the database, bytes by its own word", func(s served) value { return s.bytes(func(x *record.Service) uint64 { return x.StoreBytes }) }},
}

// bytes are the median over repetitions of what a part says of its memory; nothing if it says nothing.
func (s served) bytes(of func(*record.Service) uint64) value {
	var all []float64
	for _, r := range s.Records {
		all = append(all, float64(of(r.Service())))
	}
	n := stat.NewMedian(all).Value
	return pick(n > 0, count(uint64(n)), nothing)
}

// choice is what costs least where a read of the database takes so long.
type choice struct {
	read       float64 // ns
	best       served
	cost, sure float64 // of a request for an absent key behind it, and behind the exact set
}

// servedChoices go by the times of stopped requests, and by theory for how many are not.
func servedChoices(r *run) (rows []choice, err error) {
	all, err := servings(record.BackendEmbedded)(r)
	for read := 1e3; read <= 1e7; read *= 10 {
		x := choice{read: read, cost: math.Inf(1), sure: math.NaN()}
		for _, s := range all {
			stop, rate := ofCell(measure.StopCost, s.Cell), measure.GuardRate(s.Cell)
			if !record.Guarded(s.Strategy) || math.IsNaN(stop*rate) {
				continue
			}
			cost := stop + rate*(read-stop)
			if analysis.FamilyOf(s.Variant) == "exact" {
				x.sure = cost
			} else if cost < x.cost {
				x.cost, x.best = cost, s
			}
		}
		if !math.IsInf(x.cost, 1) && !math.IsNaN(x.sure) {
			rows = append(rows, x)
		}
	}
	return rows, err
}

// expiring is a filter whose keys expire after so many others, and after so long.
type expiring struct {
	analysis.Cell               // by count
	bursts        analysis.Cell // by time
}

func ageings(r *run) (rows []expiring, err error) {
	cells, err := r.kind(record.KindAgeing, ageingExperiment, "")
	for _, c := range cells {
		if c.Window == record.WindowCount {
			rows = append(rows, expiring{Cell: c})
		}
	}
	for i := range rows {
		for _, c := range cells {
			if c.Window == record.WindowTime && c.Variant == rows[i].Variant {
				rows[i].bursts = c
			}
		}
	}
	return rows, err
}

func (e expiring) late(after, to float64) value {
	return share(ofCell(measure.AgeingLate("", after, to), e.Cell))
}

// bits are those of the table and those of the caller's list.
func (e expiring) bits() value {
	all, table := measure.AgeingBitsOf(e.Records[0]), float64(e.Shape().Bits)/(e.Fill*float64(e.Size()))
	if all > table {
		return written(all, fmt.Sprintf("%s + %s", digits.Trimmed(digits.Significant(table, 3)), digits.Trimmed(digits.Significant(all-table, 3))))
	}
	return number(all)
}

func (e expiring) sweep() value {
	if a := e.Records[0].Ageing(); a.AtOnce > 0 {
		return written(float64(a.AtOnce), memorySize(a.AtOnce))
	}
	return nothing
}

// ageingAdvice names the filter of the fewest bits that denies no key of the window.
func ageingAdvice(r *run) (holes, error) {
	rows, err := ageings(r)
	var best, pair *expiring
	for i := range rows {
		e := &rows[i]
		if e.Records[0].Ageing() == nil || e.bursts.Records == nil || ofCell(measure.AgeingDenied, e.Cell) > 0 {
			continue
		}
		if best == nil || measure.AgeingBitsOf(e.Records[0]) < measure.AgeingBitsOf(best.Records[0]) {
			best = e
		}
		if analysis.FamilyOf(e.Variant) == "ring" && analysis.Param(e.Variant, "g") == 1 {
			pair = e
		}
	}
	if err != nil || best == nil || pair == nil {
		return nil, err
	}
	return holes{"filter": name(best.Variant), "bits": best.bits(), "late": best.late(0, 0.125), "half": best.late(0.125, 0.5),
		"pair": pair.bits(), "pairlate": pair.late(0.125, 0.5),
		"rate": share(ofCell(measure.AgeingRate, best.Cell)), "bursts": share(ofCell(measure.AgeingRate, best.bursts))}, nil
}

// parted is a filter divided into shards, beside the one that it stands for.
type parted struct {
	analysis.Cell
	one []analysis.Cell
}

func partings(r *run) (rows []parted, err error) {
	cells, err := r.kind(record.KindSharding, upkeepExperiment, "")
	slices.SortStableFunc(cells, func(a, b analysis.Cell) int {
		return cmp.Or(cmp.Compare(a.Variant, b.Variant), cmp.Compare(a.Shards, b.Shards))
	})
	for _, c := range cells {
		p := parted{Cell: c}
		for _, one := range cells {
			if one.Variant == c.Variant && one.Shards <= 1 {
				p.one = []analysis.Cell{one}
			}
		}
		rows = append(rows, p)
	}
	return rows, err
}

// over is a statistic beside the filter that is not divided.
func (p parted) over(s measure.Statistic) value {
	if p.one == nil {
		return nothing
	}
	return estimate(s.Estimate([]analysis.Cell{p.Cell}, p.one, nil))
}

// spread is how many keys the fullest shard got over the mean, on average.
func (p parted) spread() value {
	sum := 0.0
	for _, r := range p.Records {
		sum += float64(r.Sharding().Most) * float64(max(1, p.Shards)) / float64(r.Sharding().Inserted)
	}
	return number(sum / float64(len(p.Records)))
}

var servicePenetrationSection = section{title: "In front of a database", experiment: penetrationExperiment, parts: []part{
	say("Advice: a filter and cached nulls together. With {filter} and nulls {flood} of a flood of fresh absent keys read the database, and {known} of requests that repeat keys which passed it; the filter alone lets {alone} of these through, nulls alone {nulls} of the flood. The cache then answers {hits} of requests for rows, and {wasted} with nulls alone.", penetrationAdvice),
	prose(`Requests for rows follow Zipf's law; between them an attacker asks for keys that have no row. *Flood* asks for each once, *random* draws them from as many
as there are rows, and *repeated* repeats a few that were found to pass the filter. *Cached nulls* keeps in the cache that a key has no row; *apart* does so
in a cache of their own, a tenth as large. Reads of the database are counted, by an LRU cache and SQLite in memory: the same on every machine.`),
	table[penetrated]{id: "systems-penetration", title: "Who reads the database", by: "Reads, flood", rows: penetrations, columns: []column[penetrated]{
		{"What is done", func(p penetrated) value { return strategyWords(p.Cell) }},
		{"Bits a row", func(p penetrated) value { return bitsPerRow(p.Cell) }},
		{"Formula (P2)", func(p penetrated) value { return share(measure.GuardRate(p.Cell)) }},
		{"Reads, flood", func(p penetrated) value { return p.reads(record.AbsentFlood) }},
		{"Random", func(p penetrated) value { return p.reads(record.AbsentRandom) }},
		{"Repeated", func(p penetrated) value { return p.reads(record.AbsentKnown) }},
		{"Rows answered by the cache, flood", func(p penetrated) value { return share(ofCell(measure.CacheHits, p.Cell)) }},
		{"Of the cache nulls", func(p penetrated) value { return share(ofCell(measure.CacheNulls, p.Cell)) }},
	}},
}}

// turned is a statistic of services that took turns.
func turned(s measure.Statistic, c analysis.Cell) value {
	return estimate(s.Estimate([]analysis.Cell{c}, nil, nil))
}

var serviceCostSection = section{title: "What a request costs", experiment: serviceExperiment, parts: []part{
	prose(`Nine in ten requests are of a flood. P2 (C2 - C1) takes the rate of the formula for P2, the time of a request that the exact set stops for C1 and that of one
that reads the database, where nothing stops it, for C2. Others are requests for rows that arrive at random at two rates, timed from when each should have begun.`),
	say("An LRU cache and SQLite, both in the process that asks{end}:", servedBy(record.BackendEmbedded)),
	table[served]{id: "systems-service", title: "Times of requests, LRU cache and SQLite", rows: servings(record.BackendEmbedded), columns: servedColumns},
	say("A Redis server in the place of the cache, and PostgreSQL as the database; a request asks the cache first, and only then the filter{end}:", servedBy(record.BackendServers)),
	table[served]{id: "systems-servers", title: "Times of requests, Redis and PostgreSQL", rows: servings(record.BackendServers), columns: servedColumns},
	prose("The same with a filter, an exact set and nothing that take turns of some milliseconds: medians over turns."),
	table[analysis.Cell]{id: "systems-turns", title: "The formula, services in turns", rows: cellsOf(record.KindPenalty, serviceExperiment, "", nil), columns: []column[analysis.Cell]{
		{"Filter", func(c analysis.Cell) value { return name(c.Variant) }},
		{"Parts", func(c analysis.Cell) value {
			return words(pick(c.Backend == record.BackendServers, "Redis and PostgreSQL", "LRU cache and SQLite"))
		}},
		{"Exact set stops it, ns", func(c analysis.Cell) value { return turned(measure.TurnStop, c) }},
		{"Nothing stops it, ns", func(c analysis.Cell) value { return turned(measure.TurnRead, c) }},
		{"Filter over exact set, ns", func(c analysis.Cell) value { return turned(measure.TurnPenalty, c) }},
		{"P2 (C2 - C1), ns", func(c analysis.Cell) value { return turned(measure.TurnSaid, c) }},
		{"Times as much", func(c analysis.Cell) value { return turned(measure.TurnOver, c) }},
	}},
	prose("The filter of which a request for an absent key costs least, by what a read of the database takes: its lookup, and its rate times the read."),
	table[choice]{rows: servedChoices, columns: []column[choice]{
		{"Read, ns", func(c choice) value { return number(c.read) }},
		{"Best", func(c choice) value { return name(c.best.Variant) }},
		{"Bits a row", func(c choice) value { return bitsPerRow(c.best.Cell) }},
		{"Request, ns", func(c choice) value { return number(c.cost) }},
		{"With the exact set, ns", func(c choice) value { return number(c.sure) }},
	}},
}}

var ageingSection = section{title: "Keys that expire", experiment: ageingExperiment, parts: []part{
	say("Advice: {filter}. It denies no key of the window in {bits} bits a key, where a rotating pair takes {pair}; of keys that left the window at most an eighth of it ago it answers {late} true, and up to half a window ago {half} (the pair {pairlate}). A filter made for the average errs in {bursts} of cases in place of {rate} where keys come in bursts of half as many again: make it for the peak.", ageingAdvice),
	prose(`A key expires a window after it came. Filters that age are told the time; from those that delete the caller deletes, and needs a list of what will expire, 64 bits a
key, which are written behind the plus. In *bursts* windows are by time, and keys come at half the average rate and at one and a half times it in turn. A sweep is what
the end of a generation goes through at once.`),
	table[expiring]{id: "systems-ageing", title: "Filters whose keys expire", by: "Bits a key", rows: ageings, columns: []column[expiring]{
		{"Filter", func(e expiring) value { return name(e.Variant) }},
		{"Bits a key", expiring.bits},
		{"Rate", func(e expiring) value { return share(ofCell(measure.AgeingRate, e.Cell)) }},
		{"Theory", func(e expiring) value { return share(measure.AgeingTheory(e.Cell)) }},
		{"Rate in bursts", func(e expiring) value {
			return pick(e.bursts.Records != nil, share(ofCell(measure.AgeingRate, orSelf(e.bursts, e.Cell))), nothing)
		}},
		{"Denied in the window", func(e expiring) value { return share(ofCell(measure.AgeingDenied, e.Cell)) }},
		{"Yes, left up to 1/8 window ago", func(e expiring) value { return e.late(0, 0.125) }},
		{"Up to 1/2", func(e expiring) value { return e.late(0.125, 0.5) }},
		{"Up to 1", func(e expiring) value { return e.late(0.5, 1) }},
		{"Later", func(e expiring) value { return e.late(1, 4) }},
		{"Sweep", expiring.sweep},
	}},
}}

func orSelf(c, self analysis.Cell) analysis.Cell {
	if c.Records == nil {
		return self
	}
	return c
}

var upkeepSection = section{title: "Rebuilds and shards", experiment: upkeepExperiment, parts: []part{
	prose("A Bloom filter forgets nothing, so that where keys are replaced it is made anew when so many are stale: the rate just before, over that just after, and the keys that are inserted again for each that was deleted."),
	table[analysis.Cell]{id: "systems-rebuild", title: "Rebuilds", by: "Stale keys", rows: cellsOf(record.KindRebuild, upkeepExperiment, "", nil), columns: []column[analysis.Cell]{
		{"Filter", func(c analysis.Cell) value { return name(c.Variant) }},
		{"Stale keys", func(c analysis.Cell) value { return share(c.Stale) }},
		{"Rate before over after", amountOfCell(measure.RebuildRise)},
		{"Inserts for each delete", func(c analysis.Cell) value { return number(ofCell(measure.RebuildInserts, c)) }},
	}},
	prose("One filter divided into many, each made for an equal part of the keys. Shards get unequal parts, and where filters refuse, the fullest decides."),
	table[parted]{id: "systems-shards", title: "Shards", by: "Shards", rows: partings, columns: []column[parted]{
		{"Filter", func(p parted) value { return name(p.Variant) }},
		{"Shards", func(p parted) value { return count(uint64(max(1, p.Shards))) }},
		{"Keys of the fullest over the mean", parted.spread},
		{"Rate over that of one", func(p parted) value { return p.over(measure.ShardsRateOver) }},
		{"Load at first refusal over that of one", func(p parted) value { return p.over(measure.ShardsLoadOver) }},
		{"Keys refused", func(p parted) value { return share(ofCell(measure.ShardsRefused, p.Cell)) }},
		{"Bits a key", func(p parted) value {
			return number(float64(p.Shape().Bits) / (p.Fill * float64(p.Size())))
		}},
	}},
}}
