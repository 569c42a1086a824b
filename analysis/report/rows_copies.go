package report

import (
	"fmt"
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
	return func(r *run) (rows []fitted, err error) {
		cells, err := r.kind(record.KindFit, copiesExperiment, part)
		if err != nil {
			return nil, err
		}
		for _, c := range cells {
			f, err := measure.Fit(c)
			if err != nil {
				return nil, err
			}
			rows = append(rows, fitted{c, f})
		}
		return rows, nil
	}
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
		i := slices.IndexFunc(rows, func(m remediesAt) bool { return m.share == c.repeating() })
		if i < 0 {
			i = len(rows)
			rows = append(rows, remediesAt{c.repeating(), map[float64][]fitted{}})
		}
		kept := rows[i].fitted[c.copies()]
		if c.Always(c.Cell) {
			kept = append(kept, c)
		}
		rows[i].fitted[c.copies()] = kept
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
				return either(measured, words("none"), nothing)
			}
			return words(code(list[0].Variant) + ": " + number(list[0].Bits.Value).page)
		}})
	}
	return columns
}

// advice counts which filters take the fewest bits, and on how many streams each keeps all keys.
func advice(r *run) (holes, error) {
	rows, err := remediesByShare(r)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	streams := 0
	always, worst := map[string]int{}, map[string]float64{}
	for _, row := range rows {
		for _, list := range row.fitted {
			streams++
			for _, f := range list {
				always[f.Variant]++
				worst[f.Variant] = max(worst[f.Variant], f.Bits.Value)
			}
		}
	}
	best := ""
	for variant, n := range always {
		if n == streams && (best == "" || worst[variant] < worst[best] || worst[variant] == worst[best] && variant < best) {
			best = variant
		}
	}
	if best == "" {
		return nil, nil
	}
	rare := rows[0]
	few := rare.fitted[copiesMapped[len(copiesMapped)-1]]
	if len(few) == 0 {
		return nil, nil
	}
	return holes{
		"best": name(best), "worst": number(worst[best]), "streams": count(streams),
		"share": share(rare.share), "few": name(few[0].Variant), "fewbits": number(few[0].Bits.Value),
	}, nil
}

// hotKeysColumns tell what many hot keys at once do to a filter that does not grow.
var hotKeysColumns = []column[fitted]{
	{"Filter", func(f fitted) value { return name(f.Variant) }},
	{"Keys over those it is made for", func(f fitted) value { return share(f.Fill) }},
	{"Hot keys", func(f fitted) value { return number(max(1, f.Distinct*f.repeating())) }},
	{"Copies refused", func(f fitted) value { return share(f.Refused) }},
	{"Keys taken and denied", func(f fitted) value { return share(f.Denied) }},
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
	return func(r *run) (rows []program, err error) {
		cells, err := r.kind(record.KindFPR, experiment, part)
		for _, c := range cells {
			f, err := measure.FPR(c)
			if err != nil {
				return nil, err
			}
			p := program{Cell: c, rate: f, bits: measure.BitsPerKey(c)}
			var members, missing uint64
			for _, rec := range c.Records {
				members, missing = members+rec.FPR().Members, missing+rec.FPR().Missing
			}
			p.lost = words(count(missing).page + " of " + count(members).page)
			rows = append(rows, p)
		}
		return rows, err
	}
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
	say("{best} keeps every key of all {streams} streams at {worst} bits for each different key at most; where no more than {share} of the keys repeat, {few} does at {fewbits}.", advice),
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
	prose("Many hot keys at once, forty copies of each, in filters that do not grow: what they refuse, and the keys that they took and deny."),
	table[fitted]{id: "duplicates-hot", title: "Many hot keys at once", by: "Keys taken and denied", rows: fitsOf("hot-keys"), columns: hotKeysColumns},
}}
