package claims

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// outcome is what one size and operation says of "this takes longer than that".
type outcome struct {
	name    string
	ratio   Estimate
	least   float64 // from which on the ratio counts as longer
	largest bool    // of the sizes, where they decide
}

func (o outcome) part() part { return atLeast("the ratio for "+o.name, o.ratio, o.least) }

// acrossCases rules on a claim about times that must hold in all cases. Where it does
// not, it holds with a condition if it is shown in half of the cases or more, or in all
// of those at the largest size and nowhere as often the other way round: in small
// tables the loop is most of the time and little remains to compare, so that the
// intervals there may be wide without saying anything of the large ones.
func acrossCases(list []outcome, what, line, here string) Ruling {
	var parts, held, anchor []part
	var against, open []string
	for _, o := range list {
		p := o.part()
		parts = append(parts, p)
		if o.largest {
			anchor = append(anchor, p)
		}
		switch many := float64(len(list)); { // what holds is chosen by looking at all of it
		case o.ratio.Known() && p.pInside()*many < level:
			held = append(held, p)
		case o.ratio.Known() && p.outside() && p.pOutside()*many < level:
			against = append(against, fmt.Sprintf("%s (%s)", o.name, with(o.ratio)))
		case o.ratio.Known() && !(o.largest && p.inside()):
			open = append(open, fmt.Sprintf("%s (%s)", o.name, with(o.ratio)))
		case !o.ratio.Known():
			open = append(open, o.name)
		}
	}
	least, _ := span(list)
	r := judge(parts).ruling(what, "", least, line)
	if r.Verdict == Confirmed {
		tied := slices.IndexFunc(parts, func(p part) bool { return p.pInside() >= level })
		if tied < 0 {
			return r.when(here)
		}
		r.Verdict, r.P, r.Line = Undecided, math.NaN(), judgement{worst: parts[tied]}.hint()
	}
	if len(against) > 0 {
		here += "; not so for " + sentence(against)
	}
	if len(open) > 0 {
		here += "; not shown for " + sentence(open)
	}
	switch {
	case len(anchor) > 0 && judge(anchor).verdict == Confirmed && len(against) <= max(len(held), len(anchor)):
		return judge(anchor).ruling(what, "", least, line).when(here)
	case len(held)*2 < len(parts):
		return r
	}
	some := judge(held).ruling(what, "", least, line)
	some.P *= float64(len(parts))
	return some.when(here)
}

// span returns the ratios with the lowest and the highest ends.
func span(list []outcome) (least, largest Estimate) {
	var xs []Estimate
	for _, o := range list {
		xs = append(xs, o.ratio)
	}
	return extremes(xs)
}

func extremes(list []Estimate) (least, largest Estimate) {
	least, largest = list[0], list[0]
	for _, x := range list {
		if x.Lo < least.Lo {
			least = x
		}
		if x.Hi > largest.Hi {
			largest = x
		}
	}
	return least, largest
}

// leastNet is the least net time that counts, in nanoseconds. No loop is known better:
// what is below, or below nothing because the loop of null was interrupted, cannot be
// told from it and from another such time.
const leastNet = 0.1

// netRatio is the statistic of one operation's net times, one filter's over
// another's, in a repetition. It is above 1 exactly where the gross time is longer, for
// both are less the same null, unless both are shorter than can be told.
func netRatio(a, b analysis.Cell, op string) func([]*record.Record) float64 {
	return func(row []*record.Record) float64 {
		x, okX := measure.Net(a, row[0], op)
		y, okY := measure.Net(b, row[1], op)
		if !okX || !okY {
			return math.NaN()
		}
		return math.Max(x, leastNet) / math.Max(y, leastNet)
	}
}

// pair is two filters of one part whose lookups are compared at each size.
type pair struct{ experiment, part, slow, fast string }

func ruleLookups(e *Evidence) Ruling {
	const cuckoo = "cuckoo(b=4,f=12)"
	return slower(e, "net time of a lookup in a Bloom filter over one in a cuckoo filter of 12-bit fingerprints, least over sizes and probes",
		pair{"throughput", "size", "bloom(bpk=12)", cuckoo},
		pair{"throughput", "probes", "bloom(bpk=12,k=4)", cuckoo},
		pair{"throughput", "probes", "bloom(bpk=12,k=14)", cuckoo},
		pair{"throughput", "probes", "bloom(fpr=0.0019)", cuckoo})
}

func ruleBlocking(e *Evidence) Ruling {
	return slower(e, "net time of a lookup in a standard over one in a blocked filter of equal bits, least over sizes and blocks",
		pair{"throughput", "size", "bloom(bpk=12)", "blocked(bpk=12)"},
		pair{"speed-bars", "bars", "bloom(bpk=12)", "splitblock(bpk=12)"})
}

// slower rules on "the one takes longer than the other", for hits and misses at every
// size of every pair. The first pair must have been measured; the others count if they
// were.
func slower(e *Evidence, what string, pairs ...pair) Ruling {
	var list []outcome
	line := ""
	for i, p := range pairs {
		a, b := e.take(p.experiment, p.part, variant(p.slow)), e.take(p.experiment, p.part, variant(p.fast))
		if len(a) == 0 || len(a) != len(b) {
			if i == 0 {
				return missing("timed lookups of %s and %s at equal sizes", p.slow, p.fast)
			}
			continue
		}
		var own []outcome
		for j := range a { // cells are ordered by size
			for _, op := range []string{"hit", "miss"} {
				o := outcome{
					name:    fmt.Sprintf("%s with %s keys", op, count(a[j].Capacity)),
					ratio:   estimateMedian(overReps([]analysis.Cell{a[j], b[j]}, netRatio(a[j], b[j], op))),
					least:   1,
					largest: j == len(a)-1,
				}
				if i > 0 {
					o.name += " of " + p.slow + " and " + p.fast
				}
				own = append(own, o)
			}
		}
		least, largest := span(own)
		line += fmt.Sprintf("%s takes %s to %s times the time of %s, over %s, hits and misses. ", p.slow, with(least), with(largest), p.fast, sizes(len(a)))
		list = append(list, own...)
	}
	return acrossCases(list, what, line[:len(line)-1], "on this machine, in batches, for these filters")
}

func sizes(n int) string {
	if n == 1 {
		return "one size"
	}
	return fmt.Sprintf("%d sizes", n)
}
