package claims

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// The filters whose single operations are compared.
const (
	timedBloom  = "bloom(bpk=12)"
	timedCuckoo = "cuckoo(b=4,f=12)"
)

// one returns the cell of a variant, the largest if there are several sizes.
func (e *Evidence) one(part, filter string, more ...condition) (c analysis.Cell, ok bool) {
	cells := e.take("latency", part, append(more, variant(filter))...)
	if len(cells) == 0 {
		return c, false
	}
	return cells[len(cells)-1], true // cells are ordered by size
}

func arrival(how string) condition { return func(c analysis.Cell) bool { return c.Arrival == how } }

// What SPD-3 asks for. Times include the clock, whose tick may be as long as an insert:
// less its median, a difference of one tick would be a growth by factors.
const (
	tailQuantile = 0.99 // the time that one insert in a hundred exceeds
	halfFull     = 0.5
	nearlyFull   = 0.95
	stableGrowth = 1.5 // up to which a growth from half to nearly full counts as stable
	tailGrowth   = 2.0 // from which it counts as a tail
)

// tailAt is the time that one insert in a hundred exceeds at a load.
func tailAt(r *record.Record, load float64) float64 {
	return measure.InsertTimes(load)(r).TimeQuantile(tailQuantile)
}

func ruleTails(e *Evidence) Ruling {
	bloom, ok := e.one("insert", timedBloom, kind(record.KindLatency))
	cuckoo, found := e.one("insert", timedCuckoo, kind(record.KindLatency))
	if !ok || !found {
		return missing("inserts timed one by one, by load")
	}
	grown := func(c analysis.Cell) Estimate {
		return estimateMedian(overReps([]analysis.Cell{c}, func(row []*record.Record) float64 {
			return tailAt(row[0], nearlyFull) / tailAt(row[0], halfFull)
		}))
	}
	over := func(load float64) Estimate {
		return estimateMedian(overReps([]analysis.Cell{cuckoo, bloom}, func(row []*record.Record) float64 {
			return tailAt(row[0], load) / tailAt(row[1], load)
		}))
	}
	b, c := grown(bloom), grown(cuckoo)
	line := fmt.Sprintf("From load %s to %s the time that one insert in a hundred exceeds grows %s times in %s and %s times in %s, the clock included.",
		percent(halfFull), percent(nearlyFull), with(b), timedBloom, with(c), timedCuckoo)
	begins := ""
	for _, load := range bloom.Loads {
		if x := over(load); x.Known() {
			line += fmt.Sprintf(" At %s it is %s times as long in the cuckoo filter.", percent(load), with(x))
			if begins == "" && x.Lo > tailGrowth {
				begins = percent(load)
			}
		}
	}
	r := judge([]part{
		atMost("the growth in a Bloom filter", b, stableGrowth), atLeast("the growth in a cuckoo filter", c, tailGrowth),
	}).ruling("growth of the 99th percentile of an insert into a cuckoo filter from half to nearly full", "", c, line)
	if begins != "" {
		return r.when("the tail is longer than twice that of the Bloom filter from a load of " + begins + " on")
	}
	return r.when("the tail is measured against the same filter at half its load")
}

// quantileAt estimates a quantile of the lookups that arrive at a rate, in
// nanoseconds, the clock included: a caller waits for that too.
func quantileAt(c analysis.Cell, rate, q float64) Estimate {
	return estimateMedian(overReps([]analysis.Cell{c}, func(row []*record.Record) float64 { return measure.ArrivalTimes(rate)(row[0]).TimeQuantile(q) }))
}

// The rate and the times that SPD-4 and SPD-5 speak of.
const (
	claimedRate   = 1e6
	claimedCuckoo = 12e3
	claimedBloom  = 28e3
	claimedBound  = 10e3
	quietBound    = claimedBound / 4 // of a filter that does nothing, for its machine to be quiet
	claimedMargin = 0.5              // a value counts as the one said if it is within half of it
)

// arrivalCells returns the cells of the two filters for each kind of arrivals.
func arrivalCells(e *Evidence) (bloom, cuckoo map[string]analysis.Cell, ok bool) {
	bloom, cuckoo = map[string]analysis.Cell{}, map[string]analysis.Cell{}
	for _, how := range arrivalKinds {
		var okB, okC bool
		bloom[how], okB = e.one(partOf[how], timedBloom, kind(record.KindArrivals), arrival(how))
		cuckoo[how], okC = e.one(partOf[how], timedCuckoo, kind(record.KindArrivals), arrival(how))
		if !okB || !okC {
			return nil, nil, false
		}
	}
	return bloom, cuckoo, true
}

// partOf is the part of the experiment for each kind of arrivals.
var partOf = map[string]string{record.ArrivalEven: "even", record.ArrivalPoisson: "random"}

var arrivalKinds = []string{record.ArrivalEven, record.ArrivalPoisson}

// quietMachine reports whether the null filter answers in so short a time that what
// takes long in others is theirs; if not, the ruling says so. An interruption only makes
// times longer: what is short on a machine that was not quiet is short.
func (e *Evidence) quietMachine() (r Ruling, quiet bool) {
	for _, how := range arrivalKinds {
		c, ok := e.one(partOf[how], "null", kind(record.KindArrivals), arrival(how))
		if !ok {
			return missing("the null filter, asked at a given rate"), false
		}
		if x := quantileAt(c, claimedRate, 0.99); !x.Known() || x.Hi > quietBound {
			return Ruling{Verdict: Undecided, P: math.NaN(), Line: fmt.Sprintf(
				"The machine was interrupted too often: with %s arrivals the 99th percentile of a filter that does nothing is %s ns, and %s ns is asked for.", how, with(x), number(quietBound))}, false
		}
	}
	return Ruling{}, true
}

func ruleRequests(e *Evidence) Ruling {
	bloom, cuckoo, ok := arrivalCells(e)
	if !ok {
		return missing("lookups that arrive at a given rate")
	}
	var parts, long []part
	var first Estimate
	line := ""
	for _, how := range arrivalKinds {
		b, c := quantileAt(bloom[how], claimedRate, 0.99), quantileAt(cuckoo[how], claimedRate, 0.99)
		if how == record.ArrivalEven {
			first = c
		}
		parts = append(parts, near("the 99th percentile of cuckoo with "+how+" arrivals, in ns", c, claimedCuckoo, claimedMargin),
			near("the 99th percentile of Bloom with "+how+" arrivals, in ns", b, claimedBloom, claimedMargin))
		line += fmt.Sprintf("With %s arrivals the 99th percentile is %s ns for %s and %s ns for %s, waiting included. ", how, with(c), timedCuckoo, with(b), timedBloom)
	}
	const what = "99th percentile of a lookup in a cuckoo filter at a million a second, in ns"
	if r, quiet := e.quietMachine(); !quiet {
		for _, p := range parts {
			long = append(long, atLeast(p.name, p.x, p.lo))
		}
		if short := judge(long); short.verdict == Refuted {
			return short.ruling(what, "", first, line+"Nothing shows that the machine was quiet, which would make times shorter, and they are too short as they are.")
		}
		return r
	}
	return judge(parts).ruling(what, "", first, line[:len(line)-1]).when("on this machine, in one process")
}

func rulePredictable(e *Evidence) Ruling {
	bloom, cuckoo, ok := arrivalCells(e)
	if !ok {
		return missing("lookups that arrive at a given rate")
	}
	var bounds, spreads []part
	var worst []Estimate
	line := ""
	for _, how := range arrivalKinds {
		c := quantileAt(cuckoo[how], claimedRate, 0.99)
		spread := estimateMedian(overReps([]analysis.Cell{cuckoo[how], bloom[how]}, func(row []*record.Record) float64 {
			return spreadAt(row[0], claimedRate) / spreadAt(row[1], claimedRate)
		}))
		bounds = append(bounds, atMost("the 99th percentile with "+how+" arrivals, in ns", c, claimedBound))
		spreads = append(spreads, atMost("the spread over that of Bloom with "+how+" arrivals", spread, 1))
		worst = append(worst, c)
		line += fmt.Sprintf("With %s arrivals the 99th percentile of %s is %s ns, and it is %s times as far above the median as that of %s. ",
			how, timedCuckoo, with(c), with(spread), timedBloom)
	}
	_, largest := extremes(worst)
	what := "99th percentile of a lookup in a cuckoo filter at a million a second, in ns"
	const alone = "for the bound alone: that the times are more predictable than those of a Bloom filter is not shown"
	bound := judge(bounds)
	if r, quiet := e.quietMachine(); !quiet {
		if bound.verdict == Confirmed {
			return bound.ruling(what, "", largest, line[:len(line)-1]).when(alone + " on a machine that was not quiet")
		}
		return r
	}
	all := judge(append(append([]part{}, bounds...), spreads...))
	if all.verdict == Undecided && bound.verdict == Confirmed {
		return bound.ruling(what, "", largest, line[:len(line)-1]).when(alone)
	}
	return all.ruling(what, "", largest, line[:len(line)-1]).when("on this machine, in one process")
}

// spreadAt is how far the 99th percentile lies above the median, a nanosecond at least.
func spreadAt(r *record.Record, rate float64) float64 {
	times := measure.ArrivalTimes(rate)(r)
	return math.Max(1, times.TimeQuantile(0.99)-times.TimeQuantile(0.5))
}
