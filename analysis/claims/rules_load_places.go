package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/prob"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/theory"
)

// alt keeps the cells whose filters compute the second bucket in a way.
func alt(way string) condition {
	return func(c analysis.Cell) bool { return analysis.ParamText(c.Variant, "alt") == way }
}

// samePlaces counts the keys of cells and those whose places are one.
func samePlaces(cells []analysis.Cell) (same, keys uint64) {
	for _, c := range cells {
		for _, r := range c.Records {
			same, keys = same+r.Places().Same, keys+r.Places().Keys
		}
	}
	return same, keys
}

// sameShare estimates the share of keys of one cell whose places are one.
func sameShare(c analysis.Cell) Estimate {
	same, keys := samePlaces([]analysis.Cell{c})
	lo, hi := prob.ClopperPearson(same, keys, stat.Confidence)
	return Estimate{Value: float64(same) / float64(keys), Lo: lo, Hi: hi, N: len(c.Records)}
}

func bucketsOf(c analysis.Cell) uint64 { return c.Shape().Cells / uint64(c.Shape().BucketSlots) }

func ruleSameBucket(e *Evidence) Ruling {
	places := kind(record.KindPlaces)
	hashed := e.take("places", "same", places, family("cuckoo"), alt("hashed"), longFingerprints)
	apart := e.take("places", "same", places, family("cuckoo"), alt("apart"))
	plain := e.take("places", "same", places, family("cuckoo"), alt("plain"), longFingerprints)
	if len(hashed) == 0 || len(apart) == 0 || len(plain) == 0 {
		return missing("keys whose buckets coincide, by the way to compute the second")
	}
	same, keys := samePlaces(hashed)
	none, kept := samePlaces(apart)
	smallest := hashed[0]
	x := sameShare(smallest)
	line := fmt.Sprintf(
		"With i1 xor hash(fingerprint), reduced to the buckets, the two are one for %s of the keys of a filter of %s buckets, where 1/m is %s; %s With the fingerprint itself in place of its hash it is %s of %s buckets. With the hash reduced to 1 up to m-1, or two halves of the table, it is %s of %s keys, %s at most.",
		withPercent(x), count(bucketsOf(smallest)), percent(theory.CuckooHashedShare(bucketsOf(smallest))), turnOfShares(hashed),
		withPercent(sameShare(plain[0])), count(bucketsOf(plain[0])), count(none), count(kept), percent(upperEnd(none, kept)))
	r := never(same, keys, upperEnd(same, keys), "share of keys whose two buckets are one, smallest filter", line)
	r.Effect = x
	return r
}

// rareShare is the share from which on coincidences are called rare.
const rareShare = 0.001

// turnOfShares says between which sizes the share becomes rare.
func turnOfShares(cells []analysis.Cell) string {
	i := slices.IndexFunc(cells, func(c analysis.Cell) bool { return sameShare(c).Hi < rareShare })
	if i < 1 {
		return ""
	}
	return fmt.Sprintf("it falls below one in a thousand between %s buckets (%s) and %s (%s).",
		count(bucketsOf(cells[i-1])), withPercent(sameShare(cells[i-1])), count(bucketsOf(cells[i])), withPercent(sameShare(cells[i])))
}

// longFingerprints leaves out filters whose fingerprints are so few that their
// shares go in steps.
func longFingerprints(c analysis.Cell) bool { return c.Shape().FingerprintBits >= 16 }

// cycleRare is the share of exceptions that a rule on cycles must be able to see.
const cycleRare = 1e-3

// cycles counts groups of keys with the same places: how many there were, and in how
// many it did not go as the pigeonhole says.
type cycles struct{ groups, exceptions, apart, refusedApart, refusals uint64 }

// countCycles adds up cells; with room the whole group has place, without it the
// last key alone must be refused, after all kicks.
func countCycles(cells []analysis.Cell, room bool) (n cycles) {
	for _, c := range cells {
		bound := uint64(analysis.Param(c.Variant, "kicks"))
		for _, r := range c.Records {
			groups := measure.Events(r.Cycle().Refused)
			n.groups += groups
			n.apart += measure.Events(r.Cycle().Apart)
			n.refusedApart += eventsBut(r.Cycle().Apart, 0)
			n.refusals += measure.Events(r.Cycle().Kicks)
			if room {
				n.exceptions += eventsBut(r.Cycle().Refused, 0)
				continue
			}
			n.exceptions += max(groups-r.Cycle().Last, eventsBut(r.Cycle().Kicks, bound))
		}
	}
	return n
}

// eventsBut counts the events of other sizes than one.
func eventsBut(h record.Histogram, size uint64) (n uint64) {
	for _, bin := range h {
		if bin[0] != size {
			n += bin[1]
		}
	}
	return n
}

func ruleCycle(e *Evidence) Ruling {
	narrow := func(c analysis.Cell) bool { return max(2, c.Shape().Probes)*c.Shape().BucketSlots == 2 }
	wide := func(c analysis.Cell) bool { return !narrow(c) }
	tight, roomy := e.take("places", "three", kind(record.KindCycle), narrow), e.take("places", "three", kind(record.KindCycle), wide)
	if len(tight) == 0 || len(roomy) == 0 {
		return missing("three keys with the same places, in tables of one slot and two choices and in others")
	}
	n, other := countCycles(tight, false), countCycles(roomy, true)
	more := countCycles(e.take("places", "five", kind(record.KindCycle)), false)
	wrong, trials := n.exceptions+n.refusedApart, n.groups+n.apart
	lo, hi := prob.ClopperPearson(wrong, trials, stat.Confidence)
	var bounds []string
	for _, c := range tight {
		bounds = append(bounds, number(analysis.Param(c.Variant, "kicks")))
	}
	r := Ruling{
		Verdict: Confirmed, What: "share of groups that do not go as a cycle would", Unit: "share", P: math.NaN(),
		Effect: Estimate{Value: float64(wrong) / float64(trials), Lo: lo, Hi: hi, N: 1},
		Line: fmt.Sprintf(
			"Of %s groups of three keys with the same two places of one slot, %s did other than lose the third key alone after every kick allowed, be that %s; with a third key that has another place %s of %s groups lost any. With a second slot or a third choice %s of %s groups of three lost any; of %s groups of five keys with the same two places of two slots %s did other than lose the fifth.",
			count(n.groups), count(n.exceptions), strings.Join(slices.Compact(slices.Sorted(slices.Values(bounds))), " or "), count(n.refusedApart), count(n.apart), count(other.exceptions), count(other.groups), count(more.groups), count(more.exceptions)),
	}
	switch {
	case wrong > 0:
		r.Verdict = Refuted
	case hi >= cycleRare:
		r.Verdict = Undecided
		r.Line += " A share of " + percent(hi) + " could have gone unseen; one in a thousand is asked for."
	}
	return r.when("for places of one slot: 2b+1 keys with the same two buckets of b slots are needed in general")
}
