package report

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// The experiments on items seen before, adversaries, faults and what inserts report.
const (
	crawlExperiment     = "crawl"
	adversaryExperiment = "adversaries"
	faultsExperiment    = "faults"
	firstsExperiment    = "firsts"
)

// cellsOf lists the cells of a kind in a part that a function keeps; nil keeps all.
func cellsOf(kind, experiment, part string, keep func(analysis.Cell) bool) func(*run) ([]analysis.Cell, error) {
	return func(r *run) ([]analysis.Cell, error) {
		cells, err := r.kind(kind, experiment, part)
		if keep != nil {
			cells = slices.DeleteFunc(cells, func(c analysis.Cell) bool { return !keep(c) })
		}
		return cells, err
	}
}

// shareOfCell is a statistic of one cell as a share with its interval.
func shareOfCell(s measure.Statistic) func(analysis.Cell) value {
	return func(c analysis.Cell) value {
		x := s.Estimate([]analysis.Cell{c}, nil, nil)
		return pick(x.Known(), shareRange(x.Value, x.Lo, x.Hi), nothing)
	}
}

// amountOfCell is a statistic of one cell as a number with its interval.
func amountOfCell(s measure.Statistic) func(analysis.Cell) value {
	return func(c analysis.Cell) value { return estimate(s.Estimate([]analysis.Cell{c}, nil, nil)) }
}

// total adds up a count over the repetitions.
func total(c analysis.Cell, of func(*record.Record) uint64) (n uint64) {
	for _, r := range c.Records {
		n += of(r)
	}
	return n
}

// perEach is a count of one outcome for each of another, over all repetitions.
func perEach(c analysis.Cell, part, whole func(*record.Record) uint64) value {
	of := total(c, whole)
	if of == 0 {
		return nothing
	}
	return number(float64(total(c, part)) / float64(of))
}

func filterColumn() column[analysis.Cell] {
	return column[analysis.Cell]{"Filter", func(c analysis.Cell) value { return name(c.Variant) }}
}

// crawls is the table of a list of items.
func crawls(id, title string, items func(analysis.Cell) bool) part {
	bits := func(c analysis.Cell) value {
		sum := 0.0
		for _, r := range c.Records {
			sum += measure.CrawlBits(r, 1)
		}
		return number(sum / float64(len(c.Records)))
	}
	return table[analysis.Cell]{id: id, title: title, by: "Skipped by as many", rows: cellsOf(record.KindCrawl, crawlExperiment, "", items), columns: []column[analysis.Cell]{
		filterColumn(),
		{"Items as", func(c analysis.Cell) value { return name(c.Workload) }},
		{"Bits per item", bits},
		{"Skipped by 0.6 times as many", shareOfCell(measure.CrawlSkipped(0.6))},
		{"Skipped by as many", shareOfCell(measure.CrawlSkipped(1))},
		{"Formula", func(c analysis.Cell) value {
			p, ok := measure.CrawlExpected(c.Records[0], 1)
			return pick(ok, share(p), nothing)
		}},
		{"Skipped by 1.4 times as many", shareOfCell(measure.CrawlSkipped(1.4))},
		{"Skipped by twice as many", shareOfCell(measure.CrawlSkipped(2))},
		{"Fetched again by then", shareOfCell(measure.CrawlFetchedAgain(2))},
	}}
}

func invented(c analysis.Cell) bool { return c.Workload == "urls" }

// crawlFinding is of the Bloom filter that skips the most.
func crawlFinding(r *run) (holes, error) {
	cells, err := cellsOf(record.KindCrawl, crawlExperiment, "", func(c analysis.Cell) bool { return analysis.FamilyOf(c.Variant) == "bloom" })(r)
	if err != nil || len(cells) == 0 {
		return nil, err
	}
	skipped := measure.CrawlSkipped(1)
	c := slices.MaxFunc(cells, func(a, b analysis.Cell) int {
		return compare(skipped.Estimate([]analysis.Cell{a}, nil, nil).Value, skipped.Estimate([]analysis.Cell{b}, nil, nil).Value)
	})
	return holes{"filter": name(c.Variant), "full": shareOfCell(measure.CrawlSkipped(1))(c), "twice": shareOfCell(measure.CrawlSkipped(2))(c)}, nil
}

var crawlSection = section{title: "Pages and items seen before", experiment: crawlExperiment, parts: []part{
	say("Until it has seen as many items as it is made for, {filter} skips {full} of the new ones wrongly; by twice as many {twice}.", crawlFinding),
	prose(`New items come, each followed by known ones at random; what the filter has not seen is fetched and inserted. *Skipped* is the share of new items that were
taken for seen, from the start to when as many items had come as the filter is made for, or 0.6, 1.4 and 2 times as many. *Fetched again* is the share of known items that were
not recognised: the filter had refused them, or lost them. Bits of a set of strings include the strings. The formula adds up the rate at what the filter holds.`),
	crawls("systems-crawl-urls", "Invented web addresses", invented),
	crawls("systems-crawl", "Other items", func(c analysis.Cell) bool { return !invented(c) }),
}}

// attackerKnows says what an attacker knows of the hash.
func attackerKnows(c analysis.Cell) value {
	if c.Knows == record.KnowsKey {
		return words(pick(c.Hash == "metro", "all (public hash)", "its key"))
	}
	return words("not its key")
}

func adversary(of func(*record.Adversary) uint64) func(*record.Record) uint64 {
	return func(r *record.Record) uint64 { return of(r.Adversary()) }
}

// What is counted of an attack.
var (
	chosen      = adversary(func(a *record.Adversary) uint64 { return a.Chosen })
	worked      = adversary(func(a *record.Adversary) uint64 { return a.Worked })
	tried       = adversary(func(a *record.Adversary) uint64 { return a.Tried })
	askedFilter = adversary(func(a *record.Adversary) uint64 { return a.Asked })
	once        = func(*record.Record) uint64 { return 1 }
)

// attacks is the table of an attack: who has the key of which hash, and what he got.
func attacks(which string, columns ...column[analysis.Cell]) part {
	first := []column[analysis.Cell]{filterColumn(),
		{"Hash", func(c analysis.Cell) value { return name(c.Hash) }},
		{"Attacker knows", attackerKnows},
	}
	return table[analysis.Cell]{id: "systems-" + which, title: "Attack: " + which, rows: cellsOf(record.KindAdversary, adversaryExperiment, which, nil), columns: append(first, columns...)}
}

// anyKeys is the rate that keys have which nobody chose.
func anyKeys(c analysis.Cell) value {
	s := c.Shape()
	return share(theory.BloomExactFPR(s.Cells, total(c, chosen)/uint64(len(c.Records)), s.Probes))
}

// worstKeys is the rate if every key sets bits of its own.
func worstKeys(c analysis.Cell) value {
	s := c.Shape()
	return share(math.Pow(math.Min(1, float64(s.Probes)*float64(total(c, chosen))/float64(len(c.Records))/float64(s.Cells)), float64(s.Probes)))
}

// priceRow is what lookups of absent keys take by hash function.
type priceRow struct {
	analysis.Cell
	times map[string]measure.Timing
}

// priced are the hash functions of the price, in columns.
var priced = []string{"fnv1a", "murmur3", "metro", "xxh3", "siphash"}

func prices(r *run) (rows []priceRow, err error) {
	cells, err := r.kind(record.KindTime, adversaryExperiment, "price")
	for _, c := range cells {
		row := analysis.Among(&rows, func(p priceRow) bool { return p.Variant == c.Variant && p.Workload == c.Workload }, priceRow{c, map[string]measure.Timing{}})
		if t, ok := measure.Time(c, "miss"); ok {
			row.times[c.Hash] = t
		}
	}
	return rows, err
}

func priceColumns() []column[priceRow] {
	columns := []column[priceRow]{
		{"Filter", func(p priceRow) value { return name(p.Variant) }},
		{"Keys as", func(p priceRow) value { return name(p.Workload) }},
	}
	for _, hash := range priced {
		columns = append(columns, column[priceRow]{hash + ", ns", func(p priceRow) value {
			t, ok := p.times[hash]
			if !ok {
				return nothing
			}
			return ranged(t.Gross.Value, t.Gross.Lo, t.Gross.Hi)
		}})
	}
	return columns
}

// inverted sets the names that are right with and without the key.
func inverted(r *run) (holes, error) {
	cells, err := r.kind(record.KindAdversary, adversaryExperiment, "invert")
	shares := map[string]value{}
	for _, c := range cells {
		if c.Workload == cells[0].Workload && c.Hash == cells[len(cells)-1].Hash {
			shares[analysis.FamilyOf(c.Variant)+" "+c.Knows] = shareOfCell(measure.NamedRight)(c)
		}
	}
	if err != nil || len(shares) < 4 {
		return nil, err
	}
	return holes{"bloom": shares["bloom key"], "cuckoo": shares["cuckoo key"], "secret": shares["bloom answers"], "secretcuckoo": shares["cuckoo answers"]}, nil
}

var adversarySection = section{title: "Keys that somebody chose", experiment: adversaryExperiment, parts: []part{
	say("An attacker who steals a table, can compute its hash and tries a list of candidates names keys of a Bloom filter with {bloom} right, and of a cuckoo filter of equal rate with {cuckoo}; without the secret key {secret} and {secretcuckoo} are right.", inverted),
	prose(`An attacker has the code of the filter. He knows the key of its hash too (a public hash is the same to him as a key that everybody has), or he does not and
can only ask. A secret key ends what he computes on a copy of his own: pollution, aimed deletes and reading a stolen table. It does not end what the answers give away: keys
that collide, false positives to repeat, and deletes of those.`),
	prose("*Pollution*: every key that he inserts sets as many new bits as it can."),
	attacks("pollute",
		column[analysis.Cell]{"Tried for a key", func(c analysis.Cell) value { return perEach(c, tried, chosen) }},
		column[analysis.Cell]{"Rate afterwards", shareOfCell(measure.PollutedRate)},
		column[analysis.Cell]{"Rate of any keys", anyKeys},
		column[analysis.Cell]{"Rate if no two share a bit", worstKeys}),
	prose("*Collision*: he looks for keys that share both buckets and the fingerprint of one of his own, and inserts them until one is refused, or the table grows."),
	attacks("collide",
		column[analysis.Cell]{"Computed", func(c analysis.Cell) value { return perEach(c, tried, once) }},
		column[analysis.Cell]{"Asked", func(c analysis.Cell) value { return perEach(c, askedFilter, once) }},
		column[analysis.Cell]{"Keys inserted", func(c analysis.Cell) value { return perEach(c, chosen, once) }},
		column[analysis.Cell]{"Tables that refused one", func(c analysis.Cell) value {
			return share(float64(total(c, adversary(func(a *record.Adversary) uint64 { return a.Refused }))) / float64(len(c.Records)))
		}},
		column[analysis.Cell]{"Keys of others refused then", func(c analysis.Cell) value {
			return shareOf(total(c, adversary(func(a *record.Adversary) uint64 { return a.Shut })), total(c, adversary(func(a *record.Adversary) uint64 { return a.Offered })))
		}},
		column[analysis.Cell]{"Table over that before", func(c analysis.Cell) value {
			grown := total(c, adversary(func(a *record.Adversary) uint64 { return a.Grown }))
			return pick(grown > 0, number(float64(grown)/float64(len(c.Records))/float64(c.Shape().Bits)), nothing)
		}}),
	prose("*Deletes* of keys that were never inserted: of false positives that were found by asking, and of keys that were computed to hit a member."),
	attacks("delete", deleteColumns...),
	attacks("aim", deleteColumns...),
	prose("*Replay* of false positives that were found: each is looked up ten times more. The owner of a filter that adapts repairs a false positive when he learns of it."),
	attacks("replay",
		column[analysis.Cell]{"Asked for one", func(c analysis.Cell) value {
			return number(float64(total(c, askedFilter)) / (float64(total(c, chosen)) / 10))
		}},
		column[analysis.Cell]{"Positive again", func(c analysis.Cell) value { return shareOf(total(c, worked), total(c, chosen)) }}),
	prose("*Inversion*: a stolen table and a list of candidates, one in a hundred of which is a key."),
	attacks("invert",
		column[analysis.Cell]{"Keys as", func(c analysis.Cell) value { return name(c.Workload) }},
		column[analysis.Cell]{"Keys named", func(c analysis.Cell) value {
			return shareOf(total(c, worked), total(c, adversary(func(a *record.Adversary) uint64 { return a.Members })))
		}},
		column[analysis.Cell]{"Names that are right", shareOfCell(measure.NamedRight)}),
	prose("*The price*: nanoseconds of a lookup of an absent key in a batch, the hash included, which is called key by key. SipHash is the one of these that is made to be keyed; a seed hides no more of the others than their authors promise."),
	table[priceRow]{id: "systems-price", title: "Hash functions and lookups", rows: prices, columns: priceColumns()},
}}

var deleteColumns = []column[analysis.Cell]{
	{"Computed for a key", func(c analysis.Cell) value { return perEach(c, tried, chosen) }},
	{"Asked for a key", func(c analysis.Cell) value { return perEach(c, askedFilter, chosen) }},
	{"Deletes", func(c analysis.Cell) value { return perEach(c, chosen, once) }},
	{"Members lost by each", amountOfCell(measure.MembersDenied)},
}

func fault(sort func(*record.Faults) record.Fault, of func(record.Fault) uint64) func(*record.Record) uint64 {
	return func(r *record.Record) uint64 { return of(sort(r.Faults())) }
}

func inTable(f *record.Faults) record.Fault { return f.Table }
func inFile(f *record.Faults) record.Fault  { return f.Flipped }
func inCut(f *record.Faults) record.Fault   { return f.Cut }

func triedOf(f record.Fault) uint64     { return f.Tried }
func lostOf(f record.Fault) uint64      { return f.Lost }
func toldOf(f record.Fault) uint64      { return f.Told }
func silentOf(f record.Fault) uint64    { return f.Silent }
func panicsOf(f record.Fault) uint64    { return f.Panics }
func unnoticedOf(f record.Fault) uint64 { return f.Tried - f.Told - f.Panics }
func positivesOf(f record.Fault) uint64 { return f.Positives }
func queriesOf(f record.Fault) uint64   { return f.Queries }
func mostLost(c analysis.Cell) (n uint64) {
	for _, r := range c.Records {
		n = max(n, r.Faults().Table.Most)
	}
	return n
}

func faultShare(sort func(*record.Faults) record.Fault, part, whole func(record.Fault) uint64) func(analysis.Cell) value {
	return func(c analysis.Cell) value { return shareOf(total(c, fault(sort, part)), total(c, fault(sort, whole))) }
}

func faultEach(sort func(*record.Faults) record.Fault, part, whole func(record.Fault) uint64) func(analysis.Cell) value {
	return func(c analysis.Cell) value { return perEach(c, fault(sort, part), fault(sort, whole)) }
}

// worstFlip names the filters that lose the fewest and the most keys by a flipped bit.
func worstFlip(r *run) (holes, error) {
	cells, err := cellsOf(record.KindFaults, faultsExperiment, "table", nil)(r)
	if err != nil || len(cells) == 0 {
		return nil, err
	}
	by := func(a, b analysis.Cell) int {
		return compare(measure.LostPerFlip.Estimate([]analysis.Cell{a}, nil, nil).Value, measure.LostPerFlip.Estimate([]analysis.Cell{b}, nil, nil).Value)
	}
	least, most := slices.MinFunc(cells, by), slices.MaxFunc(cells, by)
	return holes{"least": name(least.Variant), "few": amountOfCell(measure.LostPerFlip)(least), "most": name(most.Variant), "many": amountOfCell(measure.LostPerFlip)(most), "worst": count(mostLost(most))}, nil
}

var faultsSection = section{title: "Flipped bits and short files", experiment: faultsExperiment, parts: []part{
	say("A flipped bit loses {few} keys in {least} and {many} in {most}, up to {worst} at once; no filter notices.", worstFlip),
	table[analysis.Cell]{id: "systems-flips", title: "One bit of a table", rows: cellsOf(record.KindFaults, faultsExperiment, "table", nil), columns: []column[analysis.Cell]{
		filterColumn(),
		{"Keys lost by a flipped bit", amountOfCell(measure.LostPerFlip)},
		{"Most by one", func(c analysis.Cell) value { return count(mostLost(c)) }},
		{"Flips that lose none", func(c analysis.Cell) value {
			n := total(c, fault(inTable, triedOf))
			return shareOf(n-total(c, fault(inTable, silentOf)), n)
		}},
		{"Rate afterwards", faultShare(inTable, positivesOf, queriesOf)},
		{"Lookups panic", faultShare(inTable, panicsOf, triedOf)},
	}},
	prose(`Serialised forms: one bit flipped behind the first 64 bytes, or the end cut off at a random byte, and then read. *Told* is the share of such files that the library
refuses with an error; keys are those denied by a filter that was read without one.`),
	table[analysis.Cell]{id: "systems-files", title: "Faults in files", rows: cellsOf(record.KindFaults, faultsExperiment, "files", nil), columns: []column[analysis.Cell]{
		filterColumn(),
		{"Bytes", func(c analysis.Cell) value { return count(c.Records[0].Faults().Form) }},
		{"Flipped: told", faultShare(inFile, toldOf, triedOf)},
		{"Keys lost if not", faultEach(inFile, lostOf, unnoticedOf)},
		{"Cut: told", faultShare(inCut, toldOf, triedOf)},
		{"Keys lost if not, cut", faultEach(inCut, lostOf, unnoticedOf)},
		{"Of keys", func(c analysis.Cell) value { return count(c.Records[0].Faults().Members) }},
		{"Reads that panic", func(c analysis.Cell) value {
			return count(total(c, fault(inFile, panicsOf)) + total(c, fault(inCut, panicsOf)))
		}},
	}},
}}

// racing is a number of goroutines that insert each key at once.
type racing struct {
	analysis.Cell
	record.Raced
}

func races(r *run) (rows []racing, err error) {
	cells, err := r.kind(record.KindFirsts, firstsExperiment, "")
	for _, c := range cells {
		for i := range c.Records[0].Firsts().Races {
			var sum record.Raced
			for _, rec := range c.Records {
				measure.AddCounts(&sum, rec.Firsts().Races[i])
			}
			rows = append(rows, racing{c, sum})
		}
	}
	return rows, err
}

func worstRace(r *run) (holes, error) {
	rows, err := races(r)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	worst := slices.MaxFunc(rows, func(a, b racing) int {
		return compare(float64(a.Twice)/float64(a.Keys), float64(b.Twice)/float64(b.Keys))
	})
	return holes{"filter": name(worst.Variant), "twice": shareOf(worst.Twice, worst.Keys), "n": words(fmt.Sprint(worst.Goroutines))}, nil
}

var firstsSection = section{title: "Inserts that say whether they changed anything", experiment: firstsExperiment, parts: []part{
	say("Where {n} goroutines or threads insert one key at once into {filter}, bit by bit and without a lock, more than one is told that it was the first for {twice} of the keys.", worstRace),
	table[analysis.Cell]{id: "systems-firsts", title: "Reports, one by one", rows: cellsOf(record.KindFirsts, firstsExperiment, "", func(c analysis.Cell) bool { return c.Guard == "" }), columns: []column[analysis.Cell]{
		filterColumn(),
		{"New keys reported as old", shareOfCell(measure.NewToldOld)},
		{"Wrong reports", shareOfCell(measure.ReportWrong)},
	}},
	prose("A report is wrong if it is not what a lookup had said before, or if an old key is reported as new. At once, all goroutines wait for each other before each key; the counts depend on the machine."),
	table[racing]{id: "systems-races", title: "Reports of goroutines that insert one key at once", rows: races, columns: []column[racing]{
		{"Filter", func(x racing) value { return name(x.Variant) }},
		{"Shared by", func(x racing) value { return words(pick(x.Guard == "", "its own means", x.Guard)) }},
		{"Goroutines or threads", func(x racing) value { return count(x.Goroutines) }},
		{"Told to more than one", func(x racing) value { return shareOf(x.Twice, x.Keys) }},
		{"Told to none", func(x racing) value { return shareOf(x.None, x.Keys) }},
	}},
}}
