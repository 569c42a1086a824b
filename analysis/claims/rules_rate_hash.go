package claims

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
)

// goodHash is the function that others are compared with: the one that filters use.
const goodHash = "metro"

// hashed is what one hash function does to filters of one kind of keys.
type hashed struct {
	hash, keys    string
	load          Estimate // load at the first refusal over that with the good function
	cuckoo, bloom Estimate // rates over theory
}

func (h hashed) pair() string { return h.hash + " on " + h.keys }

// What counts as heavy, and as no harm.
const (
	heavyLoad, heavyRate       = 0.5, 2.0
	harmlessLoad, harmlessRate = 0.95, 1.25
)

// hashPairs takes experiment hashes; ok is false if a function, or the good one,
// lacks its filters.
func hashPairs(e *Evidence) (list []hashed, ok bool) {
	loads := e.take("hashes", "load", kind(record.KindLoad), family("cuckoo"))
	cuckoo, bloom := e.take("hashes", "rate", family("cuckoo")), e.take("hashes", "rate", family("bloom"))
	find := func(cells []analysis.Cell, hash, keys string) (analysis.Cell, bool) {
		i := slices.IndexFunc(cells, func(c analysis.Cell) bool { return c.Hash == hash && c.Workload == keys })
		if i < 0 {
			return analysis.Cell{}, false
		}
		return cells[i], true
	}
	for _, c := range loads {
		good, okG := find(loads, goodHash, c.Workload)
		rate, okC := find(cuckoo, c.Hash, c.Workload)
		plain, okB := find(bloom, c.Hash, c.Workload)
		if !okG || !okC || !okB {
			return nil, false
		}
		list = append(list, hashed{
			hash: c.Hash, keys: c.Workload,
			load: estimate(overReps([]analysis.Cell{c, good}, func(row []*record.Record) float64 {
				return acceptedPerDraw(row[0]) / acceptedPerDraw(row[1])
			})),
			cuckoo: overModel([]analysis.Cell{rate}, occupancyRate),
			bloom:  overModel([]analysis.Cell{plain}, occupancyRate),
		})
	}
	return list, len(list) > 0
}

// acceptedPerDraw returns the mean number of keys before the first refusal.
func acceptedPerDraw(r *record.Record) float64 {
	return float64(sum(r.Load().Accepted)) / float64(len(r.Load().Accepted))
}

func ruleHashQuality(e *Evidence) Ruling {
	list, ok := hashPairs(e)
	if !ok {
		return missing("fillings and rates of cuckoo and Bloom filters with several hash functions, %s among them", goodHash)
	}
	var harmless []part
	lowest, p := list[0], 1.0
	for _, h := range list {
		if !h.load.Known() || !h.cuckoo.Known() || !h.bloom.Known() {
			return missing("enough repetitions of %s", h.pair())
		}
		p = math.Min(p, math.Min(h.load.Below(heavyLoad), h.cuckoo.Above(heavyRate)))
		if h.load.Hi < lowest.load.Hi {
			lowest = h
		}
		harmless = append(harmless, atLeast("the load with "+h.pair(), h.load, harmlessLoad), atMost("the rate with "+h.pair(), h.cuckoo, harmlessRate))
	}
	p *= float64(2 * len(list)) // the worst is chosen by looking at all
	const what = "lowest load at the first refusal over that with a good function"
	line := hashLine(list, lowest)
	if p < level {
		r := Ruling{Verdict: Confirmed, What: what, Effect: lowest.load, P: p, Line: line}
		return r.when(hashCondition(list))
	}
	j := judge(harmless)
	r := j.ruling(what, "", lowest.load, line)
	switch j.verdict {
	case Confirmed: // that all is harmless
		r.Verdict = Refuted
	case Refuted: // harm, but none that is heavy
		r.Verdict, r.P = Undecided, math.NaN()
		r.Line = "There is harm, but none that is heavy for certain. " + line
	}
	return r
}

// hashLine says what the worst functions do to tables and to Bloom filters.
func hashLine(list []hashed, lowest hashed) string {
	loads, rates, blooms := 0, 0, 0
	worst, worstBloom := list[0], list[0]
	for _, h := range list {
		loads += one(h.load.Hi < heavyLoad)
		rates += one(h.cuckoo.Lo > heavyRate)
		blooms += one(h.bloom.Lo > heavyRate)
		if h.cuckoo.Lo > worst.cuckoo.Lo {
			worst = h
		}
		if h.bloom.Lo > worstBloom.bloom.Lo {
			worstBloom = h
		}
	}
	return fmt.Sprintf("Of %d pairs of hash function and keys %d stop a cuckoo filter below half of its load, %s at %s of it (%s); "+
		"%d double its rate or worse, %s to %s times (%s). They do so to a Bloom filter in %d, up to %s times (%s).",
		len(list), loads, "at worst", with(lowest.load), lowest.pair(), rates, "up", with(worst.cuckoo), worst.pair(), blooms, with(worstBloom.bloom), worstBloom.pair())
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// hashCondition names the functions that do harm with some keys, and those that do
// none with any.
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
		return "every function does harm with some keys"
	}
	return fmt.Sprintf("for functions that do not mix, here %s; with %s every kind of keys reaches %s of the load or more", sentence(bad), sentence(good), number(least))
}
