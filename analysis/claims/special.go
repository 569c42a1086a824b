package claims

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// The rules that are no demands, each with its reason in the ledger. They take the
// selections that their claims list.

var nan = math.NaN()

func listed(names []string) string {
	if len(names) == 0 {
		return "none of those measured"
	}
	return sentence(names)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// measured is a statistic of one cell, or of one over another.
func measured(s measure.Statistic, of analysis.Cell, over ...analysis.Cell) Estimate {
	return s.Estimate([]analysis.Cell{of}, over, nil)
}

var everyFilling = []analysis.Selection{"* kind=fpr|load peer=no"}

// ruleNoNegatives holds every family to one in a million.
func ruleNoNegatives(e *Evidence) Ruling {
	cells := map[string][]analysis.Cell{}
	for _, c := range e.Select(everyFilling[0]) {
		family := analysis.FamilyOf(c.Variant)
		cells[family] = append(cells[family], c)
	}
	if len(cells) == 0 {
		return missing(everyFilling[0])
	}
	const rare = 1e-6
	var all, held []analysis.Cell
	var seldom []string
	worst := 0.0
	for _, family := range slices.SortedFunc(maps.Keys(cells), analysis.CompareFamilies) {
		all = append(all, cells[family]...)
		if x := measure.Denied.Estimate(cells[family], nil, nil); x.Hi < rare {
			held, worst = append(held, cells[family]...), math.Max(worst, x.Hi)
		} else {
			seldom = append(seldom, family)
		}
	}
	x := measure.Denied.Estimate(all, nil, nil)
	r := Ruling{Verdict: Confirmed, What: "share of accepted keys denied", Unit: "share", Effect: x, P: nan,
		Line: fmt.Sprintf("Of lookups of accepted keys %s were denied.", withPercent(x))}
	switch {
	case x.Value > 0:
		r.Verdict = Refuted
	case len(held) == 0:
		r.Verdict = Undecided
		r.Line += " One in a million is asked for of every family."
	case len(seldom) > 0:
		r.Verdict = Conditional
		r.Condition = "the family is one that was asked for enough members to see one denial in a million, which " + sentence(seldom) + " were not"
	}
	return r
}

// Experiment hashes, and what counts as heavy and as no harm.
const (
	hashLoads  = "hashes part=load kind=load family=cuckoo"
	hashCuckoo = "hashes part=rate family=cuckoo"
	hashBloom  = "hashes part=rate family=bloom"

	goodHash                   = "metro" // the function that filters use
	heavyLoad, heavyRate       = 0.5, 2.0
	harmlessLoad, harmlessRate = 0.95, 1.25
)

// hashed is what one hash function does to filters of one kind of keys.
type hashed struct {
	hash, keys    string
	load          Estimate // load at the first refusal over that with the good function
	cuckoo, bloom Estimate // rates over theory
}

func (h hashed) pair() string { return h.hash + " on " + h.keys }

func hashPairs(e *Evidence) (list []hashed) {
	loads, cuckoo, bloom := e.Select(hashLoads), e.Select(hashCuckoo), e.Select(hashBloom)
	find := func(cells []analysis.Cell, hash, keys string) *analysis.Cell {
		i := slices.IndexFunc(cells, func(c analysis.Cell) bool { return c.Hash == hash && c.Workload == keys })
		if i < 0 {
			return nil
		}
		return &cells[i]
	}
	for _, c := range loads {
		good, rate, plain := find(loads, goodHash, c.Workload), find(cuckoo, c.Hash, c.Workload), find(bloom, c.Hash, c.Workload)
		if good == nil || rate == nil || plain == nil {
			return nil
		}
		h := hashed{c.Hash, c.Workload, measured(measure.HeldRatio, c, *good), measured(measure.Over(measure.Exact), *rate), measured(measure.Over(measure.Exact), *plain)}
		if !h.load.Known() || !h.cuckoo.Known() || !h.bloom.Known() {
			return nil
		}
		list = append(list, h)
	}
	return list
}

// ruleHashQuality looks for one pair that does heavy harm, or for harm in none.
func ruleHashQuality(e *Evidence) Ruling {
	list := hashPairs(e)
	if len(list) == 0 {
		return missing(hashLoads)
	}
	var harmless []part
	lowest, p := list[0], 1.0
	for _, h := range list {
		p = math.Min(p, math.Min(h.load.Below(heavyLoad), h.cuckoo.Above(heavyRate)))
		if h.load.Hi < lowest.load.Hi {
			lowest = h
		}
		harmless = append(harmless, part{name: "the load with " + h.pair(), x: h.load, lo: harmlessLoad, hi: math.Inf(1)},
			part{name: "the rate with " + h.pair(), x: h.cuckoo, lo: math.Inf(-1), hi: harmlessRate})
	}
	p *= float64(2 * len(list)) // the worst is chosen by looking at all
	const what = "lowest load at the first refusal over that with a good function"
	line := hashLine(list, lowest)
	if p < level {
		r := Ruling{Verdict: Confirmed, What: what, Effect: lowest.load, P: p, Line: line}
		if condition := hashCondition(list); condition != "" {
			r.Verdict, r.Condition = Conditional, condition
		}
		return r
	}
	j := judge(harmless)
	r := j.ruling(what, "", lowest.load, line)
	switch j.verdict {
	case Confirmed: // that all is harmless
		r.Verdict = Refuted
	case Refuted: // harm, but none that is heavy
		r.Verdict, r.P = Undecided, nan
		r.Line = "There is harm, but none that is heavy for certain. " + line
	}
	return r
}

// hashLine says what the worst functions do to tables and to Bloom filters.
func hashLine(list []hashed, lowest hashed) string {
	loads, rates, blooms := 0, 0, 0
	for _, h := range list {
		if h.load.Hi < heavyLoad {
			loads++
		}
		if h.cuckoo.Lo > heavyRate {
			rates++
		}
		if h.bloom.Lo > heavyRate {
			blooms++
		}
	}
	return fmt.Sprintf("Of %d pairs of hash function and keys %d stop a cuckoo filter below half of its load, %s at worst (%s), and %d double its rate or worse; %d do so to the rate of a Bloom filter.",
		len(list), loads, with(lowest.load), lowest.pair(), rates, blooms)
}

// hashCondition names the functions that do harm with some keys, and those that do none
// with any; "" if all do.
func hashCondition(list []hashed) string {
	var order, bad []string
	for _, h := range list {
		if !slices.Contains(order, h.hash) {
			order = append(order, h.hash)
		}
		if (h.load.Hi < harmlessLoad || h.cuckoo.Lo > harmlessRate) && !slices.Contains(bad, h.hash) {
			bad = append(bad, h.hash)
		}
	}
	good := slices.DeleteFunc(order, func(hash string) bool { return slices.Contains(bad, hash) })
	least := math.Inf(1)
	for _, h := range list {
		if slices.Contains(good, h.hash) {
			least = math.Min(least, h.load.Lo)
		}
	}
	if len(good) == 0 {
		return ""
	}
	return fmt.Sprintf("the function does not mix all bits of a key, as %s; with %s every kind of keys reaches %s of the load or more", sentence(bad), sentence(good), number(least))
}

// What a remedy must do to be called one.
const (
	remediesHot  = "multisets part=space keys=hot family!=exact"
	remedyCopies = "multisets part=copies kind=duplicates"
	remedyStream = "multisets part=stream kind=drift"
	remedyRepeat = "multisets part=repeat kind=load keys.r>1"

	manyCopies  = 1000 // of one key, accepted
	bearable    = 2.0  // times the bits of a cuckoo filter
	similarRate = 1.5  // times its false positive rate
)

// ruleRemedies asks for one remedy that passes five tests.
func ruleRemedies(e *Evidence) Ruling {
	all := e.Select(remediesHot)
	base := slices.IndexFunc(all, func(c analysis.Cell) bool { return c.Variant == usualCuckoo })
	if base < 0 || len(all) < 2 {
		return missing(remediesHot)
	}
	copies, stream, repeat := e.Select(remedyCopies), e.Select(remedyStream), e.Select(remedyRepeat)
	var good, bad, costly, everyKey []string
	best := Estimate{Hi: math.Inf(1)}
	for i, c := range all {
		if i == base {
			continue
		}
		price := measured(measure.OneHotBits, c, all[base])
		reason := harm(c.Variant, copies, stream)
		switch {
		case !price.Known():
			reason = "too few repetitions"
		case reason != "":
		case price.Hi > bearable:
			reason = number(price.Value) + " times the bits"
		case measured(measure.Rate, c).Lo > similarRate*measured(measure.Rate, all[base]).Hi:
			reason = percent(measured(measure.Rate, c).Value) + " false positives"
		}
		if reason != "" {
			bad = append(bad, c.Variant+" ("+reason+")")
			continue
		}
		good = append(good, c.Variant+" at "+number(price.Value)+" times the bits")
		if price.Value < best.Hi {
			best = price
		}
		most := mostBits(c.Variant, repeat) / measured(measure.BitsEach, all[base]).Value
		if !(most <= bearable) {
			costly = append(costly, c.Variant)
		}
		everyKey = append(everyKey, fmt.Sprintf("%s up to %s times", c.Variant, number(most)))
	}
	r := Ruling{Verdict: Refuted, What: "bits per distinct key of the cheapest remedy over those of a cuckoo filter, one hot key", P: nan,
		Line: "With one hot key these hold to all that is asked, dictionaries included: " + listed(good) + ". Not: " + listed(bad) + ". Where every key repeats these take " + listed(everyKey) + " the bits."}
	if len(good) > 0 {
		r.Verdict, r.Effect = Confirmed, best
	}
	if len(good) > 0 && len(costly) == len(good) {
		r.Verdict, r.Condition = Conditional, "few keys repeat: where every key does, "+sentence(costly)+" takes more than twice the bits"
	}
	return r
}

// mostBits is the most bits per distinct key over all numbers of copies of every key.
func mostBits(variant string, cells []analysis.Cell) float64 {
	most := nan
	for _, c := range cells {
		if c.Variant != variant {
			continue
		}
		for _, r := range c.Records {
			if x := measure.RepeatedBits(r); !(x <= most) {
				most = x
			}
		}
	}
	return most
}

// harm says what a filter did wrong with copies of a key, "" if nothing.
func harm(variant string, copies, stream []analysis.Cell) string {
	least := uint64(math.MaxUint64)
	for _, c := range copies {
		if d, err := measure.Duplicates(c); c.Variant == variant && err == nil && len(d.Accepted) > 0 {
			least = min(least, d.Accepted[0][0])
		}
	}
	if least < manyCopies || least == math.MaxUint64 {
		return count(least%math.MaxUint64) + " copies"
	}
	var seen, denied, refused uint64
	for _, c := range stream {
		points, err := measure.Drift(c)
		if c.Variant != variant || err != nil {
			continue
		}
		for _, p := range points {
			seen, denied = seen+p.Sum.Live, denied+p.Sum.Missing
		}
		refused += points[len(points)-1].Sum.Refused
	}
	switch {
	case seen == 0:
		return "no churn of copies"
	case denied > 0:
		return count(denied) + " keys denied"
	case refused > 0:
		return count(refused) + " copies refused"
	}
	return ""
}

// Lookups that arrive at a million a second, evenly and at random: parts of the experiment.
var arrivalWays = []string{"even", "random"}

const claimedRate = 1e6

func arriving(variant, part string) analysis.Selection {
	return analysis.Selection("latency part=" + part + " kind=arrivals size=most variant=" + variant)
}

// addedBy demands that what a filter adds to the 99th percentile of null lies in a range.
// Both take turns of a hundredth of a second, so that the machine needs not to be quiet.
func addedBy(key, filter string, in Range) (list []Demand) {
	for _, how := range arrivalWays {
		list = append(list, Demand{Key: key + "-" + how, Say: "what " + filter + " adds to null with " + how + " arrivals", Of: arriving(filter, how), Stat: measure.WaitAdded(claimedRate), In: in})
	}
	return list
}

// interruptions tells the 99th percentile of a filter that does nothing.
func interruptions() (list []Demand) {
	for _, how := range arrivalWays {
		list = append(list, Demand{Key: "null-" + how, Say: "null", Of: arriving(usualCuckoo, how), Stat: measure.NullTail(claimedRate)})
	}
	return list
}

var predictableCells = []analysis.Selection{
	arriving(usualBloom, "even"), arriving(usualCuckoo, "even"),
	arriving(usualBloom, "random"), arriving(usualCuckoo, "random"),
}

func partOf(name string, x Estimate, in Range) part {
	return part{name: name, x: x, lo: in.Lo, hi: in.Hi}
}

// rulePredictable holds what the cuckoo filter adds to null to a bound, and its spread to
// that of the other.
func rulePredictable(e *Evidence) Ruling {
	var bounds, spreads []part
	var worst []Estimate
	var lines []string
	for i, how := range arrivalWays {
		var cells [2]analysis.Cell // of Bloom and cuckoo
		for j := range cells {
			s := predictableCells[2*i+j]
			list := e.Select(s)
			if len(list) == 0 {
				return missing(s)
			}
			cells[j] = list[0]
		}
		bloom, cuckoo := cells[0], cells[1]
		null, added, spread := measured(measure.NullTail(claimedRate), cuckoo), measured(measure.WaitAdded(claimedRate), cuckoo), measured(measure.WaitSpread(claimedRate), cuckoo, bloom)
		if !added.Known() { // records of before null took turns
			return missing(predictableCells[2*i+1])
		}
		bounds = append(bounds, partOf("what the cuckoo filter adds with "+how+" arrivals, in ns", added, upTo(10e3)))
		spreads = append(spreads, partOf("its spread less that of the Bloom filter with "+how+" arrivals, in ns", spread, upTo(0)))
		worst = append(worst, added)
		lines = append(lines, fmt.Sprintf("With %s arrivals the cuckoo filter adds %s ns to the 99th percentile of null in turns of a hundredth of a second; over all turns that is %s ns, with the interruptions of the machine. From its median to its 99th percentile it is %s ns more than for the Bloom filter.", how, with(added), with(null), with(spread)))
	}
	_, largest := extremes(worst)
	line := strings.Join(lines, " ")
	all, bound := judge(slices.Concat(bounds, spreads)), judge(bounds)
	if all.verdict == Undecided && bound.verdict == Confirmed {
		r := bound.ruling(addedByCuckoo, "", largest, line)
		r.Verdict, r.Condition = Conditional, "the bound alone is meant: that the times are more predictable than those of a Bloom filter is not shown"
		return r
	}
	return all.ruling(addedByCuckoo, "", largest, line)
}

// ruleSingleShot holds lookups among many to a time, and single cold ones.
func ruleSingleShot(e *Evidence) Ruling {
	var parts, shots []part
	var warm []Estimate
	line := ""
	for _, filter := range []string{usualBloom, usualCuckoo} {
		cells := e.Select(coldOf(filter))
		if len(cells) == 0 {
			return missing(coldOf(filter))
		}
		c := cells[len(cells)-1]
		each, first := measured(measure.WarmLookup, c), measured(measure.ColdLookup, c)
		parts = append(parts, partOf("a lookup among many in "+filter+", in ns", each, near(0.2e6, 0.5)))
		shots = append(shots, partOf("a single cold lookup in "+filter+", in ns", first, near(0.2e6, 0.5)))
		warm = append(warm, each)
		line += fmt.Sprintf("In %s a lookup among many takes %s ns, one part in %s of what is said; a single one after the caches were swept %s ns, of which an operation that does nothing takes %s; repeated at once, %s ns. ",
			filter, with(each), number(0.2e6/each.Value), with(first), with(measured(measure.ColdClock, c)), with(measured(measure.AgainLookup, c)))
	}
	_, largest := extremes(warm)
	what := "time of a lookup among many in a filter of a million keys, in ns"
	line = line[:len(line)-1]
	many, cold := judge(parts), judge(shots)
	if many.verdict == Refuted && cold.verdict != Refuted {
		r := cold.ruling(what, "", largest, line)
		if r.Verdict == Confirmed {
			r.Verdict, r.Condition = Conditional, "it is a single lookup that finds nothing in the caches"
		}
		return r
	}
	return many.ruling(what, "", largest, line)
}

// extremes returns the estimates with the lowest and the highest ends.
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

// acrossCases rules on a claim about times that must hold in all cases. Where it does not,
// it holds with a condition if it is shown in half of the cases or more, or in all of those
// at the largest size of each demand and nowhere as often the other way round: in small
// tables the loop is most of the time and little remains to compare, so that the
// intervals there may be wide without saying anything of the large ones.
func acrossCases(c Claim, list []quantity, w words) Ruling {
	var parts, held, anchor []part
	var against, open []string
	var all []Estimate
	for i, q := range list {
		p := q.part()
		p.name = "the ratio for " + p.name
		parts, all = append(parts, p), append(all, p.x)
		largest := i == len(list)-1 || list[i+1].demand != q.demand
		if largest {
			anchor = append(anchor, p)
		}
		switch many := float64(len(list)); { // what holds is chosen by looking at all of it
		case p.x.Known() && p.pInside()*many < level:
			held = append(held, p)
		case p.x.Known() && p.outside() && p.pOutside()*many < level:
			against = append(against, fmt.Sprintf("%s (%s)", q.name(), with(p.x)))
		case p.x.Known() && !(largest && p.inside()):
			open = append(open, fmt.Sprintf("%s (%s)", q.name(), with(p.x)))
		case !p.x.Known():
			open = append(open, q.name())
		}
	}
	least, _ := extremes(all)
	line := w.fill(c.Sentence)
	r := judge(parts).ruling(c.Size.What, "", least, line)
	if r.Verdict == Confirmed {
		tied := slices.IndexFunc(parts, func(p part) bool { return p.pInside() >= level })
		if tied < 0 {
			return r
		}
		r.Verdict, r.P, r.Line = Undecided, nan, judgement{worst: parts[tied]}.hint()
	}
	var conditions []string
	if len(against) > 0 {
		conditions = append(conditions, "it is not so for "+sentence(against))
	}
	if len(open) > 0 {
		conditions = append(conditions, "it is not shown for "+sentence(open))
	}
	only := func(some []part, p float64) Ruling {
		r := judge(some).ruling(c.Size.What, "", least, line)
		if r.P *= p; r.Verdict == Confirmed && len(conditions) > 0 {
			r.Verdict, r.Condition = Conditional, fmt.Sprintf("the case is one of the %d of %d in which it is shown: %s", len(held), len(list), sentence(conditions))
		}
		return r
	}
	switch {
	case len(anchor) > 0 && judge(anchor).verdict == Confirmed && len(against) <= max(len(held), len(anchor)):
		return only(anchor, 1)
	case len(held)*2 < len(parts):
		return r
	}
	return only(held, float64(len(parts)))
}
