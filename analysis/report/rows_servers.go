package report

import (
	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// The experiments with a real Redis server.
const (
	repliesExperiment = "redis-replies"
	serverExperiment  = "redis-server"
)

// replied is how a server answered one command, over all repetitions.
type replied struct {
	variant, server string
	record.Replied
}

func repliesByCommand(r *run) (rows []replied, err error) {
	cells, err := r.kind(record.KindReplies, repliesExperiment, "")
	for _, c := range cells {
		for _, rec := range c.Records {
			for _, one := range rec.Replies().Commands {
				row := analysis.Among(&rows, func(x replied) bool { return x.variant == c.Variant && x.Name == one.Name }, replied{variant: c.Variant, server: rec.Peer})
				measure.AddCounts(&row.Replied, one)
			}
		}
	}
	return rows, err
}

// promisesKept says of each sentence of the documentation how often it was broken, and what
// the first reply was that the model did not foresee.
func promisesKept(r *run) (lines []holes, err error) {
	cells, err := r.kind(record.KindReplies, repliesExperiment, "")
	for _, c := range cells {
		var sums []record.Promised
		for _, rec := range c.Records {
			for _, p := range rec.Replies().Promises {
				measure.AddCounts(analysis.Among(&sums, func(q record.Promised) bool { return q.What == p.What }, record.Promised{}), p)
			}
		}
		for _, p := range sums {
			lines = append(lines, holes{"who": name(analysis.FamilyOf(c.Variant)), "what": words(p.What), "broken": count(p.Broken), "asked": count(p.Asked)})
		}
	}
	return lines, err
}

// trips are the round trips of a thousand operations; a filter in this process has none.
func (c called) trips(op string) value {
	var trips, ops uint64
	for _, rec := range c.Records {
		for _, s := range rec.Time().Samples {
			if s.Op == op {
				trips, ops = trips+s.Trips, ops+s.Ops
			}
		}
	}
	if ops == 0 {
		return nothing
	}
	return number(1000 * float64(trips) / float64(ops))
}

// factor is a parameter of a server's filter, nothing for others.
func (c called) factor(key string) value {
	x := analysis.Param(c.Variant, key)
	return pick(x == x, number(x), nothing)
}

var serversSection = section{title: "A real Redis server", experiment: serverExperiment, parts: []part{
	prose(`A server of its own on this machine, or one that was named, is asked over its protocol: bits of a string by a command for each probe, the same by a script on the
server, and the filters of RedisBloom. Bits are what the server says of its memory, headers included. *redis-bf* and *redis-cf* are the models here, with the same keys: they foresee a server's
filter bit for bit, so their counts must be the same.`),
	table[program]{rows: programsOf(serverExperiment, "rate"), columns: []column[program]{
		{"Filter", func(p program) value { return name(p.Variant) }},
		{"Made by", func(p program) value { return madeBy(p.Cell) }},
		{"Bits per key", func(p program) value { return number(p.bits) }},
		{"False positives", func(p program) value { return count(p.rate.Hits) }},
		{"of", func(p program) value { return count(p.rate.Trials) }},
		{"Rate", func(p program) value { return rate(p.rate.Proportion) }},
		{"Held keys denied", func(p program) value { return p.lost }},
	}},
	prose(`What a call costs is the round trip, by the wall clock; *batch* keys go into a command and *depth* commands into a pipeline.`),
	table[called]{id: "libraries-servers", title: "Calls to a server", by: "Lookup, absent, ns", rows: callsOf(serverExperiment), columns: []column[called]{
		{"Filter", func(c called) value { return name(analysis.FamilyOf(c.Variant)) }},
		{"Keys a command", func(c called) value { return c.factor("batch") }},
		{"Commands a pipeline", func(c called) value { return c.factor("depth") }},
		{"Insert, ns", func(c called) value { return c.gross("insert") }},
		{"Lookup, present, ns", func(c called) value { return c.gross("hit") }},
		{"Lookup, absent, ns", func(c called) value { return c.gross("miss") }},
		{"Round trips for 1,000 lookups", func(c called) value { return c.trips("miss") }},
	}},
}}

var repliesSection = section{title: "Reply by reply", experiment: repliesExperiment, parts: []part{
	prose(`Random commands about filters of random parameters go to the server, and to the model here; each reply is compared.`),
	table[replied]{rows: repliesByCommand, columns: []column[replied]{
		{"Command", func(c replied) value { return name(c.Name) }},
		{"Server", func(c replied) value { return words(c.server) }},
		{"Replies", func(c replied) value { return count(c.Sent) }},
		{"Not foreseen", func(c replied) value { return count(c.Differs) }},
	}},
	each("{who}, {what}: broken by {broken} of {asked} replies.", promisesKept),
}}
