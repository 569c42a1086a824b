package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

func isLibrary(c analysis.Cell) bool { return c.Records[0].Peer != "" }

// remedies are the own families that are meant for keys that come more than once.
var remedies = []string{"cuckooset", "countingcuckoo", "stash", "sidecuckoo", "chained", "quotient", "layered"}

func isRemedy(c analysis.Cell) bool { return slices.Contains(remedies, analysis.FamilyOf(c.Variant)) }

// printed is what the program of DUP-1 is said to print.
const printed = "++++++++-------"

func ruleProgram(e *Evidence) Ruling {
	ours := e.take("duplicates", "program", variant("cuckoo(b=4,f=8)"))
	theirs := e.take("duplicates", "program", func(c analysis.Cell) bool { return strings.Contains(analysis.FamilyOf(c.Variant), "seiflotfy") })
	if len(ours) == 0 || len(theirs) == 0 {
		return missing("fifteen inserts of one key into that library and into cuckoo(b=4,f=8)")
	}
	same, keys, other := sequences(theirs)
	sameOurs, keysOurs, _ := sequences(ours)
	r := Ruling{Verdict: Refuted, What: "share of keys with the printed sequence", Unit: "share", P: math.NaN(),
		Effect: exact(float64(same) / float64(keys)),
		Line: fmt.Sprintf("The library gave the printed sequence for %s of %s keys, cuckoo(b=4,f=8) for %s of %s.",
			count(same), count(keys), count(sameOurs), count(keysOurs))}
	switch {
	case same == keys:
		r.Verdict = Confirmed
	case 2*same >= keys:
		r.Verdict, r.Condition = Conditional, "not for every key: "+other+" is seen as well"
	default:
		r.Line += " It gave " + other + "."
	}
	return r
}

// sequences counts the trials that gave the printed sequence, and names another.
func sequences(cells []analysis.Cell) (same, all int, other string) {
	for _, c := range cells {
		for _, r := range c.Records {
			all++
			if r.Duplicates().Sequence == printed {
				same++
			} else {
				other = r.Duplicates().Sequence
			}
		}
	}
	return same, all, other
}

func ruleWastedSlots(e *Evidence) Ruling {
	cells := e.take("duplicates", "multiset", variant("cuckoo(b=4,f=12)"))
	of := func(copies float64) int {
		return slices.IndexFunc(cells, func(c analysis.Cell) bool { return analysis.Param(c.Workload, "r") == copies })
	}
	once, full := of(1), of(8)
	if once < 0 || full < 0 {
		return missing("fillings with every key once and eight times")
	}
	ratioAt := func(i int) Estimate {
		return estimate(overReps([]analysis.Cell{cells[i], cells[once]}, func(row []*record.Record) float64 {
			return distinctLoad(row[0]) / distinctLoad(row[1])
		}))
	}
	x := ratioAt(full)
	line := fmt.Sprintf("With every key eight times a table of four slots a bucket holds %s of the different keys that it holds with every key once.", withPercent(x))
	if passes := passes(cells, ratioAt, 0.125); passes != "" {
		line += " " + passes
	}
	return judge([]part{near("different keys held, eight copies over one", x, 0.125, 0.25)}).ruling(
		"different keys held before the first refusal with eight copies of each, over those with one", "share", x, line)
}

// passes says between which numbers of copies a ratio falls below a limit.
func passes(cells []analysis.Cell, ratioAt func(int) Estimate, limit float64) string {
	before := math.NaN()
	order := slices.Clone(cells)
	slices.SortFunc(order, func(a, b analysis.Cell) int {
		return compare(analysis.Param(a.Workload, "r"), analysis.Param(b.Workload, "r"))
	})
	for _, c := range order {
		i := slices.IndexFunc(cells, func(other analysis.Cell) bool { return other.Workload == c.Workload })
		r := analysis.Param(c.Workload, "r")
		if x := ratioAt(i); x.Known() && x.Value < limit {
			if math.IsNaN(before) {
				return ""
			}
			return fmt.Sprintf("An eighth is passed between %s and %s copies of every key.", number(before), number(r))
		}
		before = r
	}
	return ""
}

// distinctLoad is the mean number of different keys over slots of one record's
// fillings.
func distinctLoad(r *record.Record) float64 {
	return float64(sum(r.Load().Distinct)) / float64(len(r.Load().Distinct)) / float64(r.Shape.Cells)
}

// windows takes the cells of experiment drift under a policy, of streams in which a
// key's copies lie apart.
func windows(e *Evidence, policy string) []analysis.Cell {
	return e.take("drift", "policies", family("cuckoo"), func(c analysis.Cell) bool {
		return c.Policy == policy && strings.HasPrefix(c.Workload, "zipf(")
	})
}

// atEnd estimates a quotient of counts at the last checkpoint of a cell.
func atEnd(c analysis.Cell, part, whole func(record.Drifted) uint64) Estimate {
	return estimate(overReps([]analysis.Cell{c}, func(row []*record.Record) float64 {
		k := row[0].Drift().Checkpoints[len(row[0].Drift().Checkpoints)-1]
		return float64(part(k)) / float64(whole(k))
	}))
}

func missed(k record.Drifted) uint64   { return k.Missing }
func alive(k record.Drifted) uint64    { return k.Live }
func turned(k record.Drifted) uint64   { return k.Refused }
func came(k record.Drifted) uint64     { return k.Inserted }
func inWindow(k record.Drifted) uint64 { return k.Copies }

func ruleLookFirst(e *Evidence) Ruling {
	check, last := windows(e, record.PolicyCheck), windows(e, record.PolicyLast)
	if len(check) == 0 || len(last) == 0 {
		return missing("windows of copies whose caller looks before it inserts")
	}
	var parts []part
	var lost, careful []Estimate
	for _, c := range check {
		x := atEnd(c, missed, alive)
		lost = append(lost, x)
		parts = append(parts, atMost("refusals of "+name(c), atEnd(c, turned, came), 0.001), atLeast("live keys denied by "+name(c), x, 0.1))
	}
	for _, c := range last {
		careful = append(careful, atEnd(c, missed, alive))
	}
	least, largest := extremes(lost)
	_, worst := extremes(careful)
	return judge(parts).ruling("live keys denied at the end, least over filters and streams", "share", least, fmt.Sprintf(
		"Where the caller looks first and deletes every copy that leaves, nothing is refused and %s to %s of the live keys are denied at the end. Where it deletes only the last copy, it is %s at most.",
		withPercent(least), withPercent(largest), withPercent(worst))).when(fmt.Sprintf(
		"where copies are deleted one by one; a caller that knows which copy is the last loses %s at most", percent(worst.Hi)))
}

func ruleCountOff(e *Evidence) Ruling {
	every, check := windows(e, record.PolicyEvery), windows(e, record.PolicyCheck)
	if len(every) == 0 || len(check) == 0 {
		return missing("windows of copies under two policies")
	}
	gap := func(a, b uint64) uint64 { return max(a, b) - min(a, b) }
	var parts []part
	var off, legal, each []Estimate
	for _, c := range check {
		x := atEnd(c, func(k record.Drifted) uint64 { return gap(k.Used, k.Live) }, alive)
		off = append(off, x)
		parts = append(parts, atLeast("error of the number of keys, "+name(c), x, 0.05))
	}
	for _, c := range every {
		legal = append(legal, atEnd(c, func(k record.Drifted) uint64 { return gap(k.Used, k.Copies) }, inWindow))
		each = append(each, atEnd(c, func(k record.Drifted) uint64 { return k.Excess + k.Lack }, inWindow))
	}
	least, _ := extremes(off)
	_, worstLegal := extremes(legal)
	_, worstEach := extremes(each)
	return judge(parts).ruling("occupied slots against live keys where copies are deleted that were not inserted, relative error, least", "share", least, fmt.Sprintf(
		"Where the caller looks first and deletes every copy, occupied slots are off by %s or more of the live keys. Where every copy is inserted and deleted, they are off by %s of the copies held, and the counts of single keys add up to errors of %s of them, at most.",
		withPercent(least), withPercent(worstLegal), withPercent(worstEach))).when("where deletes do not match inserts; where they do, the occupied slots are the number of copies")
}

// candidates takes the cells of a part of experiment multisets.
func candidates(e *Evidence, part string, keep condition) []analysis.Cell {
	return e.take("multisets", part, keep)
}

// withDictionary is the bits per distinct key of a sidecuckoo filter, the places of
// its dictionary included, of which so many keys are repeated: [theory.SideBytes] is
// the rule by which it grows.
func withDictionary(shape theory.Shape, distinct, repeated uint64) float64 {
	entries := theory.SideEntries(shape.Cells/uint64(shape.BucketSlots), distinct, repeated, shape.FingerprintBits)
	return (float64(shape.Bits) + 8*float64(theory.SideBytes(uint64(math.Ceil(entries))))) / float64(distinct)
}

func ruleDictionary(e *Evidence) Ruling {
	hot := e.take("multisets", "space", family("sidecuckoo"), func(c analysis.Cell) bool { return analysis.FamilyOf(c.Workload) == "hot" })
	every := e.take("multisets", "repeat", family("sidecuckoo"), func(c analysis.Cell) bool { return analysis.Param(c.Workload, "r") > 1 })
	truth := e.take("multisets", "space", family("exact"))
	if len(hot) == 0 || len(every) == 0 || len(truth) == 0 {
		return missing("a cuckoo filter with an exact dictionary on streams with one hot key and with repeated keys, and an exact set")
	}
	var parts []part
	var few, all Estimate
	for _, c := range hot {
		few = estimate(overReps([]analysis.Cell{c, truth[0]}, func(row []*record.Record) float64 {
			return withDictionary(row[0].Shape, row[0].FPR().Distinct, 1) / bitsPerKey(row[1])
		}))
		parts = append(parts, atLeast("the space with one hot key, over that of an exact set", few, 0.5))
	}
	for _, c := range every {
		x := estimate(overReps([]analysis.Cell{c, truth[0]}, func(row []*record.Record) float64 {
			sum := 0.0
			for _, distinct := range row[0].Load().Distinct {
				sum += withDictionary(row[0].Shape, distinct, distinct)
			}
			return sum / float64(len(row[0].Load().Distinct)) / bitsPerKey(row[1])
		}))
		parts = append(parts, atLeast("the space on "+c.Workload+", over that of an exact set", x, 0.5))
		all = x
	}
	return judge(parts).ruling("space of the filter with its dictionary over that of an exact set, one hot key", "share", few, fmt.Sprintf(
		"The filter and the dictionary of its repeated keys take %s of the space of an exact set where one key is hot, and %s where every key is repeated.",
		withPercent(few), withPercent(all)))
}

// ways sorts what is measured by what it does with a second copy.
func ways(cells []analysis.Cell) (sets, multisets []string) {
	for _, c := range cells {
		var twice, still uint64
		for _, r := range c.Records {
			twice, still = twice+r.Erasure().Twice, still+r.Erasure().TwiceStill
		}
		switch {
		case twice == 0:
		case 2*still < twice:
			sets = append(sets, c.Variant)
		default:
			multisets = append(multisets, c.Variant)
		}
	}
	return sets, multisets
}

func ruleSetOrMultiset(e *Evidence) Ruling {
	cells := e.take("deletion", "others", func(c analysis.Cell) bool {
		return isLibrary(c) || isRemedy(c) || slices.Contains([]string{"cuckoo", "semisort"}, analysis.FamilyOf(c.Variant))
	})
	if !slices.ContainsFunc(cells, isLibrary) {
		return missing("deletes from libraries of others")
	}
	sets, multisets := ways(cells)
	line := "A second copy is kept, and one delete leaves the other, in " + listed(multisets) + "; one delete removes the key in " + listed(sets) + "."
	r := Ruling{Verdict: Conditional, P: math.NaN(), What: "share of what is measured that keeps copies", Unit: "share",
		Effect: exact(float64(len(multisets)) / float64(len(sets)+len(multisets))), Line: line}
	r.Condition = "each source describes some implementations: copies pile up in " + listed(multisets) + ", a key is kept once in " + listed(sets)
	return r
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none of those measured"
	}
	return sentence(names)
}
