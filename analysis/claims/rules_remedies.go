package claims

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// What a remedy must do to be called one: margins of DUP-9.
const (
	manyCopies  = 1000 // of one key, accepted
	bearable    = 2.0  // times the bits of a cuckoo filter
	similarRate = 1.5  // times its false positive rate
)

func ruleRemedies(e *Evidence) Ruling {
	all := candidates(e, "space", func(c analysis.Cell) bool { return analysis.FamilyOf(c.Workload) == "hot" && c.Variant != "exact" })
	base := slices.IndexFunc(all, func(c analysis.Cell) bool { return c.Variant == "cuckoo(b=4,f=12)" })
	if base < 0 || !slices.ContainsFunc(all, isRemedy) {
		return missing("the remedies beside a cuckoo filter")
	}
	var good, bad []string
	best := Estimate{Hi: math.Inf(1)}
	for i, c := range all {
		if i == base {
			continue
		}
		price := estimate(overReps([]analysis.Cell{c, all[base]}, func(row []*record.Record) float64 { return bitsPerKey(row[0]) / bitsPerKey(row[1]) }))
		reason := ""
		switch {
		case !price.Known():
			reason = "fewer than three repetitions"
		case leastCopies(e, c.Variant) < manyCopies:
			reason = fmt.Sprintf("%s copies", count(leastCopies(e, c.Variant)))
		case harm(e, c.Variant) != "":
			reason = harm(e, c.Variant)
		case price.Hi > bearable:
			reason = number(price.Value) + " times the bits"
		case rateOf(c).Lo > similarRate*rateOf(all[base]).Hi:
			reason = percent(rateOf(c).Value) + " false positives"
		}
		if reason != "" {
			bad = append(bad, c.Variant+" ("+reason+")")
			continue
		}
		good = append(good, c.Variant+" at "+number(price.Value)+" times the bits")
		if price.Value < best.Hi {
			best = price
		}
	}
	r := Ruling{Verdict: Refuted, What: "bits per distinct key of the cheapest remedy over those of a cuckoo filter", P: math.NaN(),
		Line: "Held to all that is asked: " + listed(good) + ". Not: " + listed(bad) + "."}
	if len(good) > 0 {
		r.Verdict, r.Condition, r.Effect = Conditional, "those that do are "+sentence(good), best
	}
	return r
}

// leastCopies is the fewest copies of a key that a filter took in part copies.
func leastCopies(e *Evidence, name string) uint64 {
	least := uint64(math.MaxUint64)
	for _, c := range e.take("multisets", "copies", variant(name)) {
		for _, r := range c.Records {
			for _, bin := range r.Duplicates().Accepted {
				least = min(least, bin[0])
			}
		}
	}
	if least == math.MaxUint64 {
		return 0
	}
	return least
}

// harm says what a filter did wrong under the churn of copies, "" if nothing.
func harm(e *Evidence, name string) string {
	var seen, denied, refused uint64
	for _, c := range e.take("multisets", "stream", variant(name)) {
		for _, r := range c.Records {
			for _, k := range r.Drift().Checkpoints {
				seen += k.Live
				denied += k.Missing
			}
			refused += r.Drift().Checkpoints[len(r.Drift().Checkpoints)-1].Refused
		}
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

// erasures takes the cells of experiment deletion with fingerprints of some bits, 0
// for all.
func erasures(e *Evidence, bits int) []analysis.Cell {
	return e.take("deletion", "cuckoo", kind(record.KindErasure), func(c analysis.Cell) bool {
		return bits == 0 || c.Shape().FingerprintBits == bits
	})
}

func ruleStillPresent(e *Evidence) Ruling {
	cells := erasures(e, 0)
	if len(cells) == 0 {
		return missing("held keys that are deleted and looked up")
	}
	x := estimate(overReps(cells, func(row []*record.Record) float64 {
		still, want := 0.0, 0.0
		for _, r := range row {
			s := r.Shape
			still += float64(r.Erasure().Still)
			want += float64(r.Erasure().Deleted) * theory.CuckooFPR(measure.Buckets(s), r.Erasure().Background-1, s.FingerprintBits)
		}
		return still / want
	}))
	least, most := math.Inf(1), 0.0
	twice, kept := uint64(0), uint64(0)
	for _, c := range cells {
		sum, _ := measure.Erasure(c)
		share := float64(sum.Still) / float64(sum.Deleted)
		least, most = math.Min(least, share), math.Max(most, share)
		twice, kept = twice+sum.Twice, kept+sum.TwiceStill
	}
	return judge([]part{near("deleted keys that look present, over the false positive rate", x, 1, 0.15)}).ruling(
		"deleted keys that still look present, over the false positive rate of the rest", "", x, fmt.Sprintf(
			"A key deleted as often as inserted still looks present in %s to %s of cases, %s times the false positive rate; of %s keys with two copies %s looked present after one was deleted.",
			percent(least), percent(most), with(x), count(twice), count(kept)))
}

// tiny is the share of wrong deletes that cost a key below which DEL-2 holds.
const tiny = 0.01

func ruleWrongDelete(e *Evidence) Ruling {
	twelve, eight := erasures(e, 12), erasures(e, 8)
	if len(twelve) == 0 || len(eight) == 0 {
		return missing("deletes of keys never inserted, with fingerprints of 8 and 12 bits")
	}
	cost := func(c analysis.Cell) Estimate {
		return estimate(overReps([]analysis.Cell{c}, func(row []*record.Record) float64 {
			return float64(row[0].Erasure().Missing) / float64(row[0].Erasure().Attempts)
		}))
	}
	var parts []part
	var long, short []Estimate
	for _, c := range twelve {
		long = append(long, cost(c))
		parts = append(parts, atMost("keys lost per wrong delete, "+name(c), cost(c), tiny))
	}
	for _, c := range eight {
		short = append(short, cost(c))
	}
	_, worst := extremes(long)
	least, most := extremes(short)
	return judge(parts).ruling("keys lost for each delete of a key never inserted, most over bucket sizes, 12 bits", "share", worst, fmt.Sprintf(
		"With fingerprints of 12 bits a delete of a key never inserted costs another key in %s of cases at most; with 8 bits in %s to %s.",
		withPercent(worst), withPercent(least), withPercent(most)))
}

// clearing estimates the share of keys denied after a tenth of the others was
// deleted from a standard Bloom filter by clearing bits.
func clearing(e *Evidence) Estimate {
	return estimate(overReps(e.take("deletion", "others", family("naivebloom")), func(row []*record.Record) float64 {
		lost, rest := 0.0, 0.0
		for _, r := range row {
			lost, rest = lost+float64(r.Erasure().RestLost), rest+float64(r.Erasure().Rest)
		}
		return lost / rest
	}))
}

// refusalCost is what refusals cost the keys of one library's filter.
type refusalCost struct {
	variant       string
	beside        uint64 // keys denied beside refused copies of one key
	lost, refused uint64 // keys denied, and inserts of distinct keys refused, when it was overfilled
}

func (l refusalCost) String() string {
	return fmt.Sprintf("%s (%s beside copies of a key, %s over %s refused inserts of others)", l.variant, count(l.beside), count(l.lost), count(l.refused))
}

// lostByLibraries lists the libraries of others that lost keys by refusals.
func lostByLibraries(e *Evidence) (losers []string, measured int) {
	var list []refusalCost
	of := func(c analysis.Cell) *refusalCost {
		i := slices.IndexFunc(list, func(l refusalCost) bool { return l.variant == c.Variant })
		if i < 0 {
			i, list = len(list), append(list, refusalCost{variant: c.Variant})
		}
		return &list[i]
	}
	for _, experiment := range []string{"duplicates", "multisets", "libraries"} {
		for _, c := range e.take(experiment, "", kind(record.KindDuplicates), isLibrary) {
			for _, r := range c.Records {
				of(c).beside += r.Duplicates().Missing + r.Duplicates().Leftover
			}
		}
		for _, c := range e.take(experiment, "", kind(record.KindAudit), isLibrary) {
			for _, r := range c.Records {
				l := of(c)
				if r.Audit().CopiesRefused > 0 { // one that never refuses may forget by design
					l.beside += r.Audit().Displaced
				}
				if l.refused += r.Audit().OverRefused; r.Audit().OverRefused > 0 {
					l.lost += r.Audit().OverLost
				}
			}
		}
	}
	for _, l := range list {
		if l.beside+l.lost > 0 {
			losers = append(losers, l.String())
		}
	}
	return losers, len(list)
}
