package report

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// copiesExperiment looks for the size at which filters keep keys with copies.
const copiesExperiment = "copies"

// fitted is the size at which a filter keeps a stream, if any does.
type fitted struct {
	analysis.Cell
	measure.FitSize
}

// bits are for each different key, everything counted.
func (f fitted) bits() value {
	if !f.Always(f.Cell) {
		return words(pick(f.Fits == 0, "never", fmt.Sprintf("in %d of %d", f.Fits, len(f.Records))))
	}
	return ranged(f.Bits.Value, f.Bits.Lo, f.Bits.Hi)
}

// repeating is the share of the keys that come more than once, and copies how often these come.
func (f fitted) repeating() float64 { return 1 / analysis.Param(f.Workload, "every") }
func (f fitted) copies() float64    { return analysis.Param(f.Workload, "r") }

func fitsOf(part string) func(*run) ([]fitted, error) {
	return perCell(record.KindFit, copiesExperiment, part, func(c analysis.Cell) (fitted, error) {
		f, err := measure.Fit(c)
		return fitted{c, f}, err
	})
}

// copiesMapped are the copies of a key that the map of remedies has columns for.
var copiesMapped = []float64{2, 8, 32, 128}

// remediesAt are the filters that keep all keys of a share, by the copies of those that repeat.
type remediesAt struct {
	share  float64
	fitted map[float64][]fitted // by copies, the fewest bits first
}

func remediesByShare(r *run) (rows []remediesAt, err error) {
	cells, err := fitsOf("map")(r)
	for _, c := range cells {
		if analysis.FamilyOf(c.Variant) == "exact" {
			continue
		}
		row := analysis.Among(&rows, func(m remediesAt) bool { return m.share == c.repeating() }, remediesAt{c.repeating(), map[float64][]fitted{}})
		kept := row.fitted[c.copies()]
		if c.Always(c.Cell) {
			kept = append(kept, c)
		}
		row.fitted[c.copies()] = kept
	}
	for _, row := range rows {
		for _, list := range row.fitted {
			slices.SortStableFunc(list, func(a, b fitted) int { return compare(a.Bits.Value, b.Bits.Value) })
		}
	}
	slices.SortFunc(rows, func(a, b remediesAt) int { return compare(a.share, b.share) })
	return rows, err
}

func remedyColumns() []column[remediesAt] {
	columns := []column[remediesAt]{{"Keys that repeat", func(m remediesAt) value { return share(m.share) }}}
	for _, n := range copiesMapped {
		columns = append(columns, column[remediesAt]{plain(n) + " copies of each", func(m remediesAt) value {
			list, measured := m.fitted[n]
			if len(list) == 0 {
				return pick(measured, words("none"), nothing)
			}
			return words(code(list[0].Variant) + ": " + number(list[0].Bits.Value).page)
		}})
	}
	return columns
}

// cheapest returns the filter that keeps all keys on every stream of some shares and takes the
// fewest bits on the worst of them; "" if there is none.
func cheapest(rows []remediesAt) (variant string, worst float64, streams int) {
	kept, most := map[string]int{}, map[string]float64{}
	for _, row := range rows {
		for _, list := range row.fitted {
			streams++
			for _, f := range list {
				kept[f.Variant]++
				most[f.Variant] = max(most[f.Variant], f.Bits.Value)
			}
		}
	}
	for v, n := range kept {
		if n == streams && (variant == "" || most[v] < worst || most[v] == worst && v < variant) {
			variant, worst = v, most[v]
		}
	}
	return variant, worst, streams
}

// advice names the filter for any stream and, where the keys that repeat are few, the cheaper one:
// of the shares up to which it is cheaper by a tenth at least the largest.
func advice(r *run) (holes, error) {
	rows, err := remediesByShare(r)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	best, worst, streams := cheapest(rows)
	text := "No filter keeps every key of all " + count(streams).page + " streams"
	if best != "" {
		text = "Take " + code(best) + " if you know nothing of your copies: it keeps every key of all " + count(streams).page + " streams at " + number(worst).page + " bits for each different key at most"
	}
	for n := len(rows) - 1; n > 0; n-- {
		few, bits, _ := cheapest(rows[:n])
		if few != "" && few != best && (best == "" || bits < 0.9*worst) {
			text += "; where no more than " + share(rows[n-1].share).page + " of the keys repeat, take " + code(few) + ", at " + number(bits).page + " bits at most"
			break
		}
	}
	return holes{"advice": words(text)}, nil
}

// hotShares tells at which load one hot key stops a plain cuckoo filter, by its share of the inserts.
func hotShares(r *run) (holes, error) {
	cells, err := r.cells("multisets", "hot")
	var parts []string
	for _, c := range cells {
		if c.Variant != plainFilter {
			continue
		}
		l, err := measure.Load(c)
		if err != nil {
			return nil, err
		}
		parts = append(parts, share(l.Quantile(0.5).Value).page+" of its slots where the key has "+percent(analysis.Param(c.Workload, "share"))+" of the inserts")
	}
	if err != nil || len(parts) == 0 {
		return nil, err
	}
	return holes{"loads": words(list(parts))}, nil
}

// calledBy is a filter on a stream under one caller.
type calledBy struct {
	analysis.Cell
	measure.CallerSum
}

func (c calledBy) lost() float64 { return float64(c.Lost) / float64(c.Distinct) }

func callersOf(r *run) (rows []calledBy, err error) {
	cells, err := r.kind(record.KindCallers, copiesExperiment, "callers")
	for _, c := range cells {
		sums, err := measure.CallerSums(c)
		if err != nil {
			return nil, err
		}
		for _, s := range sums {
			rows = append(rows, calledBy{c, s})
		}
	}
	return rows, err
}

// streamUnder is a stream of keys through one filter, with what each caller loses.
type streamUnder struct {
	analysis.Cell
	runs map[string]calledBy
}

// plainFilter is the filter that the table of callers is about, as nearly full as it gets.
const plainFilter = "cuckoo(b=4,f=12)"

func streamsUnderCallers(r *run) (rows []streamUnder, err error) {
	all, err := callersOf(r)
	fill := 0.0
	for _, c := range all {
		fill = max(fill, c.Fill)
	}
	for _, c := range all {
		if c.Variant != plainFilter || c.Fill != fill {
			continue
		}
		analysis.Among(&rows, func(s streamUnder) bool { return s.Workload == c.Workload }, streamUnder{c.Cell, map[string]calledBy{}}).runs[c.Caller.Caller] = c
	}
	return rows, err
}

func (s streamUnder) lost(caller string) value {
	c, ok := s.runs[caller]
	return pick(ok, shareOf(c.Lost, c.Distinct), nothing)
}

func callerColumns() []column[streamUnder] {
	columns := []column[streamUnder]{{"Stream", func(s streamUnder) value { return words(streamWords(s.Workload)) }}}
	for _, c := range []struct{ title, name string }{
		{"Delete every copy", record.PolicyAll}, {"Remember refusals", record.PolicyEvery}, {"Look first", record.PolicyCheck},
		{"Look first, delete the last", record.PolicyLast}, {"Know exactly", record.PolicyKnown}, {"Grow on refusal", record.PolicyGrow},
	} {
		columns = append(columns, column[streamUnder]{c.title, func(s streamUnder) value { return s.lost(c.name) }})
	}
	return append(columns, column[streamUnder]{"Made larger by the last", func(s streamUnder) value {
		c, ok := s.runs[record.PolicyGrow]
		return pick(ok, words(number(math.Exp2(float64(c.Grown)/float64(max(1, c.Trials)))).page+" times"), nothing)
	}})
}

// streamWords says what a stream of keys is.
func streamWords(workload string) string {
	param := func(key string) float64 { return analysis.Param(workload, key) }
	switch analysis.FamilyOf(workload) {
	case "uniform":
		return "every key once"
	case "hot":
		keys := param("keys")
		if math.IsNaN(keys) {
			keys = 1
		}
		return plain(keys) + pick(keys == 1, " hot key", " hot keys") + " with " + percent(param("share")) + " of the inserts"
	case "bursts":
		return "one key in " + plain(param("every")) + " " + plain(param("r")) + " times in a row"
	case "zipf":
		return "Zipf's law, exponent " + plain(param("s"))
	}
	return workload
}

// keepers names the filters that lose no key on any stream to a caller who deletes every copy,
// and what the others lose at most.
func keepers(r *run) (holes, error) {
	all, err := callersOf(r)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	worst, order := map[string]float64{}, []string{}
	for _, c := range all {
		if c.Caller.Caller != record.PolicyAll {
			continue
		}
		if _, seen := worst[c.Variant]; !seen {
			order = append(order, c.Variant)
		}
		worst[c.Variant] = max(worst[c.Variant], c.lost())
	}
	var safe, others []string
	for _, v := range order {
		if worst[v] == 0 {
			safe = append(safe, code(v))
		} else {
			others = append(others, code(v)+" ("+percent(worst[v])+")")
		}
	}
	return holes{"safe": words(pick(len(safe) > 0, list(safe), "no filter")), "others": words(list(others))}, nil
}

// program is a filter in another language, or one of ours beside it.
type program struct {
	analysis.Cell
	rate measure.FalsePositives
	lost value
	bits float64
}

// programsOf reads the rates of a part in which programs take part.
func programsOf(experiment, part string) func(*run) ([]program, error) {
	return perCell(record.KindFPR, experiment, part, func(c analysis.Cell) (program, error) {
		f, err := measure.FPR(c)
		return program{c, f, words(count(f.Missing).page + " of " + count(f.Members).page), measure.BitsPerKey(c)}, err
	})
}

// contendersExperiment runs filters that are programs of their own.
const contendersExperiment = "contenders"

// called is what calls of a filter take in its own language.
type called struct {
	analysis.Cell
	times map[string]measure.Timing
}

// callsOf reads the times of an experiment, without those of null.
func callsOf(experiment string) func(*run) ([]called, error) {
	return func(r *run) (rows []called, err error) {
		cells, err := r.kind(record.KindTime, experiment, "")
		for _, c := range cells {
			if c.Variant == record.NullVariant {
				continue
			}
			row := called{c, map[string]measure.Timing{}}
			for _, op := range c.Ops {
				if t, ok := measure.Time(c, op); ok {
					row.times[op] = t
				}
			}
			rows = append(rows, row)
		}
		return rows, err
	}
}

func (c called) gross(op string) value {
	t, ok := c.times[op]
	if !ok {
		return nothing
	}
	return ranged(t.Gross.Value, t.Gross.Lo, t.Gross.Hi)
}

// madeBy says whose filter it is.
func madeBy(c analysis.Cell) value {
	if peer := c.Records[0].Peer; peer != "" {
		return words(peer)
	}
	return words("this project (Go)")
}

var contendersSection = section{title: "Filters in other languages", experiment: contendersExperiment, parts: []part{
	prose(`A program in any language can compete: it gets the same keys in a file, runs the loop and the clock itself, and writes an answer for each operation, which is
counted here. Keys are 8 bytes. Each library hashes by itself.`),
	table[program]{rows: programsOf(contendersExperiment, "rate"), columns: []column[program]{
		{"Filter", func(p program) value { return name(p.Variant) }},
		{"Made by", func(p program) value { return madeBy(p.Cell) }},
		{"Bits per key", func(p program) value { return number(p.bits) }},
		{"Rate", func(p program) value { return rate(p.rate.Proportion) }},
		{"Held keys denied", func(p program) value { return p.lost }},
	}},
	prose(`Nanoseconds of a call as its own language makes it, its hash and its way of calling included; the clock is that of the thread on a core (of the process in JavaScript).
Rounds before the one that counts let compilers learn.`),
	table[called]{id: "libraries-languages", title: "Calls in other languages", by: "Lookup, absent, ns", rows: callsOf(contendersExperiment), columns: []column[called]{
		{"Filter", func(c called) value { return name(c.Variant) }},
		{"Made by", func(c called) value { return madeBy(c.Cell) }},
		{"Keys", func(c called) value { return count(c.Capacity) }},
		{"Insert, ns", func(c called) value { return c.gross("insert") }},
		{"Lookup, present, ns", func(c called) value { return c.gross("hit") }},
		{"Lookup, absent, ns", func(c called) value { return c.gross("miss") }},
	}},
}}

var copiesSection = section{title: "What to take, and what it costs", experiment: copiesExperiment, parts: []part{
	say("{advice}.", advice),
	say("One hot key stops a plain cuckoo filter: at its first refusal it has filled {loads}.", hotShares),
	prose(`A filter is made for the different keys that come, takes every copy, and is made anew and larger until it refuses no copy, finds every key, and loses none as every second copy
is deleted. Bits are for each different key at that size, with side tables and layers. *None* and *never*: up to 64 times the size.`),
	table[remediesAt]{rows: remediesByShare, columns: remedyColumns()},
	table[fitted]{id: "duplicates-fit", title: "Every filter on every stream", by: "Bits", rows: fitsOf("map"), columns: []column[fitted]{
		{"Filter", func(f fitted) value { return name(f.Variant) }},
		{"Keys that repeat", func(f fitted) value { return share(f.repeating()) }},
		{"Copies of each", func(f fitted) value { return number(f.copies()) }},
		{"Bits", fitted.bits},
		{"Size over the first", func(f fitted) value { return number(f.Times) }},
		{"Copies refused at the first size", func(f fitted) value { return share(f.Refused) }},
		{"Keys lost at the last size", func(f fitted) value { return share(f.Lost) }},
	}},
	prose("Copies by Zipf's law:"),
	table[fitted]{id: "duplicates-fit-zipf", title: "Every filter on Zipf's law", by: "Bits", rows: fitsOf("zipf"), columns: []column[fitted]{
		{"Filter", func(f fitted) value { return name(f.Variant) }},
		{"Exponent", func(f fitted) value { return number(analysis.Param(f.Workload, "s")) }},
		{"Copies of a key", func(f fitted) value { return number(f.Copies) }},
		{"Bits", fitted.bits},
	}},
	prose(`A caller who makes the table larger when an insert is refused, while one key is every fiftieth insert. More room does not help a key that has filled its two buckets: a full key
is not a full table. With *refuse=early* the filter tells the one from the other without a kick.`),
	table[fitted]{rows: fitsOf("grow"), columns: []column[fitted]{
		{"Filter", func(f fitted) value { return name(f.Variant) }},
		{"Bits", fitted.bits},
		{"Made larger, up to times", func(f fitted) value { return number(f.Times) }},
	}},
	prose(`Six callers put the same stream through *cuckoo(b=4,f=12)*, nearly full: the share of the keys in the window that the filter denies at the end, including those that
it never accepted. *Delete every copy* does so for refused ones too. *Know exactly* keeps the keys and their counts beside the filter, at least 12 bytes for each.`),
	table[streamUnder]{rows: streamsUnderCallers, columns: callerColumns()},
	say("To a caller who deletes every copy that leaves, {safe} lose no key on any of these streams; the others lose at most: {others}.", keepers),
	table[calledBy]{id: "duplicates-callers", title: "Every filter under every caller", by: "Keys lost", rows: callersOf, columns: []column[calledBy]{
		{"Filter", func(c calledBy) value { return name(c.Variant) }},
		{"Stream", func(c calledBy) value { return name(c.Workload) }},
		{"Keys over those it is made for", func(c calledBy) value { return share(c.Fill) }},
		{"Caller", func(c calledBy) value { return words(c.Caller.Caller) }},
		{"Keys in the window", func(c calledBy) value { return count(c.Distinct) }},
		{"Keys lost", func(c calledBy) value { return shareOf(c.Lost, c.Distinct) }},
		{"Accepted and denied", func(c calledBy) value { return count(c.Denied) }},
		{"Keys that left and look present", func(c calledBy) value { return shareOf(c.Remains, c.Left) }},
		{"Keys that never came and do", func(c calledBy) value { return shareOf(c.Positives, c.Queries) }},
		{"Copies refused", func(c calledBy) value { return shareOf(c.Refused, c.Inserts) }},
		{"Bits per key, with what the caller keeps", func(c calledBy) value { return number(c.BitsEach()) }},
		{"Made larger, times 2", func(c calledBy) value { return number(float64(c.Grown) / float64(max(1, c.Trials))) }},
	}},
}}

// compacted is the delete of a server that compacts, after copies of one key.
type compacted struct {
	analysis.Cell
	*record.Grown
}

func compactions(r *run) (rows []compacted, err error) {
	cells, err := r.kind(record.KindGrowth, serverExperiment, "")
	for _, c := range cells {
		rows = append(rows, compacted{c, c.Records[0].Grown()})
	}
	slices.SortFunc(rows, func(a, b compacted) int { return compare(float64(a.Grown.Copies), float64(b.Grown.Copies)) })
	return rows, err
}

// region is the streams that one filter keeps in the fewest bits, with one number of copies.
type region struct {
	filter        fitted
	least, most   float64 // share of the keys that repeat
	fewest, worst float64 // bits of it
	copies        []float64
	tied          bool // on some stream its interval meets that of the next
}

// regions goes through the map: neighbours with the same best filter are one region.
func regions(r *run) (all []region, err error) {
	rows, err := remediesByShare(r)
	for _, n := range copiesMapped {
		var column []region
		for _, row := range rows {
			list := row.fitted[n]
			if len(list) == 0 {
				continue
			}
			best, last := list[0], len(column)-1
			if last < 0 || column[last].filter.Variant != best.Variant {
				column = append(column, region{filter: best, least: row.share, fewest: math.Inf(1), copies: []float64{n}})
				last++
			}
			c := &column[last]
			c.most, c.fewest, c.worst = row.share, math.Min(c.fewest, best.Bits.Value), math.Max(c.worst, best.Bits.Value)
			c.tied = c.tied || len(list) > 1 && list[1].Bits.Lo <= best.Bits.Hi
		}
		for _, c := range column {
			i := slices.IndexFunc(all, func(a region) bool {
				return a.filter.Variant == c.filter.Variant && a.least == c.least && a.most == c.most
			})
			if i < 0 {
				all = append(all, c)
				continue
			}
			all[i].copies = append(all[i].copies, n)
			all[i].fewest, all[i].worst = math.Min(all[i].fewest, c.fewest), math.Max(all[i].worst, c.worst)
			all[i].tied = all[i].tied || c.tied
		}
	}
	return all, err
}

// regionAdvice is a sentence for each region, with what an insert and a lookup of the filter take.
func regionAdvice(r *run) (lines []holes, err error) {
	all, err := regions(r)
	if err != nil {
		return nil, err
	}
	timed, err := r.cells("multisets", "speed")
	for _, g := range all {
		share, bits, copies := share(g.most).page, number(g.worst).page, make([]string, len(g.copies))
		if g.least < g.most {
			share = percent(g.least) + " to " + share
		}
		if number(g.fewest).page != bits {
			bits = number(g.fewest).page + " to " + bits
		}
		for i, n := range g.copies {
			copies[i] = plain(n)
		}
		times := ""
		for _, c := range timed {
			insert, ok := measure.Time(c, "insert")
			hit, also := measure.Time(c, "hit")
			if c.Variant == g.filter.Variant && ok && also && insert.HasNet() && hit.HasNet() {
				times = "; an insert takes " + number(insert.Net.Value).page + " ns, a lookup " + number(hit.Net.Value).page
			}
		}
		lines = append(lines, holes{"where": words(share + " of the keys repeat, with " + list(copies) + " copies each"), "filter": name(g.filter.Variant), "bits": words(bits),
			"times": words(times), "tied": words(pick(g.tied, ", though on some of these streams another takes no more", ""))})
	}
	return lines, err
}
